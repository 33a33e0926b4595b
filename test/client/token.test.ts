/** Valid tokens, and their destinations. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openClient } from "../../src/client/client.ts";
import { checkToken, isSameOrigin } from "../../src/client/token.ts";
import { UsageError } from "../../src/errors.ts";
import { slowTest } from "../support/generators/amount.ts";
import { rejection } from "../support/network/client.ts";

test("a token of visible ASCII characters is accepted unchanged", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
        minLength: 1,
      }),
      (token) => {
        expect(() => checkToken(token)).not.toThrow();
      },
    ),
  );
});

slowTest(
  "a token with a space, a control or a non-ASCII character is refused without being printed",
  async () => {
    const bad = fc.oneof(fc.integer({ min: 0, max: 0x20 }), fc.integer({ min: 0x7f, max: 0xffff }));
    await fc.assert(
      fc.asyncProperty(bad, fc.nat(8), async (code, at) => {
        const token = `${"canary42".slice(0, at)}${String.fromCharCode(code)}${"canary42".slice(at)}`;
        const error = await rejection(
          (async () =>
            openClient({
              baseUrl: "http://127.0.0.1:1",
              token,
              userAgent: "tome/test",
              transport: async () => {
                throw new Error("nothing may be sent");
              },
            }))(),
        );
        expect(error).toBeInstanceOf(UsageError);
        const shown =
          error instanceof UsageError ? `${error.message} ${error.hint} ${error.stack}` : "";
        expect(shown).not.toContain(token);
        expect(shown).not.toContain("canary");
      }),
      { numRuns: 500 },
    );
  },
);

test("an empty token is refused", () => {
  expect(() => checkToken("")).toThrow("The token is empty.");
});

const base = new URL("https://api.example.com/v1");

test.each([
  "http://api.example.com/v1/orgs",
  "https://api.example.com:8443/v1/orgs",
  "https://api.example.com.evil.example/v1/orgs",
  "https://api.example.com@evil.example/v1/orgs",
  "https://api.example.com./v1/orgs",
  "https://аpi.example.com/v1/orgs",
  "https://example.com/v1/orgs",
  "https://127.0.0.1/v1/orgs",
])("the token of https://api.example.com is not for %s", (address) => {
  expect(isSameOrigin(new URL(address), base)).toBe(false);
});

test.each(["https://api.example.com:443/", "https://API.example.com/other?page=2"])(
  "the token of https://api.example.com is for %s",
  (address) => {
    expect(isSameOrigin(new URL(address), base)).toBe(true);
  },
);

test.each(["", " ", "a b", "é"])(
  "the error of the invalid token %j says how to log in",
  (token) => {
    expect(() => checkToken(token)).toThrow(expect.objectContaining({ hint: "tome auth login" }));
  },
);
