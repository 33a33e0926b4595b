/** Words of the command line for the fields of the API. */
import { expect, test } from "vitest";
import { wordsByField, wordsByOperation } from "../../src/commands/flag-words.ts";
import { everyOperation } from "../../src/contract/every-operation.ts";
import type { Fields } from "../../src/contract/fields.ts";

function listPaths(fields: Fields, prefix = ""): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...(field.kind === "group" ? listPaths(field.fields, `${prefix}${name}.`) : []),
  ]);
}

const paths = new Map<string, readonly string[]>(
  everyOperation.map(({ operation, input }) => [operation, listPaths(input)]),
);

test("words belong to a field of the contract", () => {
  const everyPath = new Set([...paths.values()].flat());
  expect(Object.keys(wordsByField).filter((path) => !everyPath.has(path))).toEqual([]);
  const unknown = Object.entries(wordsByOperation).flatMap(([operation, fields]) =>
    Object.keys(fields)
      .filter((path) => paths.get(operation)?.includes(path) !== true)
      .map((path) => `${operation} ${path}`),
  );
  expect(unknown).toEqual([]);
});

test("words of an operation differ from those of every operation", () => {
  const repeated = Object.entries(wordsByOperation).flatMap(([operation, fields]) =>
    Object.entries(fields)
      .filter(([path, words]) => JSON.stringify(words) === JSON.stringify(wordsByField[path] ?? {}))
      .map(([path]) => `${operation} ${path}`),
  );
  expect(repeated).toEqual([]);
});
