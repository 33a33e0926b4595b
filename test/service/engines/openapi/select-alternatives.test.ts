import { describe, expect, it } from "vitest";
import { selectAlternatives } from "../../../../src/service/engines/openapi/select-alternatives.ts";

const withType = (...values: string[]) => ({ properties: { type: { enum: values } } });
const key = withType("key");
const basic = withType("basic");
const bearer = withType("bearer");
const otherKey = { ...key, title: "Other" };
const list = { type: "array" };
const text = { type: "string" };
const reference = { required: ["$ref"] };
const is = (...values: string[]) => ({ ...withType(...values), required: ["type"] });
const isReference = { type: "object", required: ["$ref"] };

function when(condition: object, then: unknown, otherwise: unknown) {
  return { if: condition, then, else: otherwise };
}

describe("alternatives of a schema", () => {
  it.each<[string, readonly unknown[], object]>([
    [
      "are selected by the values of a field",
      [key, basic],
      when(is("key"), key, when(is("basic"), basic, is("key", "basic"))),
    ],
    ["remain if no field selects one", [text, list], { oneOf: [text, list] }],
    ["remain if one accepts any value", [key, text], { oneOf: [key, text] }],
    [
      "remain if two accept the same value among others",
      [key, withType("basic", "key")],
      { oneOf: [key, withType("basic", "key")] },
    ],
    ["remain if the field selects nothing", [key, otherKey], { oneOf: [key, otherKey] }],
    [
      "remain if the field has no list of values",
      [{ properties: { type: text } }, { properties: { type: true } }],
      { oneOf: [{ properties: { type: text } }, { properties: { type: true } }] },
    ],
    [
      "with the same values are tried together",
      [key, otherKey, basic],
      when(is("key"), { oneOf: [key, otherKey] }, when(is("basic"), basic, is("key", "basic"))),
    ],
    [
      "accept the values of their own alternatives",
      [key, { oneOf: [basic, bearer] }],
      when(
        is("key"),
        key,
        when(
          is("basic", "bearer"),
          when(is("basic"), basic, when(is("bearer"), bearer, is("basic", "bearer"))),
          is("key", "basic", "bearer"),
        ),
      ),
    ],
    [
      "include a reference, which its member $ref selects",
      [text, reference],
      when(isReference, reference, text),
    ],
    [
      "include a reference and others",
      [reference, key, text],
      when(isReference, reference, { oneOf: [key, text] }),
    ],
    [
      "can be definitions",
      [{ $ref: "#/definitions/Key" }, { $ref: "#/definitions/Reference" }],
      when(isReference, { $ref: "#/definitions/Reference" }, { $ref: "#/definitions/Key" }),
    ],
    [
      "can be unknown definitions",
      [{ $ref: "#/definitions/Nosuch" }, { $ref: "other.json" }, true],
      { oneOf: [{ $ref: "#/definitions/Nosuch" }, { $ref: "other.json" }, true] },
    ],
  ])("%s", (_, oneOf, selected) => {
    const definitions = { Key: key, Reference: reference };
    expect(selectAlternatives({ definitions, items: [{ oneOf }] })).toEqual({
      definitions,
      items: [selected],
    });
  });

  it("are not a property with the name oneOf", () => {
    const schema = { properties: { oneOf: { items: text }, if: text, a: 1 }, required: ["oneOf"] };
    expect(selectAlternatives(schema)).toEqual(schema);
    const inProperty = { properties: { oneOf: { oneOf: [text, reference] } } };
    expect(selectAlternatives(inProperty)).toEqual({
      properties: { oneOf: when(isReference, reference, text) },
    });
  });
});
