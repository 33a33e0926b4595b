import { expect, test } from "vitest";
import { removeComments } from "../../src/json/comments.ts";

test("comments and trailing commas are removed, but not in strings", () => {
  const text = `// first
{
  "a": "// text, }", /* one, */ "b": [1, 2, /* last */ ],
  "c\\"/*": "*/\\\\", // end
}
/* open`;
  expect(JSON.parse(removeComments(text))).toEqual({
    a: "// text, }",
    b: [1, 2],
    'c"/*': "*/\\",
  });
});

test("plain JSON keeps its value, and invalid JSON stays invalid", () => {
  const value = { a: [1, [2, { b: "x,]" }], {}], "/": ",}", c: null };
  expect(JSON.parse(removeComments(JSON.stringify(value, undefined, 2)))).toEqual(value);
  for (const text of ["[1,,]", '{"a":1,', '"open', "[1 /]"]) {
    expect(() => JSON.parse(removeComments(text))).toThrow(SyntaxError);
  }
});
