import { expect, test } from "vitest";
import { asObject, asObjects, asText, isJson, isObject } from "../../src/json/values.ts";

test.each([
  [{ a: 1 }, true, { a: 1 }, [], ""],
  [[{ a: 1 }, "b", null], false, {}, [{ a: 1 }, {}, {}], ""],
  ["text", false, {}, [], "text"],
  [null, false, {}, [], ""],
  [undefined, false, {}, [], ""],
  [1n, false, {}, [], ""],
])("%o is converted to an object, to objects and to a text", (value, is, object, objects, text) => {
  expect([isObject(value), asObject(value)]).toEqual([is, object]);
  expect([asObjects(value), asText(value)]).toEqual([objects, text]);
});

test("a text is JSON if it is one value", () => {
  expect(['{"a":1}', "null", "1 2", "", "{a:1}"].map(isJson)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
