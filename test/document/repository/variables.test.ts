import { expect, test } from "vitest";
import { parseVariables, VariablesError } from "../../../src/document/repository/variables.ts";

test.each<[string, object]>([
  ["", {}],
  ["# only a comment", {}],
  ["a: text", { a: "text" }],
  ["a:", { a: "" }],
  ["a: ~\nb: ''", { a: "", b: "" }],
  ["a: 3\nb: 1.5\nc: -0.5", { a: 3, b: 1.5, c: -0.5 }],
  ["a: 1.10\nb: 007\nc: 1e3", { a: "1.10", b: "007", c: "1e3" }],
  ["a: true\nb: false", { a: true, b: false }],
  ["a: '3'", { a: "3" }],
])("the text %j has the variables %j", (text, expected) => {
  expect(parseVariables(text, "v.yaml")).toEqual(expected);
});

test.each<[string, string, string]>([
  ["a", "", "v.yaml must have a name and a value on each line, such as version: 3."],
  ["- a", "", "v.yaml must have a name and a value on each line, such as version: 3."],
  ["3", "", "v.yaml must have a name and a value on each line, such as version: 3."],
  [
    "x: 1\na: [b]",
    "a",
    "The variable a in v.yaml must be text, a number, true or false. Use several variables instead of a list.",
  ],
  [
    "a: {b: c}",
    "a",
    "The variable a in v.yaml must be text, a number, true or false. Use several variables instead of a list.",
  ],
])("the text %j has an error in the variable %j", (text, variable, message) => {
  const parse = () => parseVariables(text, "v.yaml");
  expect(parse).toThrow(VariablesError);
  expect(parse).toThrow(expect.objectContaining({ variable, message }));
});

test.each(["a: [", "a: b: c", "a: 1\na: 2"])("the text %j cannot be read", (text) => {
  expect(() => parseVariables(text, "v.yaml")).toThrow(/^v\.yaml cannot be read: [^\n]*[^:.]\.$/);
});
