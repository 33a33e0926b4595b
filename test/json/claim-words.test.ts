import { expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { parseClaims } from "../../src/json/claim-words.ts";

test.each([
  ['{"plan": "pro"}', { plan: "pro" }],
  ['\n  {"plan": "pro"}\n', { plan: "pro" }],
  ["plan=pro", { plan: "pro" }],
  ["plan=pro,beta=true,level=3", { plan: "pro", beta: true, level: 3 }],
  ["unsigned.plan=pro,unsigned.beta=false", { unsigned: { plan: "pro", beta: false } }],
  ["note=a,b,plan=a=b", { note: "a,b", plan: "a=b" }],
  ["email=ada@example.com", { email: "ada@example.com" }],
  ["plan=", { plan: "" }],
])("%s is read as claims", (text, claims) => {
  expect(parseClaims(text)).toEqual(claims);
});

test.each(["claims.json", "./a=b/claims.json", "-", "(plan:pro)", ""])(
  "%j is no claims",
  (text) => {
    expect(parseClaims(text)).toBeUndefined();
  },
);

test("a claim with the name of a built-in member is an own member", () => {
  expect(Object.keys(parseClaims("__proto__=1,constructor.name=2") ?? {})).toEqual([
    "__proto__",
    "constructor",
  ]);
});

test("invalid JSON is refused without its content", () => {
  expect(() => parseClaims('{"secret": ')).toThrow(UsageError);
  expect(() => parseClaims('{"secret": ')).not.toThrow(/secret/);
});

test("a claim with too many levels is refused", () => {
  const nested = (levels: number) => `${Array(levels).fill("a").join(".")}=1`;
  expect(JSON.stringify(parseClaims(nested(100)))).toContain('{"a":1}');
  expect(() => parseClaims(nested(101))).toThrow("--claims has a claim with more than 100 levels.");
  expect(() => parseClaims(nested(60_000))).toThrow(UsageError);
});
