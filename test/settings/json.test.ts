import { expect, test } from "vitest";
import { member, parseObject, withMember } from "../../src/settings/json.ts";

test("only an object is read as one, and inherited members are none", () => {
  expect(["[]", "5", "null", "{", ""].map(parseObject)).toEqual(Array(5).fill(undefined));
  expect(member({}, "constructor")).toBeUndefined();
});

test("a changed copy keeps the order and the other members, even one called __proto__", () => {
  const before = parseObject('{"a":1,"__proto__":{"b":2},"c":3}') ?? {};
  expect(JSON.stringify(withMember(before, "a", 9))).toBe('{"a":9,"__proto__":{"b":2},"c":3}');
  expect(JSON.stringify(withMember(before, "c", undefined))).toBe('{"a":1,"__proto__":{"b":2}}');
});
