import { expect, test } from "vitest";
import {
  getEmailDomain,
  normalizeEmail,
  quoteVisibly,
} from "../../../src/features/members/member-email.ts";

test.each([
  ["Ada@Example.COM", "ada@example.com", "example.com"],
  ["\u200e\u00a0 ada@example.com\u2069\t", "ada@example.com", "example.com"],
  ["a\u200bda@example.com", "a\u200bda@example.com", "example.com"],
  ["zoe\u0308@example.com", "zo\u00eb@example.com", "example.com"],
  ["ada@B\u00fccher.example", "ada@xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example", "xn--bcher-kva.example"],
  // The part before the last @ is never changed to ASCII.
  ["b\u00fccher@b@example.com", "b\u00fccher@b@example.com", "example.com"],
  // Characters that have a meaning in a URL stay.
  ["ada@b\u00fccher.example/x", "ada@b\u00fccher.example/x", "b\u00fccher.example/x"],
  // A domain that has no ASCII form stays.
  [
    "ada@\u00fc..-\u00fc.xn--\u00fc",
    "ada@\u00fc..-\u00fc.xn--\u00fc",
    "\u00fc..-\u00fc.xn--\u00fc",
  ],
  ["B\u00fccher", "b\u00fccher", "b\u00fccher"],
  ["", "", ""],
  ["\u200e ", "", ""],
])("%j is the same address as %j", (text, email, domain) => {
  expect([normalizeEmail(text), getEmailDomain(normalizeEmail(text))]).toEqual([email, domain]);
});

test.each([
  ["a b", '"a b"'],
  ['a"b', '"a\\"b"'],
  ["a\u00a0b\u200ec", '"a\\u00a0b\\u200ec"'],
  ["\u0001\n\u0085", '"\\u0001\\n\\u0085"'],
  ["\u{e0001}", '"\\ue0001"'],
])("%j is quoted as %s", (text, quoted) => {
  expect(quoteVisibly(text)).toBe(quoted);
});
