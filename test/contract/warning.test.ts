import { expect, test } from "vitest";
import { readWarnings, writeWarnings } from "../../src/contract/warning.ts";

test.each<[readonly string[], string]>([
  [[], ""],
  [["title has no effect"], '299 - "title has no effect"'],
  [["one", "two"], '299 - "one", 299 - "two"'],
  [['a "quoted" \\ text'], '299 - "a \\"quoted\\" \\\\ text"'],
])("the warnings %j are the header %s", (texts, header) => {
  expect(writeWarnings(texts)).toBe(header);
  expect(readWarnings(header)).toEqual(texts);
});

test("a header has printable ASCII characters only", () => {
  expect(writeWarnings(["é\n\u007f~ 🙂"])).toBe(
    '299 - "\\\\u00e9\\\\u000a\\\\u007f~ \\\\ud83d\\\\ude42"',
  );
});

test.each<[string, readonly string[]]>([
  ['110 - "Response is stale"', []],
  ['110 - "stale", 299 host.example "kept", 214 - "transformed"', ["kept"]],
  ["299 - unquoted", []],
  ["", []],
])("of %s, the warnings that are not about caches are read", (header, texts) => {
  expect(readWarnings(header)).toEqual(texts);
});
