import fc from "fast-check";
import { expect, test } from "vitest";
import { contentSecurityPolicy as model } from "../../../../src/contract/integration-manifest.model.ts";
import { directives } from "../../../../src/contract/integration-values.ts";
import { formatPolicy } from "../../../../src/service/areas/integrations/content-security-policy.ts";

test.each([
  ["default-src 'self';", "default-src 'self'"],
  ["default-src 'self'\r\nset-cookie: a=b", "default-src 'self' set-cookie: a=b"],
  [" ;; img-src\n  a.example\n\tb.example ; ;", "img-src a.example b.example"],
  [
    { "font-src": "a.example\nhttps://a.example;\n", sandbox: "" },
    "font-src a.example https://a.example; sandbox",
  ],
  [{ "script-src": "a.example; b.example;" }, "script-src a.example; b.example"],
  ["", ""],
])("the policy %j is sent on one line", (policy, expected) => {
  expect(model.safeParse(policy).success).toBe(true);
  expect(formatPolicy(policy)).toBe(expected);
});

test("every accepted policy is a valid header value without empty directives", () => {
  const space = fc.constantFrom(" ", "\n", "\r\n", "\t", ";", "; ", ";\n", "\u00a0", "\u2028");
  const source = fc.constantFrom(
    "'self'",
    "https://a.example",
    "*.b.example",
    "data:",
    "'nonce-x'",
  );
  const text = fc.array(fc.oneof(source, space), { maxLength: 12 }).map((parts) => parts.join(""));
  const byDirective = fc.dictionary(fc.constantFrom(...directives), text);
  fc.assert(
    fc.property(fc.oneof(text, byDirective), (policy) => {
      expect(model.safeParse(policy).success).toBe(true);
      const line = formatPolicy(policy);
      expect(new Headers({ "content-security-policy": line }).get("content-security-policy")).toBe(
        line,
      );
      expect(line).not.toMatch(/[\r\n\t]|;\s*;|;$|^;| {2}/);
      expect(formatPolicy(line)).toBe(line);
    }),
    { seed: 48 },
  );
});
