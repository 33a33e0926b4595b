import { expect, test } from "vitest";
import { listWords } from "../../../../src/service/engines/language/stemmers.ts";

test.each([
  ["en", "Installing the installed INSTALLATIONS", ["instal", "the", "instal", "instal"]],
  ["en", "don’t user's C++ v2.0", ["don't", "user", "c", "v2", "0"]],
  [null, "running", ["run"]],
  ["he", "running שלום", ["run", "שלום"]],
  ["en", "ﬁle １２", ["file", "12"]],
  ["en", " *** — ", []],
] as const)("in %s, %j has the words %j", async (language, text, words) => {
  expect((await listWords(language))(text)).toEqual(words);
});

test("two forms of a word are equal in its own language", async () => {
  for (const [language, one, other] of [
    ["de", "Häuser", "Haus"],
    ["fr", "chevaux", "cheval"],
    ["es", "canciones", "canción"],
    ["ru", "книги", "книга"],
  ] as const) {
    const words = await listWords(language);
    expect(words(one)).toEqual(words(other));
  }
});

test("scripts without spaces are split into words", async () => {
  const words = await listWords("ja");
  expect(words("監視エージェントを設定する").length).toBeGreaterThan(2);
});

test("strings of more than 60 characters are not words", async () => {
  const words = await listWords("en");
  expect(words(`${"9".repeat(60)} ${"9".repeat(61)}`)).toEqual(["9".repeat(60)]);
});

test("a long text without spaces is segmented in pieces, without its punctuation", async () => {
  const words = await listWords("zh");
  const found = words(`${"你好".repeat(1500)}，世界。`);
  expect(found.join("")).toBe(`${"你好".repeat(1500)}世界`);
});

test.each([
  [undefined, "running", ["run"]],
  ["pt-br", "correndo", ["corr"]],
  ["de", "L'Haus' Autos’", ["l'haus", "autos"]],
  ["en", "as", ["as"]],
  ["not a tag", "running 你好", ["run", "你好"]],
  ["", "running", ["run"]],
])("the language %s has rules, or those of English: %j", async (language, text, stems) => {
  expect((await listWords(language))(text)).toEqual(stems);
});
