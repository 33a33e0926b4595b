import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { createTokenStore } from "../../src/settings/token-store.ts";
import { checkToken, parseToken } from "../../src/settings/tokens.ts";
import { amount, slowTest } from "../support/generators/amount.ts";
import { content, freshFolder, put } from "./fresh-folder.ts";

const origin = "https://api.example.com";

test("a token is stored, replaced and deleted", async () => {
  const folder = freshFolder();
  const store = createTokenStore(folder, "work", {});
  const file = `file ${folder.path}/tokens.json`;
  expect(await store.get(origin)).toBeUndefined();
  expect(await store.set(origin, "first", "file")).toEqual({ storage: file, warning: undefined });
  await store.set(origin, "second", "file");
  expect(await store.get(origin)).toEqual({ value: "second", from: file });
  expect([store.storages(origin), store.origins()]).toEqual([[file], [origin]]);
  expect(content(folder, "tokens.json")).toEqual({ work: { [origin]: "second" } });
  expect(await store.remove(origin)).toEqual({ removed: [file], left: undefined });
  expect(await store.remove(origin)).toEqual({ removed: [], left: undefined });
  expect(content(folder, "tokens.json")).toEqual({});
});

test.each([
  "http://api.example.com",
  "https://api.example.com:8443",
  "https://api.example.com.",
  "https://api.example.com.evil.example",
  "https://example.com",
  "https://xapi.example.com",
  "https://аpi.example.com",
])("the token of https://api.example.com is not returned for %s", async (other) => {
  const folder = freshFolder();
  await createTokenStore(folder, "work", {}).set(origin, "secret", "file");
  expect(await createTokenStore(folder, "work", {}).get(other)).toBeUndefined();
});

test("profiles do not share tokens, and spellings of the same origin are equal", async () => {
  const folder = freshFolder();
  await createTokenStore(folder, "work", {}).set(origin, "secret", "file");
  expect(await createTokenStore(folder, "home", {}).get(origin)).toBeUndefined();
  expect(await createTokenStore(folder, "constructor", {}).get(origin)).toBeUndefined();
  expect(
    (await createTokenStore(folder, "work", {}).get("https://API.example.com:443/"))?.value,
  ).toBe("secret");
});

test("one line break at the end of piped input is removed", () => {
  expect(parseToken("abc\n")).toBe("abc");
  expect(parseToken("abc\r\n")).toBe("abc");
  expect(() => parseToken("abc\n\n")).toThrow(UsageError);
  expect(() => checkToken("abc\n", "the input")).toThrow(UsageError);
});

slowTest(
  "a token that a header cannot contain is refused and never printed",
  async () => {
    const folder = freshFolder();
    const visible = fc.string({
      minLength: 8,
      maxLength: 40,
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    const forbidden = fc.oneof(
      fc.constantFrom(
        "\n",
        "\r\n",
        "\t",
        " ",
        "\0",
        "\u007f",
        "\u0085",
        "\u00a0",
        "\u2028",
        "é",
        "😀",
        "\ud800",
      ),
      fc.integer({ min: 0, max: 0x20 }).map((code) => String.fromCharCode(code)),
      fc.integer({ min: 0x7f, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    );
    await fc.assert(
      fc.asyncProperty(visible, forbidden, visible, async (before, bad, after) => {
        const token = before + bad + after;
        put(folder, "tokens.json", { default: { [origin]: token } });
        const store = createTokenStore(folder, "default", {});
        const attempts = [
          async () => checkToken(token, "environment TOME_TOKEN"),
          async () => parseToken(`${token}\n`),
          () => store.set(origin, token, "file"),
          () => store.get(origin),
        ];
        for (const attempt of attempts) {
          const error: unknown = await attempt().catch((thrown: unknown) => thrown);
          expect(error).toBeInstanceOf(UsageError);
          const said = inspect(error, { showHidden: true, depth: 9 });
          expect(said.includes(before) || said.includes(after)).toBe(false);
        }
      }),
      { numRuns: amount({ short: 100, all: 500, full: 500 }) },
    );
    expect(() => checkToken("", "the input")).toThrow("The token from the input must be");
  },
  30_000,
);

test.each(["", " ", "\n", "\t \r\n"])("the input %j contains no token", (text) => {
  expect(() => parseToken(text)).toThrow("The input does not contain a token.");
});
