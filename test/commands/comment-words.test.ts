import { expect, test } from "vitest";
import { getFirstWords, withResolved } from "../../src/commands/comment-words.ts";

test.each<[object, string]>([
  [
    { body: { markdown: "Is  it\n\ntrue? " }, postedBy: { displayName: "Ada" } },
    '"Is it true?" by Ada (C1)',
  ],
  [{ body: { markdown: "Yes" } }, '"Yes" (C1)'],
  [{ body: { markdown: " \n" }, postedBy: { displayName: "Ada" } }, "no text by Ada (C1)"],
  [{ body: {} }, "no text (C1)"],
  [{}, "no text (C1)"],
  ...["a", "é", "🎉"].flatMap((letter): [object, string][] => [
    [{ body: { markdown: letter.repeat(60) } }, `"${letter.repeat(60)}" (C1)`],
    [{ body: { markdown: letter.repeat(61) } }, `"${letter.repeat(60)}…" (C1)`],
  ]),
])("a question names the comment %j by its first words", (comment, expected) => {
  expect(getFirstWords({ id: "C1", ...comment })).toBe(expected);
});

test.each<[object, object]>([
  [{}, {}],
  [{ resolved: true }, { resolved: true }],
  [{ unresolve: true }, { resolved: false }],
  [{ unresolve: false }, { resolved: true }],
  [
    { unresolve: true, body: "x" },
    { resolved: false, body: "x" },
  ],
])("the flags %j become %j", (input, expected) => {
  expect(withResolved({ ...input })).toEqual(expected);
});

test.each([
  { resolved: true, unresolve: true },
  { resolved: false, unresolve: false },
])("--resolve and --unresolve are refused together: %j", (input) => {
  expect(() => withResolved(input)).toThrow("Specify either --resolve or --unresolve, not both.");
});
