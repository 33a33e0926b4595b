import { expect, test } from "vitest";
import * as schema from "../../../../../src/contract/site-adaptive-schema.ts";
import { parseCondition } from "../../../../../src/document/condition.ts";
import { openSitesFixture } from "../fixture.ts";

const jsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    isBetaUser: { type: "boolean", description: "Takes part in the beta" },
    "https://example.com/partner": { type: "boolean" },
    unsigned: {
      type: "object",
      properties: { trial: { type: "boolean", description: " " } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

test("a site has no schema until one is set, which is returned unchanged", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const of = fixture.of(await fixture.site());
  expect(await workspace.refused(admin, schema.get, of)).toMatchObject({ status: 404 });
  expect(await workspace.ok(admin, schema.conditions, of)).toEqual({ items: [] });
  const put = await workspace.ok(admin, schema.put, { ...of, jsonSchema });
  expect(put).toEqual({
    object: "site-adaptive-schema",
    jsonSchema,
    updatedAt: workspace.now.toISOString(),
  });
  workspace.passDays(1);
  expect(await workspace.ok(admin, schema.get, of)).toEqual(put);
});

test("an invalid schema is refused with the location, and the previous one stays", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const of = fixture.of(await fixture.site());
  await workspace.ok(admin, schema.put, { ...of, jsonSchema });
  for (const [wrong, said] of [
    [{}, "required property 'type'"],
    [{ ...jsonSchema, additionalProperties: true }, "/additionalProperties must be false"],
    [
      { ...jsonSchema, properties: { plan: { type: "null" } } },
      '/properties/plan/type must not be "null"',
    ],
  ] as const) {
    const refusal = await workspace.refused(admin, schema.put, { ...of, jsonSchema: wrong });
    expect(refusal).toEqual({ status: 400, message: expect.stringContaining(said) });
  }
  expect((await workspace.ok(admin, schema.get, of)).jsonSchema).toEqual(jsonSchema);
});

test("there are two valid template conditions for each claim", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const of = fixture.of(await fixture.site());
  await workspace.ok(admin, schema.put, { ...of, jsonSchema });
  const { items } = await workspace.ok(admin, schema.conditions, of);
  expect(items).toEqual([
    { description: "Takes part in the beta: yes", condition: "visitor.claims.isBetaUser == true" },
    {
      description: "Takes part in the beta: no or unknown",
      condition: "visitor.claims.isBetaUser != true",
    },
    {
      description: "https://example.com/partner: yes",
      condition: 'visitor.claims["https://example.com/partner"] == true',
    },
    {
      description: "https://example.com/partner: no or unknown",
      condition: 'visitor.claims["https://example.com/partner"] != true',
    },
    { description: "trial: yes", condition: "visitor.claims.unsigned.trial == true" },
    { description: "trial: no or unknown", condition: "visitor.claims.unsigned.trial != true" },
  ]);
  const claims = {
    isBetaUser: true,
    "https://example.com/partner": true,
    unsigned: { trial: true },
  };
  for (const [at, { condition }] of items.entries()) {
    const holds = await parseCondition(condition);
    expect([holds(claims), holds({})]).toEqual(at % 2 === 0 ? [true, false] : [false, true]);
  }
});

test("there is a template condition for each enum value, and none for free text", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const of = fixture.of(await fixture.site());
  const properties = {
    plan: { type: "string", description: "Plan", enum: ["pro", 'a "b"'] },
    name: { type: "string", description: "Name" },
    seats: { type: "number", description: "Seats" },
    access: {
      type: "object",
      description: "Access",
      properties: { alpha: { type: "boolean", description: "Alpha" } },
      additionalProperties: false,
    },
  };
  await workspace.ok(admin, schema.put, { ...of, jsonSchema: { ...jsonSchema, properties } });
  const { items } = await workspace.ok(admin, schema.conditions, of);
  expect(items).toEqual([
    { description: "Plan: pro", condition: 'visitor.claims.plan == "pro"' },
    { description: 'Plan: a "b"', condition: 'visitor.claims.plan == "a \\"b\\""' },
    { description: "Alpha: yes", condition: "visitor.claims.access.alpha == true" },
    { description: "Alpha: no or unknown", condition: "visitor.claims.access.alpha != true" },
  ]);
  const holds = await Promise.all(items.map(({ condition }) => parseCondition(condition)));
  expect(holds.map((holds) => holds({ plan: 'a "b"' }))).toEqual([false, true, false, true]);
});

test("only admins of the site change its visitor schema", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org } = fixture;
  const of = fixture.of(await fixture.site());
  const author = await workspace.member(org, "create");
  const jsonSchema = { type: "object", properties: {}, additionalProperties: false };
  expect((await workspace.refused(author, schema.put, { ...of, jsonSchema })).status).toBe(403);
  expect(await workspace.explain(author, schema.get, of)).toEqual({
    ...{ status: 404, message: `Site ${of.siteId} has no visitor schema.`, notes: [] },
    hint: `tome site adaptive-schema put ${of.siteId} --file <file>`,
  });
});
