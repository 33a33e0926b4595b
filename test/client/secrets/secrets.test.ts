import { describe, expect, test } from "vitest";
import { createTokenRemover, createValueRemover } from "../../../src/client/secrets/secrets.ts";

describe("createTokenRemover", () => {
  test.each(["abc-123-token", "a\ud800b", "\udc00", "ü/ö=&"])(
    "removes %j in plain text",
    (token) => {
      expect(createTokenRemover(token)(`before ${token} after`)).toBe("before [removed] after");
    },
  );

  test("removes a token in percent encoding", () => {
    const token = "ab/cd ef";
    expect(createTokenRemover(token)(`?q=${encodeURIComponent(token)}`)).toBe("?q=[removed]");
  });
});

describe("createValueRemover", () => {
  test.each([
    // A replayed recording contains no values, and they may be part of an encoded URL.
    [["[removed]"], "[removed] %5Bremoved%5D", "[removed] %5Bremoved%5D"],
    [["[removed]", "secret-1"], "[removed] secret-1", "[removed] (hidden)"],
    [["secret-1", "secret-2"], "secret-1, secret-2x", "(hidden), (hidden)x"],
    // Short values are removed as whole words only.
    [["abcd"], "abcd abcde x-abcd (abcd)", "(hidden) abcde x-abcd ((hidden))"],
    [["abc", ""], "abc", "abc"],
    [[], "secret-1", "secret-1"],
  ])("without the values %j, %j is %j", (values, text, shown) => {
    expect(createValueRemover(values, "(hidden)")(text)).toBe(shown);
  });
});
