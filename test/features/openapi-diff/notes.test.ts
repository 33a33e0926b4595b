/** Defaults and deprecations that a schema has in several parts. */
import { describe, expect, test } from "vitest";
import { describeDefault } from "../../../src/features/openapi-diff/notes.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { compareBodies, type Tree } from "./schemas/compare-bodies.ts";

const text = { type: "string" };
const components = {
  Red: { ...text, default: "red" },
  Blue: { ...text, default: "blue" },
  Old: { ...text, deprecated: true },
};

/** Schemas with an annotation in each place where it can be. */
function listForms(annotation: Tree, component: string): readonly Tree[] {
  const reference = { $ref: `#/components/schemas/${component}` };
  return [
    { ...text, ...annotation },
    { allOf: [{ ...text, ...annotation }] },
    { allOf: [text, annotation] },
    { allOf: [annotation, text] },
    { ...text, allOf: [{ maxLength: 9 }, { allOf: [{ minLength: 0 }, annotation] }] },
    reference,
    { allOf: [{ title: "Color" }, reference] },
  ];
}

const inObject = (color: Tree) => ({ type: "object", properties: { color } });
const listNotes = (before: Tree, now: Tree) =>
  compareBodies(inObject(before), inObject(now), components).map((changes) =>
    changes.filter((change) => /default|deprecated|reactivated/.test(change)),
  );

describe("in each place of a schema", () => {
  slowTest("a different default is reported, and an equal one is not", () => {
    for (const before of listForms({ default: "red" }, "Red")) {
      for (const now of listForms({ default: "red" }, "Red")) {
        expect(listNotes(before, now)).toEqual([[], []]);
      }
      for (const now of listForms({ default: "blue" }, "Blue")) {
        for (const changes of listNotes(before, now)) {
          expect(changes).toEqual([
            expect.stringMatching(/^[\w-]*default-changed: .*from "red" to "blue"\.$/),
          ]);
        }
      }
      for (const changes of listNotes(before, text)) {
        expect(changes).toEqual([expect.stringMatching(/from "red" to not set\.$/)]);
      }
    }
  });

  test("a deprecation and its end are reported", () => {
    for (const old of listForms({ deprecated: true }, "Old")) {
      expect(listNotes(old, { ...text, deprecated: true })).toEqual([[], []]);
      for (const changes of listNotes(text, old)) {
        expect(changes).toEqual([expect.stringMatching(/deprecated: .* is now deprecated\.$/)]);
      }
      for (const changes of listNotes(old, { ...text, deprecated: false })) {
        expect(changes).toEqual([
          expect.stringMatching(/reactivated: .* is no longer deprecated\.$/),
        ]);
      }
    }
  });
});

test.each<readonly [readonly Tree[], string]>([
  [[], "not set"],
  [[{}, {}], "not set"],
  [[{ default: null }], "null"],
  [[{}, { default: false }], "false"],
  [[{}, { default: 0 }, { default: 1 }], "0"],
  [[{ default: "" }, { default: "a" }], '""'],
  [[{ type: "string" }, {}, { default: [1] }], "[1]"],
])("the default of the parts %j is %s", (parts, expected) => {
  expect(describeDefault(parts.map((value) => ({ value, path: [] })))).toBe(expected);
});
