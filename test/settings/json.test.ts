import { expect, test } from "vitest";
import { findOwn } from "../../src/json/own-members.ts";
import { parseObject, withMember } from "../../src/settings/json.ts";

test("only an object is accepted, and inherited properties are ignored", () => {
  expect(["[]", "5", "null", "{", ""].map(parseObject)).toEqual(Array(5).fill(undefined));
  expect(findOwn({}, "constructor")).toBeUndefined();
});

test("a changed copy keeps the order and the other fields, even one named __proto__", () => {
  const before = parseObject('{"a":1,"__proto__":{"b":2},"c":3}') ?? {};
  expect(JSON.stringify(withMember(before, "a", 9))).toBe('{"a":9,"__proto__":{"b":2},"c":3}');
  expect(JSON.stringify(withMember(before, "c", undefined))).toBe('{"a":1,"__proto__":{"b":2}}');
});
