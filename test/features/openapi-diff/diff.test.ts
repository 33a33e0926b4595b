/** The comparison of two specifications, and its limit. */
import { expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { compareAll, toFindings } from "../../../src/features/openapi-diff/diff.ts";
import type { DescriptionSource } from "../../../src/features/openapi-diff/source.ts";
import { slowTest } from "../../support/generators/amount.ts";

const describeAs = (name: string, root: DescriptionSource["root"]): DescriptionSource => ({
  ...{ name, root, text: "", isJson: true, file: undefined, slug: undefined },
});

test.each<
  readonly [change: string, schema: object, isBreaking: readonly boolean[], schemas: number]
>([
  ["no change", { type: "string" }, [], 1],
  ["another type", { type: "number" }, [true], 1],
  ["a further type", { type: ["string", "null"] }, [false], 2],
])(
  "the result of %s has its rows and what was compared",
  async (_, schema, isBreaking, schemas) => {
    const describeWith = (name: string, schemaOfName: object) =>
      describeAs(name, {
        openapi: "3.1.0",
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "q", in: "query", schema: schemaOfName }],
              responses: { 200: { description: "" } },
            },
          },
        },
      });
    const report = await compareAll(
      describeWith("old.json", { type: "string" }),
      describeWith("new.json", schema),
      {},
    );
    expect(report.rows.map(({ breaking, operations }) => [breaking, operations])).toEqual(
      isBreaking.map((one) => [one, ["GET /a"]]),
    );
    expect(report).toMatchObject({
      examined: { operations: 1, parameters: 1, schemas },
      unresolved: [],
      uncompared: [],
    });
  },
);

slowTest(
  "a comparison above the limit of steps is an error that names both specifications",
  async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 126_000 }, (_, n) => [`p${n}`, { type: "string" }]),
    );
    const schema = { allOf: [{ properties }, { properties: { a: {} } }] };
    const content = { "application/json": { schema } };
    const root = {
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { 200: { description: "", content } } } } },
    };
    const failure = await compareAll(
      describeAs("old.json", root),
      describeAs("new.json", root),
      {},
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure).toMatchObject({
      message:
        "The comparison of old.json and new.json takes more than 100000000 steps (limit comparison.nodes). Reduce the references between their schemas.",
    });
  },
);

test.each([
  [1, 0, "GET /0: Changed."],
  [3, 1, "GET /0, GET /1, GET /2: Changed. Shown on: P0."],
  [4, 3, "GET /0, GET /1, GET /2 and 1 more: Changed. Shown on: P0, P1, P2."],
  [7, 4, "GET /0, GET /1, GET /2 and 4 more: Changed. Shown on: P0, P1, P2."],
])("a finding of %i operations on %i pages names at most three", (operations, pages, message) => {
  const list = (count: number, start: string) =>
    Array.from({ length: count }, (_, at) => `${start}${at}`);
  const row = {
    ...({
      breaking: true,
      rule: "r",
      message: "Changed.",
      path: "/a",
      in: "new",
      line: 3,
    } as const),
    operations: list(operations, "GET /"),
    pages: list(pages, "P"),
  };
  expect(toFindings([row], describeAs("new.json", {}))).toMatchObject([
    { rule: "r", level: "error", message, location: { name: "new.json" } },
  ]);
});
