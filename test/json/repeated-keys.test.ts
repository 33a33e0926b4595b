import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { findRepeatedKey } from "../../src/json/repeated-keys.ts";

test.each([
  ["a: 1\nb: 2\na: 3\nb: 4\n", "a"],
  ["a:\n  - b: 1\n    c: 2\n    c: 3\n", "c"],
  // Of several mappings, it is the first one in the text.
  ["x: {a: 1, a: 2}\ny: {b: 1, b: 2}\n", "a"],
  ["- {c: 1}\n- {a: 1, a: 2}\n- {b: 1, b: 2}\n", "a"],
  ["a: {b: 1}\nc: {b: 1}\n", undefined],
  ["? [a]\n: 1\n? [a]\n: 2\n", undefined],
  ["1: x\n'1': y\n", undefined],
  ["- a\n- a\n", undefined],
])("the first repeated key of %j is %s", (text, key) => {
  const document = parseDocument(text, { uniqueKeys: false });
  expect(findRepeatedKey(document)?.value).toBe(key);
});
