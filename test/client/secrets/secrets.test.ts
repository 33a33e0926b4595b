import { describe, expect, test } from "vitest";
import { createTokenRemover } from "../../../src/client/secrets/secrets.ts";

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
