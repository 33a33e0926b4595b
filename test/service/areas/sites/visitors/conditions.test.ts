import { expect, test } from "vitest";
import { ApiError } from "../../../../../src/errors.ts";
import {
  listTemplateConditions,
  refuseBadCondition,
} from "../../../../../src/service/areas/sites/visitors/conditions.ts";

test("a schema has conditions for booleans and enum values, at every depth", () => {
  const conditions = listTemplateConditions({
    properties: {
      isBeta: { type: "boolean" },
      plan: { type: "string", description: " Plan ", enum: ["free", 'a"b'] },
      name: { type: "string" },
      "na-me": {
        type: "object",
        properties: { "1st": { type: "boolean", description: " " }, $ok: { type: "boolean" } },
      },
    },
  });
  const pair = (label: string, path: string) => [
    [`${label}: yes`, `visitor.claims${path} == true`],
    [`${label}: no or unknown`, `visitor.claims${path} != true`],
  ];
  expect(conditions.map(({ description, condition }) => [description, condition])).toEqual([
    ...pair("isBeta", ".isBeta"),
    ["Plan: free", 'visitor.claims.plan == "free"'],
    ['Plan: a"b', 'visitor.claims.plan == "a\\"b"'],
    ...pair("1st", '["na-me"]["1st"]'),
    ...pair("$ok", '["na-me"].$ok'),
  ]);
});

test("only an invalid condition is refused", async () => {
  for (const valid of [undefined, null, "visitor.claims.isBeta"]) {
    expect(await refuseBadCondition(valid)).toBeUndefined();
  }
  const error = await refuseBadCondition("visitor.claims.a = 1").catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    field: "condition",
    message: expect.stringMatching(/^Invalid condition at character \d+: .+\.$/),
  });
});
