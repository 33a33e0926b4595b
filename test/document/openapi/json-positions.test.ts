import { describe, expect, test } from "vitest";
import { findJsonSyntaxError } from "../../../src/document/openapi/json-positions.ts";

describe("findJsonSyntaxError", () => {
  test.for([
    ["{\n", "Unexpected end of input found", { line: 1, column: 1 }],
    ['{"a": 1,}', 'Unexpected "}" found', { line: 1, column: 9 }],
    ["[1 2]", "Unexpected number found", { line: 1, column: 4 }],
    ["{a", "Unexpected character 'a' found", { line: 1, column: 2 }],
  ] as const)("names the position and the characters of %j", ([text, reason, position]) => {
    expect(findJsonSyntaxError(text)).toEqual({
      code: "JSON_SYNTAX",
      message: `The text is not valid JSON: ${reason}.`,
      position,
    });
  });
});
