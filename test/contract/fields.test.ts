import { expect, test } from "vitest";
import {
  enumeration,
  list,
  nullable,
  optional,
  pointer,
  pointTo,
  reference,
  text,
} from "../../src/contract/fields.ts";

test.each([
  // A pointer has the id under its kind, and a reference under the same name for every kind.
  [pointer(["space", "collection"], ""), "space", { type: "space", space: "X1" }],
  [pointer(["space", "collection"], ""), "collection", { type: "collection", collection: "X1" }],
  [reference(["site", "siteSection"], ""), "site", { type: "site", id: "X1" }],
  [reference(["site", "siteSection"], ""), "siteSection", { type: "site-section", id: "X1" }],
] as const)("the field %j refers to a %s as %j", (field, noun, value) => {
  expect(pointTo(field, noun, "X1")).toEqual(value);
});

test("an optional field may be null too, and the original field does not change", () => {
  const plain = text("A title", { max: 5 });
  const both = optional(nullable(plain));
  expect(both).toEqual({ kind: "text", help: "A title", max: 5, optional: true, nullable: true });
  expect(plain).toEqual({ kind: "text", help: "A title", max: 5 });
});

test("a list and an enumeration have their values, limits and defaults", () => {
  const state = enumeration(["open", "closed"], "State", { default: "open" });
  expect(list(state, "States", { max: 3 })).toEqual({
    ...{ kind: "list", help: "States", max: 3 },
    of: { kind: "enum", help: "State", values: ["open", "closed"], default: "open" },
  });
});
