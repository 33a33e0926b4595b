/**
 * Comparison of the serialization of form fields: `encoding` of a media type, with the defaults of
 * OpenAPI 3.1, "Encoding Object".
 */
import { getMember } from "../../contract/openapi-references.ts";
import {
  type AddChange,
  type ApiDescription,
  type DescriptionPair,
  findText,
  getNewLocation,
  type PayloadDirection,
} from "./change.ts";
import { buildSchema, isRequired } from "./compare-parameters.ts";
import { readDialect } from "./normalize/document.ts";
import { anyBytes } from "./normalize/schemas.ts";
import type { LocatedValue } from "./normalize/tools.ts";
import { findPartsMember, listParts, mergeShapes, parseKinds } from "./schemas/schema-shape.ts";

/** @param type media type of the whole form */
export function compareEncodings(
  before: LocatedValue,
  now: LocatedValue,
  direction: PayloadDirection,
  type: string,
  { old, young, schemas }: DescriptionPair,
  add: AddChange,
): void {
  const isMultipart = /^multipart\//i.test(type);
  const [fields, fieldsNow] = [
    findFields(before, old, direction),
    findFields(now, young, direction),
  ];
  for (const [name, field] of fields) {
    const same = fieldsNow.get(name);
    if (!same) continue;
    const [a, b] = [
      old.member(old.member(before, "encoding"), name),
      young.member(young.member(now, "encoding"), name),
    ];
    if (a.value === undefined && b.value === undefined) continue;
    const location = b.value === undefined ? now : b;
    const tell = (isBreaking: boolean, from: string, to: string) => {
      if (from === to) return;
      const message = `The serialization of the form field ${name} changed from ${from} to ${to}.`;
      add({
        rule: `${direction}-encoding-changed`,
        isBreaking,
        message,
        ...getNewLocation(location),
      });
    };
    const [isTyped, isTypedNow] = [isByType(a, isMultipart, old), isByType(b, isMultipart, young)];
    if (isTyped && isTypedNow) {
      const [types, typesNow] = [listContentTypes(a, field, old), listContentTypes(b, same, young)];
      const [some, all] = direction === "request" ? [types, typesNow] : [typesNow, types];
      const fits = some.every((one) => all.some((other) => coversType(other, one)));
      tell(!fits, types.join(" or "), typesNow.join(" or "));
    } else {
      const hasParts = [parseKinds(field, old), parseKinds(same, young)].every(
        (kinds) => kinds.size === 0 || kinds.has("array") || kinds.has("object"),
      );
      const from = isTyped
        ? listContentTypes(a, field, old).join(" or ")
        : describeStyle(a, hasParts);
      const to = isTypedNow
        ? listContentTypes(b, same, young).join(" or ")
        : describeStyle(b, hasParts);
      tell(true, from, to);
    }
    compareFieldHeaders(name, a, b, direction, { old, young, schemas }, add);
  }
}

function findFields(
  media: LocatedValue,
  description: ApiDescription,
  direction: PayloadDirection,
): ReadonlyMap<string, LocatedValue> {
  const parts = listParts(description.member(media, "schema"), description);
  return mergeShapes(parts, description, direction).members;
}

/** The specified value, or the default of the type. */
function listContentTypes(
  encoding: LocatedValue,
  field: LocatedValue,
  description: ApiDescription,
): string[] {
  const contentType = findText(encoding, "contentType");
  if (contentType === undefined) return [getDefaultContentType(field, description)];
  return contentType
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .sort();
}

function getDefaultContentType(field: LocatedValue, description: ApiDescription): string {
  const parts = listParts(field, description);
  const kinds = parseKinds(field, description);
  if (kinds.has("array")) {
    return getDefaultContentType(findPartsMember(parts, "items", description), description);
  }
  if (kinds.has("object")) return "application/json";
  const isBytes = parts.some(
    ({ value }) =>
      getMember(value, "contentMediaType") !== undefined ||
      getMember(value, "contentEncoding") !== undefined,
  );
  return kinds.size === 0 || isBytes ? anyBytes : "text/plain";
}

/**
 * Whether the content type determines the serialization, and not the style. Styles apply to
 * multipart forms since OpenAPI 3.1.
 */
function isByType(
  { value }: LocatedValue,
  isMultipart: boolean,
  { original }: ApiDescription,
): boolean {
  const hasStyle = ["style", "explode", "allowReserved"].some(
    (name) => getMember(value, name) !== undefined,
  );
  if (isMultipart) return !hasStyle || readDialect(original) !== "3.1";
  return !hasStyle && getMember(value, "contentType") !== undefined;
}

/** Whether a content type is the same as another one, or a range that includes it. */
function coversType(all: string, one: string): boolean {
  return all === one || all === "*/*" || all === one.replace(/\/.*/, "/*");
}

/** @param hasParts whether the value can be a list or an object, to which the style applies */
function describeStyle({ value }: LocatedValue, hasParts: boolean): string {
  const style = String(getMember(value, "style") ?? "form");
  const explode = getMember(value, "explode") ?? style === "form";
  const reserved =
    getMember(value, "allowReserved") === true ? ", reserved characters not encoded" : "";
  if (!hasParts) return `text${reserved}`;
  return `${style}${explode === true ? ", exploded" : ""}${reserved}`;
}

function compareFieldHeaders(
  field: string,
  before: LocatedValue,
  now: LocatedValue,
  direction: PayloadDirection,
  { old, young, schemas }: DescriptionPair,
  add: AddChange,
): void {
  const former = listHeaders(before, old);
  const current = listHeaders(now, young);
  const sends = direction === "request";
  const rule = `${direction}-encoding-changed`;
  for (const [name, header] of former) {
    const same = current.get(name);
    const what = `The header ${name} of the field ${field}`;
    if (!same) {
      add({
        rule,
        isBreaking: !sends,
        message: `${what} was removed.`,
        path: header.path,
        in: "old",
      });
      continue;
    }
    if (isRequired(header) !== isRequired(same)) {
      const is = isRequired(same);
      const message = `${what} is ${is ? "now required" : "no longer required"}.`;
      add({ rule, isBreaking: sends === is, message, ...getNewLocation(same) });
    }
    const changes = schemas.buildChanges(
      buildSchema(header, old),
      buildSchema(same, young),
      direction,
    );
    for (const change of changes) add({ ...change, message: `${what}: ${change.message}` });
  }
  for (const [name, header] of current) {
    if (former.has(name)) continue;
    const message = `Added the header ${name} to the field ${field}.`;
    add({ rule, isBreaking: sends && isRequired(header), message, ...getNewLocation(header) });
  }
}

/** By name in lower case. */
function listHeaders(
  encoding: LocatedValue,
  description: ApiDescription,
): ReadonlyMap<string, LocatedValue> {
  const headers = description.listMembers(description.member(encoding, "headers"));
  return new Map(headers.map(([name, header]) => [name.toLowerCase(), header]));
}
