/** Comparison of schemas that refer to each other, and its limits. */
import { describe, expect, test } from "vitest";
import { ApiDescription } from "../../../../src/features/openapi-diff/change.ts";
import { SchemaComparison } from "../../../../src/features/openapi-diff/schemas/schema-graph.ts";
import { Budget, BudgetExceededError } from "../../../../src/json/budget.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { compareBodies, type Tree } from "./compare-bodies.ts";

const text = { type: "string" };
const refer = (n: number) => ({ $ref: `#/components/schemas/S${n}` });

/** Schemas that refer to each other in circles, by the number of the schema. */
function buildSchemas(count: number, build: (n: number, refer: (n: number) => Tree) => Tree): Tree {
  const schemas = Array.from({ length: count }, (_, n) => {
    return [`S${n}`, build(n, (to) => refer(to % count))] as const;
  });
  return Object.fromEntries(schemas);
}

/** Three choices, each of which leads to other schemas. */
const choose = (n: number, to: (n: number) => Tree, more: Tree = {}) =>
  [1, 2, 3].map((step) => ({
    type: "object",
    properties: { next: to(n + step), [`p${step}`]: text, ...more },
  }));

function compareSchemas(before: Tree, now: Tree, budget?: Budget) {
  const describeApi = (schemas: Tree) => ({ openapi: "3.1.0", components: { schemas } });
  const old = new ApiDescription(describeApi(before), budget);
  const comparison = new SchemaComparison(old, new ApiDescription(describeApi(now), old.budget));
  const start = { value: refer(0), path: [] };
  const find = (description: ApiDescription) => description.schemas().get("S0") ?? start;
  const changes = (["request", "response"] as const).flatMap((direction) =>
    comparison.buildChanges(find(comparison.before), find(comparison.now), direction),
  );
  return { changes, size: comparison.size };
}

describe("schemas in a circle", () => {
  const count = 40;

  slowTest("with a type that moved from each list of choices have only their other change", () => {
    const before = buildSchemas(count, (n, to) => ({ type: "object", oneOf: choose(n, to) }));
    const now = buildSchemas(count, (n, to) => ({
      oneOf: choose(n, to, n === count - 1 ? { added: text } : {}),
    }));
    const { changes, size } = compareSchemas(before, now);
    expect(new Set(changes.map(({ message }) => message))).toEqual(
      new Set(["Added the optional property added."]),
    );
    expect(size).toBeLessThan(count * 40);
  });

  test.each(["oneOf", "anyOf"])("with a property that was added to each choice of %s", (name) => {
    const before = buildSchemas(count, (n, to) => ({ [name]: choose(n, to) }));
    const now = buildSchemas(count, (n, to) => ({ [name]: choose(n, to, { added: text }) }));
    const { changes } = compareSchemas(before, now);
    expect(changes.filter(({ isBreaking }) => isBreaking)).toEqual([]);
    expect(changes).toHaveLength(count * 3 * 2);
  });

  test("that are choices of each other have the types of all of them", () => {
    const build = (last: Tree) => ({
      ...buildSchemas(count, (n, to) => ({ anyOf: [to(n + 1), to(n + 2), to(n + 3)] })),
      S5: last,
    });
    const { changes } = compareSchemas(build(text), build({ type: ["string", "number"] }));
    expect(changes.filter(({ isBreaking }) => isBreaking).map(({ message }) => message)).toEqual([
      "The type changed from string to number or string.",
    ]);
  });
});

test("a choice that leads back to its schema adds no type to the others", () => {
  const schemas = {
    Text: { anyOf: [text, { $ref: "#/components/schemas/Text" }] },
    Loop: { anyOf: [{ $ref: "#/components/schemas/Loop" }] },
    Any: { anyOf: [{ $ref: "#/components/schemas/Any" }, { maxLength: 3 }] },
  };
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const limited = { maxLength: 3, type: "string" };
  expect(compareBodies(to("Text"), { type: "number" }, schemas)[0]).toContain(
    "! type-changed: The type changed from string to number.",
  );
  expect(compareBodies(to("Any"), limited, schemas)[0]).toContain(
    "! type-changed: The type changed from any to string.",
  );
  expect(compareBodies(to("Loop"), to("Loop"), schemas)).toEqual([[], []]);
});

describe("the limit of a comparison", () => {
  const build = (more: (to: (n: number) => Tree, n: number) => Tree) =>
    buildSchemas(40, (n, to) => ({
      type: "object",
      additionalProperties: to(n * 3 + 1),
      properties: { next: to(n + 1), ...more(to, n) },
    }));
  const before = build(() => ({}));
  const now = build((to, n) => ({ one: to(n * 5 + 2), two: to(n * 7 + 3) }));

  slowTest("stops schemas each of which meets all others", () => {
    expect(compareSchemas(before, now).size).toBe(2 * 40 * 40);
    const budget = new Budget({ name: "comparison", nodes: 200_000 });
    expect(() => compareSchemas(before, now, budget)).toThrow(BudgetExceededError);
  });

  test("admits schemas each of which meets its own counterpart", () => {
    const budget = new Budget({ name: "comparison", nodes: 200_000 });
    expect(compareSchemas(before, before, budget).changes).toEqual([]);
  });

  test("counts the properties of all parts", () => {
    const chain = buildSchemas(60, (n, to) => ({
      ...(n > 0 && { allOf: [to(n - 1)] }),
      properties: { [`p${n}`]: text, next: to(n + 1) },
    }));
    const budget = new Budget({ name: "comparison", nodes: 200_000 });
    expect(() => compareSchemas(chain, chain, budget)).toThrow(BudgetExceededError);
  });
});
