/** Comparison of an operation's parameters. */
import { getMember, isTree } from "../../contract/openapi-references.ts";
import {
  type ApiDescription,
  type DescriptionPair,
  findText,
  getNewLocation,
  getOldLocation,
  type OwnChange,
} from "./change.ts";
import type { LocatedValue } from "./normalize/tools.ts";
import { compareDeprecation, describeDefault } from "./notes.ts";
import { listParts, parseKinds } from "./schemas/schema-shape.ts";

/**
 * The paths are the same, so an added or removed path parameter only describes a part of the path
 * that exists in both.
 * @returns the number of compared parameters
 */
export function compareParameters(
  before: ReadonlyMap<string, LocatedValue>,
  now: ReadonlyMap<string, LocatedValue>,
  sides: DescriptionPair,
  add: (change: OwnChange) => void,
): number {
  for (const [key, one] of before) {
    const same = now.get(key);
    const [where] = key.split(" ");
    const what = `The ${where} parameter ${findText(one, "name")}`;
    if (same) compareParameter(what, one, same, sides, add);
    else {
      const message = `${what} was removed.`;
      add({
        rule: "parameter-removed",
        isBreaking: where !== "path",
        message,
        ...getOldLocation(one),
      });
    }
  }
  const came = [...now].filter(([key]) => !before.has(key));
  for (const [key, one] of came) {
    const what = isRequired(one) ? "required" : "optional";
    const [where] = key.split(" ");
    const message = `Added the ${what} ${where} parameter ${findText(one, "name")}.`;
    const isBreaking = isRequired(one) && where !== "path";
    add({ rule: "parameter-added", isBreaking, message, ...getNewLocation(one) });
  }
  return before.size + came.length;
}

function compareParameter(
  what: string,
  one: LocatedValue,
  same: LocatedValue,
  { old, young, schemas }: DescriptionPair,
  add: (change: OwnChange) => void,
): void {
  if (isRequired(one) !== isRequired(same)) {
    const is = isRequired(same);
    const message = `${what} is ${is ? "now required" : "no longer required"}.`;
    const rule = is ? "parameter-required" : "parameter-optional";
    add({ rule, isBreaking: is, message, ...getNewLocation(same) });
  }
  const [style, styleNow] = describeWriting([one, old], [same, young]);
  if (style !== styleNow) {
    const message = `The serialization of ${what.replace(/^T/, "t")} changed from ${style} to ${styleNow}.`;
    add({ rule: "parameter-style-changed", isBreaking: true, message, ...getNewLocation(same) });
  }
  for (const [name, rule, narrows] of [
    ["allowReserved", "parameter-reserved-changed", false],
    ["allowEmptyValue", "parameter-empty-value-changed", true],
  ] as const) {
    const [had, has] = [one, same].map(({ value }) => getMember(value, name) === true);
    if (had === has) continue;
    const message = `${name} of ${what.replace(/^T/, "t")} changed from ${had} to ${has}.`;
    // allowReserved changes the encoding; allowEmptyValue accepts or refuses empty values.
    add({ rule, isBreaking: narrows ? had === true : true, message, ...getNewLocation(same) });
  }
  const [former, current] = [buildSchema(one, old), buildSchema(same, young)];
  for (const { aspect, message } of compareDeprecation(what, one, same)) {
    add({ rule: `parameter-${aspect}`, isBreaking: false, message, ...getNewLocation(same) });
  }
  const [used, uses] = [
    describeDefault(listParts(former, old)),
    describeDefault(listParts(current, young)),
  ];
  if (used !== uses) {
    const message = `The default of ${what.replace(/^T/, "t")} changed from ${used} to ${uses}.`;
    add({ rule: "parameter-default-changed", isBreaking: true, message, ...getNewLocation(same) });
  }
  for (const change of schemas.buildChanges(former, current, "request")) {
    add({ ...change, message: `${what}: ${change.message}` });
  }
}

export function isRequired(one: LocatedValue): boolean {
  return getMember(one.value, "required") === true;
}

/** Type of a parameter or header. */
export function buildSchema(parameter: LocatedValue, description: ApiDescription): LocatedValue {
  const media = description.listMembers(description.member(parameter, "content"))[0]?.[1];
  return description.member(media ?? parameter, "schema");
}

/** A media type without its parameters. */
export function getBareType(type: string): string {
  return type.replace(/;.*/s, "").trim().toLowerCase();
}

type ParameterSide = readonly [parameter: LocatedValue, description: ApiDescription];

/**
 * Serialization of a parameter or header on both sides. Explode matters only if the value can be a
 * list or an object on both.
 */
export function describeWriting(one: ParameterSide, same: ParameterSide): [string, string] {
  const hasParts = [one, same].every(([parameter, description]) => {
    const kinds = parseKinds(buildSchema(parameter, description), description);
    return kinds.size === 0 || kinds.has("array") || kinds.has("object");
  });
  const say = ({ value }: LocatedValue) => {
    const content = getMember(value, "content");
    if (isTree(content)) return Object.keys(content).map(getBareType).join(", ") || "nothing";
    const style = String(getMember(value, "style"));
    if (!hasParts) return style;
    return `${style}${getMember(value, "explode") === true ? ", exploded" : ""}`;
  };
  return [say(one[0]), say(same[0])];
}
