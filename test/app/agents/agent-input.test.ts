import { expect, test } from "vitest";
import { toWords } from "../../../src/app/agents/agent-input.ts";
import { findCatalogCommand, loadCatalog, searchCatalog } from "../../../src/app/agents/catalog.ts";

async function listWords(command: string, input: Parameters<typeof toWords>[1]) {
  const { words, files } = toWords(findCatalogCommand(await loadCatalog(), command), input, []);
  return { words: words.slice(command.split(" ").length), files: Object.fromEntries(files) };
}

test("flags precede arguments, which are never read as flags", async () => {
  expect(await listWords("space update", { space: "--all", title: "-x", emoji: null })).toEqual({
    words: ["--title=-x", "--no-emoji", "--", "--all"],
    files: {},
  });
});

test.each([
  ["a flag", "cr edit", { cr: "3", file: "Text" }, ["--file=file.yaml", "--", "3"]],
  [
    "an argument",
    "saml certificate add",
    { provider: "Okta", file: "Text" },
    ["--", "Okta", "file.yaml"],
  ],
])("a text is the content of a file that %s names", async (_, command, input, words) => {
  expect(await listWords(command, input)).toEqual({ words, files: { "file.yaml": "Text" } });
});

test.each([
  ["an unknown name", { space: "Handbook", titel: "x" }, 'no input "titel". Did you mean title?'],
  ["an object for a text", { space: "Handbook", title: { a: 1 } }, "title must be a text"],
  ["null for a required text", { space: "Handbook", title: null }, "title cannot be null"],
])("%s is refused", async (_, input, message) => {
  await expect(listWords("space update", input)).rejects.toThrow(message);
});

test("a search finds commands by any word", async () => {
  const catalog = await loadCatalog();
  const [first] = searchCatalog(catalog, "constructor of a space", 1);
  expect(first?.name).toContain("space");
});
