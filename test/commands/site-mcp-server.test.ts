import { expect, test } from "vitest";
import { commands } from "../../src/commands/site-mcp-server.ts";
import { prepareInput } from "../support/commands/verb-parts.ts";

const refuse = (line: number) =>
  `Line ${line} of --headers-file is not a header. Write one header on each line, such as Authorization: Bearer abc`;

test.each<[string, object | string]>([
  ["", {}],
  ["Authorization: Bearer abc\n", { Authorization: "Bearer abc" }],
  ["A: 1\r\nB:2 : 3\r\n", { A: "1", B: "2 : 3" }],
  ["# a comment\n\n  \nA: 1", { A: "1" }],
  ["A: 1\nA: 2", { A: "2" }],
  ["x-!#$%&'*+.^`|~: 1", { "x-!#$%&'*+.^`|~": "1" }],
  ["A", refuse(1)],
  ["A: 1\nB:", refuse(2)],
  ["A: 1\n\nB: \t", refuse(3)],
  [": 1", refuse(1)],
  ["A B: 1", refuse(1)],
  [" A: 1", refuse(1)],
])("the headers of the file %j", (file, expected) => {
  for (const verb of ["create", "update"]) {
    const sent = prepareInput(commands, verb, { title: "Orders", headers_file: file });
    expect(sent).toEqual(
      typeof expected === "string" ? expected : { title: "Orders", headers: expected },
    );
  }
});

test("without a file, a new server has no headers, and a changed one keeps them", () => {
  expect(prepareInput(commands, "create", {})).toEqual({ headers: {} });
  expect(prepareInput(commands, "update", {})).toEqual({});
  expect(prepareInput(commands, "update", { headers: { A: "1" } })).toEqual({
    headers: { A: "1" },
  });
});
