/** Comparison of an operation's request body and responses. */
import { getMember } from "../../contract/openapi-references.ts";
import { toCanonicalText } from "../../json/canonical.ts";
import {
  type AddChange,
  type DescriptionPair,
  getNewLocation,
  getOldLocation,
  type PayloadDirection,
} from "./change.ts";
import { compareEncodings } from "./compare-encodings.ts";
import { buildSchema, describeWriting, getBareType, isRequired } from "./compare-parameters.ts";
import type { LocatedValue } from "./normalize/tools.ts";
import { type ApiOperation, listMedia } from "./operations.ts";

/** @param before an operation, like `now` */
export function comparePayloads(
  before: ApiOperation,
  now: ApiOperation,
  sides: DescriptionPair,
  add: AddChange,
): void {
  const { old, young } = sides;
  const sends = before.body === "request";
  const body = presentMember(old.member(before.own, "requestBody"));
  const bodyNow = presentMember(young.member(now.own, "requestBody"));
  const takes = sends ? "takes" : "sends";
  if (body && !bodyNow) {
    const message = `It no longer ${takes} a body.`;
    add({ rule: "body-removed", isBreaking: true, message, ...getOldLocation(body) });
  } else if (!body && bodyNow) {
    const what = isRequired(bodyNow) ? "required" : "optional";
    const message = `It now ${takes} a body, which is ${what}.`;
    add({
      rule: "body-added",
      isBreaking: sends && isRequired(bodyNow),
      message,
      ...getNewLocation(bodyNow),
    });
  } else if (body && bodyNow) {
    if (isRequired(body) !== isRequired(bodyNow)) {
      const is = isRequired(bodyNow);
      const message = is ? "The body is now required." : "The body is now optional.";
      const rule = is ? "body-required" : "body-optional";
      add({ rule, isBreaking: sends === is, message, ...getNewLocation(bodyNow) });
    }
    const media = [listMedia(body, old), listMedia(bodyNow, young)] as const;
    compareMedia(media, before.body, "the body", sides, add);
  }
  compareResponses(before, now, sides, add);
}

function presentMember(member: LocatedValue): LocatedValue | undefined {
  return member.value === undefined ? undefined : member;
}

function compareResponses(
  before: ApiOperation,
  now: ApiOperation,
  sides: DescriptionPair,
  add: AddChange,
): void {
  const { old, young } = sides;
  const answers = before.body === "request" ? "response" : "request";
  const former = new Map(old.listMembers(old.member(before.own, "responses")));
  const current = new Map(young.listMembers(young.member(now.own, "responses")));
  const pairs: [status: string, LocatedValue, LocatedValue][] = [];
  for (const [status, one] of former) {
    const others = listResponses(status, one, current, former);
    if (others.length === 0) {
      const isSuccess = /^(?:2|default$)/i.test(status);
      const message = `The response ${status} was removed.`;
      add({ rule: "response-removed", isBreaking: isSuccess, message, ...getOldLocation(one) });
    }
    for (const [code, other] of others) pairs.push([code, one, other]);
  }
  for (const [status, one] of current) {
    if (former.has(status)) continue;
    const range = listResponses(status, one, former, current).filter(([code]) => code === status);
    for (const [, other] of range) pairs.push([status, other, one]);
    if (range.length > 0) continue;
    const message = `Added the response ${status}.`;
    add({ rule: "response-added", isBreaking: false, message, ...getNewLocation(one) });
  }
  for (const [status, one, other] of pairs) {
    const media = [listMedia(one, old), listMedia(other, young)] as const;
    compareMedia(media, answers, `the response ${status}`, sides, add);
    if (answers === "response") compareHeaders(one, other, status, sides, add);
  }
}

/**
 * The responses of the other specification that a status corresponds to: the same status, else its
 * range, else, for a range, the statuses in it, else the default.
 * @param listed statuses that the specification of the status lists
 */
function listResponses(
  status: string,
  response: LocatedValue,
  others: ReadonlyMap<string, LocatedValue>,
  listed: ReadonlyMap<string, LocatedValue>,
): [string, LocatedValue][] {
  const same = others.get(status);
  if (same) return [[status, same]];
  const range = `${status[0]}XX`;
  const whole = others.get(range);
  if (status === "default" || whole) return whole ? [[status, whole]] : [];
  const parts = [...others].filter(([code]) => status === range && isIn(code, range));
  // Responses that the specification lists explicitly are compared with their counterpart.
  if (parts.length > 0) return parts.filter(([code]) => !listed.has(code));
  const usual = others.get("default");
  if (!usual) return [];
  // Most defaults describe errors, so a success response matches the default only if it is the
  // same.
  const isSuccess = status.startsWith("2");
  const isSame = toCanonicalText(response.value) === toCanonicalText(usual.value);
  return isSuccess && !(isSame && hasContent(usual)) ? [] : [[status, usual]];
}

function isIn(status: string, range: string): boolean {
  return /^\d+$/.test(status) && status[0] === range[0];
}

function hasContent({ value }: LocatedValue): boolean {
  return Object.keys(getMember(value, "content") ?? {}).length > 0;
}

function compareHeaders(
  before: LocatedValue,
  now: LocatedValue,
  status: string,
  { old, young, schemas }: DescriptionPair,
  add: AddChange,
): void {
  const headers = new Map(
    young
      .listMembers(young.member(now, "headers"))
      .map(([name, header]) => [name.toLowerCase(), { name, header }]),
  );
  for (const [name, header] of old.listMembers(old.member(before, "headers"))) {
    const what = `The header ${name} of the response ${status}`;
    const same = headers.get(name.toLowerCase())?.header;
    headers.delete(name.toLowerCase());
    if (!same) {
      const message = `${what} was removed.`;
      add({
        rule: "response-header-removed",
        isBreaking: true,
        message,
        ...getOldLocation(header),
      });
      continue;
    }
    if (isRequired(header) && !isRequired(same)) {
      const message = `${what} is now optional.`;
      add({ rule: "response-header-optional", isBreaking: true, message, ...getNewLocation(same) });
    }
    const [style, styleNow] = describeWriting([header, old], [same, young]);
    if (style !== styleNow) {
      const message = `The serialization of ${what.replace(/^T/, "t")} changed from ${style} to ${styleNow}.`;
      add({
        rule: "response-header-style-changed",
        isBreaking: true,
        message,
        ...getNewLocation(same),
      });
    }
    const changes = schemas.buildChanges(
      buildSchema(header, old),
      buildSchema(same, young),
      "response",
    );
    for (const change of changes) add({ ...change, message: `${what}: ${change.message}` });
  }
  for (const { name, header } of headers.values()) {
    const message = `Added the header ${name} to the response ${status}.`;
    add({ rule: "response-header-added", isBreaking: false, message, ...getNewLocation(header) });
  }
}

/** Removing a media type breaks clients that send or read it. */
function compareMedia(
  [before, now]: readonly [ReadonlyMap<string, LocatedValue>, ReadonlyMap<string, LocatedValue>],
  direction: PayloadDirection,
  what: string,
  sides: DescriptionPair,
  add: AddChange,
): void {
  const { old, young, schemas } = sides;
  const called = what.replace(/^t/, "T");
  const came = new Set(now.keys());
  for (const [type, one] of before) {
    const other = findCorrespondingType(type, now, direction);
    const same = other === undefined ? undefined : now.get(other);
    if (other === undefined || same === undefined) {
      const message = `${called} is no longer available as ${type}.`;
      add({
        rule: `${direction}-media-type-removed`,
        isBreaking: true,
        message,
        ...getOldLocation(one),
      });
      continue;
    }
    came.delete(other);
    const options = { isXml: /[/+]xml\b/i.test(type) };
    const [a, b] = [old.member(one, "schema"), young.member(same, "schema")];
    for (const change of schemas.buildChanges(a, b, direction, options)) add(change);
    compareItems(one, same, direction, what, sides, add);
    if (/\bform\b|form-|multipart\//i.test(type)) {
      compareEncodings(one, same, direction, type, sides, add);
    }
  }
  for (const [type, one] of now) {
    if (!came.has(type)) continue;
    const message = `${called} is now also available as ${type}.`;
    add({
      rule: `${direction}-media-type-added`,
      isBreaking: false,
      message,
      ...getNewLocation(one),
    });
  }
}

/** Items of a stream, since OpenAPI 3.2. */
function compareItems(
  before: LocatedValue,
  now: LocatedValue,
  direction: PayloadDirection,
  what: string,
  { old, young, schemas }: DescriptionPair,
  add: AddChange,
): void {
  const [a, b] = [old.member(before, "itemSchema"), young.member(now, "itemSchema")];
  if (a.value === undefined && b.value === undefined) return;
  for (const change of schemas.buildChanges(a, b, direction)) {
    add({ ...change, message: `Each item of ${what}: ${change.message}` });
  }
}

/**
 * The same type, possibly with other parameters such as a charset, or a range that includes it.
 * Request types may become wider.
 */
function findCorrespondingType(
  type: string,
  now: ReadonlyMap<string, LocatedValue>,
  direction: PayloadDirection,
): string | undefined {
  if (now.has(type)) return type;
  const bare = getBareType(type);
  return [...now.keys()].find((other) => {
    const [some, all] =
      direction === "request" ? [bare, getBareType(other)] : [getBareType(other), bare];
    return some === all || all === "*/*" || all === some.replace(/\/.*/, "/*");
  });
}
