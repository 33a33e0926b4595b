import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/contract/check.ts";
import type { Field } from "../../src/contract/fields.ts";
import { getType } from "../../src/contract/nouns.ts";
import { isPlainlyValid } from "../../src/contract/plain-check.ts";
import type { JsonObject, JsonValue } from "../../src/json/values.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { endpoints } from "../support/requests/made.ts";

const strange = fc.constantFrom<JsonValue>(
  null,
  true,
  "",
  " ",
  "S1000000000000000000",
  "a/b",
  "x\n",
  "😀".repeat(3),
  "y".repeat(256),
  "docs.example.com",
  -1,
  0,
  1.5,
  2 ** 53,
  [],
  ["a", "a"],
  {},
  { type: "space", space: "S1" },
  { type: "space", id: 1 },
);

/** Mostly fitting values of a field, near its limits. */
function valuesFor(field: Field): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 12, arbitrary: fitting(field) }, { weight: 1, arbitrary: strange });
}

function fitting(field: Field): fc.Arbitrary<JsonValue> {
  switch (field.kind) {
    case "id":
      return fc.stringMatching(/^[\w-]{1,20}$/);
    case "text": {
      const { min = 0, max = 40 } = field;
      const unit = fc.constantFrom("a", "Z", "0", "-", ".", "/", "é", "😀");
      const near = (size: number) =>
        unit.map((one) => one.repeat(Math.max(0, Math.min(size, 5000))));
      const sizes = [min - 1, min, min + 1, Math.ceil(max / 2), max, max + 1].map(near);
      return fc.oneof(fc.string({ unit, maxLength: 12 }), ...sizes);
    }
    case "integer": {
      const { min = 0, max = 100 } = field;
      return fc.integer({ min: min - 1, max: max + 1 });
    }
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...field.values, "other");
    case "list":
      return fc.array(valuesFor(field.of), { maxLength: 4 });
    case "pointer":
      return fc.tuple(fc.constantFrom(...field.to), fc.string()).map(([noun, id]) => ({
        type: getType(noun),
        [field.under ?? noun]: id,
      }));
    case "group":
      return arrangeInputs(field.fields);
    case "json":
      return strange;
  }
}

function arrangeInputs(fields: Readonly<Record<string, Field>>): fc.Arbitrary<JsonObject> {
  const members = Object.entries(fields).map(([name, field]): [string, fc.Arbitrary<JsonValue>] => [
    name,
    valuesFor(field),
  ]);
  const known = fc.record(Object.fromEntries(members), {
    requiredKeys: Object.keys(fields).filter((name) => fields[name]?.optional !== true),
  });
  const anyExtra = fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ unknown: 1 }) },
  );
  return fc.tuple(known, anyExtra).map(([input, extra]) => ({ ...input, ...extra }));
}

slowTest("an input of any operation that is plainly valid has no error", async () => {
  const tried = sample(endpoints, 60);
  let accepted = 0;
  for (const { operation, input } of tried) {
    const property = fc.asyncProperty(arrangeInputs(input), async (value) => {
      if (!isPlainlyValid(input, value)) return;
      accepted++;
      expect(await check(input, value), operation).toEqual([]);
    });
    await fc.assert(property, { numRuns: 40, seed: 51 });
  }
  expect(accepted).toBeGreaterThan(tried.length * 5);
});

test.each(
  ["a", "é", "😀", "a😀"].flatMap((unit) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((count) => [unit.repeat(count)] as const),
  ),
)("%j is plainly valid only with a permitted number of characters", async (text) => {
  const fields = { title: { kind: "text", help: "", min: 3, max: 6 } } as const;
  const { length } = [...text];
  const isValid = length >= 3 && length <= 6;
  expect((await check(fields, { title: text })).length === 0).toBe(isValid);
  if (isPlainlyValid(fields, { title: text })) expect(isValid).toBe(true);
  // Short texts of single units are recognized without the schema library.
  if (text.length === length && length >= 6)
    expect(isPlainlyValid(fields, { title: text })).toBe(isValid);
});

test.each<[string, JsonValue]>([
  ["a missing field", {}],
  ["an unknown field", { spaceId: "S1", other: 1 }],
  ["a field of Object.prototype", { spaceId: "S1", toString: "x" }],
  ["an id with a slash", { spaceId: "a/b" }],
  ["an id with a line break at its end", { spaceId: "a\n" }],
  ["null", { spaceId: null }],
  ["a list", [["spaceId", "S1"]]],
])("%s is not plainly valid", (_, value) => {
  expect(isPlainlyValid({ spaceId: { kind: "id", of: "space", help: "" } }, value)).toBe(false);
});
