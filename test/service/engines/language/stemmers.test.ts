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
