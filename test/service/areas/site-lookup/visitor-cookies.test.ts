import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readVisitorCookies } from "../../../../src/service/areas/site-lookup/visitor-cookies.ts";

/** Notations of a value in a Set-Cookie header. */
const notations = {
  percent: encodeURIComponent,
  "quoted percent": (text: string) => `"${encodeURIComponent(text)}"`,
  /** As `http.cookies` of Python writes it. */
  python: (text: string) =>
    `"${text
      .replaceAll(/["\\]/g, (character) => `\\${character}`)
      .replaceAll(/[,;]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`,
} as const;

const notation = fc.constantFrom(...Object.values(notations));
/** Characters that JSON does not escape and that need no UTF-8 in a header. */
const word = fc.string({ unit: fc.constantFrom(..."abz09-_.,; \\\"'{}") });
const claims = fc.dictionary(fc.constantFrom("plan", "role", "n"), fc.oneof(word, fc.boolean()), {
  noNullPrototype: true,
});

describe("readVisitorCookies", () => {
  test("reads claims in the notations of servers, and skips invalid cookies", () => {
    const invalid = fc.array(fc.constantFrom("{bad", '"', '""', "[1]", "%7", "\\"));
    const property = fc.property(claims, notation, invalid, (value, write, others) => {
      const cookies = [...others, write(JSON.stringify(value))];
      const header = cookies.map((one) => `gitbook-visitor-public=${one}`).join("; ");
      expect(readVisitorCookies(header).unsignedClaims).toEqual(value);
    });
    fc.assert(property);
  });

  test("returns the tokens of all cookies, also behind several others", () => {
    const others = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}\.[a-z]{1,5}\.$/), {
      maxLength: 9,
    });
    const property = fc.property(others, notation, (before, write) => {
      const header = [...before, write("a.b.c")].map((one) => `gitbook-visitor-token=${one}`);
      expect(readVisitorCookies(header.join("; ")).tokens).toEqual([...before, "a.b.c"]);
    });
    fc.assert(property);
  });
});

test.each([
  [undefined, [], undefined],
  ["gitbook-visitor-token=", [], undefined],
  [`gitbook-visitor-token=${"x".repeat(8192)}`, ["x".repeat(8192)], undefined],
  [`gitbook-visitor-token=${"x".repeat(8193)}`, [], undefined],
  ["gitbook-visitor-token=a; gitbook-visitor-token=a; other=b", ["a"], undefined],
  [
    `gitbook-visitor-public=${JSON.stringify({ a: "x".repeat(4088) })}`,
    [],
    { a: "x".repeat(4088) },
  ],
  [`gitbook-visitor-public=${JSON.stringify({ a: "x".repeat(4089) })}`, [], undefined],
])(
  "a header has tokens and claims up to their maximum length: %.40s",
  (header, tokens, unsignedClaims) => {
    expect(readVisitorCookies(header)).toEqual({ tokens, unsignedClaims });
  },
);
