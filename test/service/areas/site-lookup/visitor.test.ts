import { describe, expect, test } from "vitest";
import {
  asPreviewer,
  parseClaims,
  withoutOtherPreview,
} from "../../../../src/service/areas/site-lookup/visitor.ts";

describe("a preview", () => {
  test("is of the user of its token, on its site", () => {
    const claims = { plan: "pro" };
    const visitor = { previewer: "ada", claims, drafts: true, site: "S1", spaces: new Set() };
    expect(asPreviewer(visitor as never)).toEqual({
      ...{ user: "ada", previewClaims: claims, drafts: true, site: "S1" },
    });
    expect(asPreviewer({ ...visitor, previewer: undefined } as never)).toEqual({});
    expect(asPreviewer(undefined)).toEqual({});
  });

  test("of another site identifies no user, and keeps the other credentials", () => {
    const preview = { user: "ada", previewClaims: { a: 1 }, drafts: true, token: "t" };
    expect(withoutOtherPreview(preview, "S1")).toBe(preview);
    const own = { ...preview, site: "S1" };
    expect(withoutOtherPreview(own, "S1")).toBe(own);
    expect(withoutOtherPreview(own, "S2")).toEqual({ token: "t", site: "S1" });
  });
});

const schema = {
  type: "object",
  properties: {
    plan: { type: "string", enum: ["free", "pro"] },
    name: { type: "string" },
    beta: { type: "boolean" },
    seats: { type: "number" },
    roles: { type: "array", items: { type: "string", enum: ["admin", "user"] } },
    anything: { type: "array" },
    company: { type: "object", properties: { country: { type: "string" } } },
    empty: { type: "object" },
    unsigned: { type: "object", properties: { theme: { type: "string" } } },
  },
};

describe("the claims of a visitor", () => {
  const parse = (
    claims: object | undefined,
    unsigned?: object,
    site: { adaptive_content?: number; visitor_schema?: string | null } = {},
  ) =>
    parseClaims(
      { adaptive_content: 1, visitor_schema: null, ...site } as never,
      (claims === undefined
        ? { is: "invalid", fault: "expired" }
        : { is: "valid", claims }) as never,
      unsigned as never,
    );

  test("are those of a valid token, except the ones about the token itself", () => {
    const token = { iss: 1, aud: 1, sub: 1, iat: 1, nbf: 1, exp: 1, jti: 1, unsigned: { a: 1 } };
    expect(parse({ ...token, plan: "pro" })).toEqual({ plan: "pro" });
    expect(parse({ plan: "pro" }, { plan: "free" })).toEqual({
      ...{ plan: "pro", unsigned: { plan: "free" } },
    });
    expect(parse({ unsigned: { plan: "pro" } }, { theme: "dark" })).toEqual({
      unsigned: { theme: "dark" },
    });
    expect(parse({ plan: "pro" }, {})).toEqual({ plan: "pro" });
    expect(parse(undefined, { theme: "dark" })).toEqual({ unsigned: { theme: "dark" } });
    expect(parse(undefined)).toEqual({});
    expect(parse({ plan: "pro" }, { theme: "dark" }, { adaptive_content: 0 })).toEqual({});
  });

  test.each([
    [{ plan: "pro", other: 1 }, { plan: "pro" }],
    [{ plan: "trial" }, {}],
    [{ plan: 1, name: 1, beta: "true", seats: "1" }, {}],
    [
      { name: "", beta: false, seats: 0 },
      { name: "", beta: false, seats: 0 },
    ],
    [{ roles: ["admin", "owner", 7, "user"] }, { roles: ["admin", "user"] }],
    [{ roles: [] }, { roles: [] }],
    [{ roles: "admin" }, {}],
    [{ anything: ["a"] }, {}],
    [{ company: { country: "fr", size: 7 } }, { company: { country: "fr" } }],
    [{ company: { country: 7 } }, {}],
    [{ company: "fr" }, {}],
    [{ company: ["fr"] }, {}],
    [{ empty: { a: 1 } }, {}],
    [JSON.parse('{"__proto__": {"plan": "pro"}, "constructor": 1}'), {}],
  ])("%j fit the schema as %j", (claims, expected) => {
    const site = { visitor_schema: JSON.stringify(schema) };
    expect(parse(claims, undefined, site)).toEqual(expected);
    const unsigned = { theme: "dark", plan: "pro" };
    expect(parse(claims, unsigned, site)).toEqual({ ...expected, unsigned: { theme: "dark" } });
  });

  test("are none with a schema without properties", () => {
    expect(parse({ a: 1 }, undefined, { visitor_schema: '{"type":"object"}' })).toEqual({});
  });
});
