/**
 * `tome openapi diff` and `openapi put --fail-on breaking`: changes that clients notice, and
 * others.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareDescriptions } from "../../src/features/openapi-diff/compare.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };
const pet = (more: Tree = {}) => ({
  type: "object",
  required: ["id"],
  properties: { id: text, name: text },
  ...more,
});

interface Parts {
  readonly operation?: Tree;
  readonly paths?: Tree;
  readonly sent?: Tree;
  readonly got?: Tree;
  readonly root?: Tree;
}

/** One operation that sends and receives a pet, by references to two schemas. */
function description({ operation, paths, sent = pet(), got = pet(), root }: Parts = {}): Tree {
  const json = (name: string) => ({
    description: "A pet",
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const post = {
    parameters: [{ name: "size", in: "query", schema: { type: "integer" } }],
    requestBody: json("Sent"),
    responses: { 200: json("Got"), 404: { description: "None" } },
    ...operation,
  };
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: { "/pets/{id}": { parameters: [id], post }, ...paths },
    components: { schemas: { Sent: sent, Got: got } },
    ...root,
  };
}

const id = { name: "id", in: "path", required: true, schema: text };
const size = (more: Tree) => [{ name: "size", in: "query", schema: { type: "integer" }, ...more }];
const name = (more: Tree) => pet({ properties: { id: text, name: { ...text, ...more } } });
const secured = { security: [{ key: [] }] };

/** The change, its rule, and whether it breaks a client. */
const cases: readonly (readonly [string, Parts, Parts, string, boolean])[] = [
  ["a removed operation", { paths: { "/a": { get: {} } } }, {}, "operation-removed", true],
  ["an added operation", {}, { paths: { "/a": { get: {} } } }, "operation-added", false],
  [
    "a deprecated operation",
    {},
    { operation: { deprecated: true } },
    "operation-deprecated",
    false,
  ],
  ["a removed parameter", {}, { operation: { parameters: [] } }, "parameter-removed", true],
  [
    "a new required parameter",
    { operation: { parameters: [] } },
    { operation: { parameters: size({ required: true }) } },
    "parameter-added",
    true,
  ],
  [
    "a new optional parameter",
    { operation: { parameters: [] } },
    { operation: { parameters: size({}) } },
    "parameter-added",
    false,
  ],
  [
    "a parameter that becomes required",
    {},
    { operation: { parameters: size({ required: true }) } },
    "parameter-required",
    true,
  ],
  [
    "a parameter that accepts less",
    {},
    { operation: { parameters: size({ schema: { type: "integer", maximum: 9 } }) } },
    "request-maximum-changed",
    true,
  ],
  ["a removed body", {}, { operation: { requestBody: undefined } }, "body-removed", true],
  [
    "a removed response",
    {},
    { operation: { responses: { 404: { description: "None" } } } },
    "response-removed",
    true,
  ],
  ["a required key", {}, { root: secured }, "security-added", true],
  [
    "a request property that becomes required",
    {},
    { sent: pet({ required: ["id", "name"] }) },
    "request-property-required",
    true,
  ],
  [
    "a request property that becomes optional",
    {},
    { sent: pet({ required: [] }) },
    "request-property-optional",
    false,
  ],
  [
    "a response property that becomes optional",
    {},
    { got: pet({ required: [] }) },
    "response-property-optional",
    true,
  ],
  [
    "a removed response property",
    {},
    { got: pet({ properties: { id: text } }) },
    "response-property-removed",
    true,
  ],
  [
    "a new response property",
    {},
    { got: pet({ properties: { id: text, name: text, age: text } }) },
    "response-property-added",
    false,
  ],
  [
    "a new request property",
    {},
    { sent: pet({ properties: { id: text, name: text, age: text } }) },
    "request-property-added",
    false,
  ],
  ["another request type", {}, { sent: name({ type: "integer" }) }, "request-type-changed", true],
  [
    "a wider request type",
    {},
    { sent: name({ type: ["string", "null"] }) },
    "request-type-changed",
    false,
  ],
  [
    "a wider response type",
    {},
    { got: name({ type: ["string", "null"] }) },
    "response-type-changed",
    true,
  ],
  [
    "a removed request value",
    { sent: name({ enum: ["a", "b"] }) },
    { sent: name({ enum: ["a"] }) },
    "request-value-removed",
    true,
  ],
  [
    "a removed response value",
    { got: name({ enum: ["a", "b"] }) },
    { got: name({ enum: ["a"] }) },
    "response-value-removed",
    false,
  ],
  [
    "a new response value",
    { got: name({ enum: ["a"] }) },
    { got: name({ enum: ["a", "b"] }) },
    "response-value-added",
    true,
  ],
  [
    "a shorter request text",
    {},
    { sent: name({ maxLength: 5 }) },
    "request-max-length-changed",
    true,
  ],
  [
    "a shorter response text",
    {},
    { got: name({ maxLength: 5 }) },
    "response-max-length-changed",
    false,
  ],
  [
    "a pattern in a request",
    {},
    { sent: name({ pattern: "^a" }) },
    "request-pattern-changed",
    true,
  ],
  [
    "a wider number format in a request",
    { sent: name({ format: "int32" }) },
    { sent: name({ format: "int64" }) },
    "request-format-changed",
    false,
  ],
  [
    "a new response choice",
    { got: { oneOf: [text] } },
    { got: { oneOf: [text, { type: "integer" }] } },
    "response-choice-added",
    true,
  ],
  [
    "a removed request choice",
    { sent: { oneOf: [text, { type: "integer" }] } },
    { sent: { oneOf: [text] } },
    "request-choice-removed",
    true,
  ],
];

test.each(cases)(
  "a change (%s) is reported, with whether it breaks clients",
  (_, before, now, rule, breaks) => {
    const changes = compareDescriptions(description(before), description(now));
    expect(changes.map((change) => [change.rule, change.isBreaking])).toEqual([[rule, breaks]]);
  },
);

test("differences that clients cannot notice are not changes: path parameter names, order, texts, moved parts", () => {
  const written = JSON.stringify(description()).replace("{id}", "{pet}");
  const moved = JSON.parse(written.replace('"name":"id"', '"name":"pet"'));
  expect(compareDescriptions(description(), moved)).toEqual([]);
  const inline = description({ got: { allOf: [pet({ description: "A pet" })] } });
  expect(compareDescriptions(description(), inline)).toEqual([]);
});

test("a recursive schema is compared once, and its change lists all operations", () => {
  const own = (more: Tree) =>
    pet({
      properties: {
        id: text,
        name: { ...text, ...more },
        next: { $ref: "#/components/schemas/Got" },
      },
    });
  const paths = {
    "/a": {
      get: {
        responses: { 200: { content: { "*": { schema: { $ref: "#/components/schemas/Got" } } } } },
      },
    },
  };
  const changes = compareDescriptions(
    description({ got: own({}), paths }),
    description({ got: own({ type: "integer" }), paths }),
  );
  expect(changes).toMatchObject([
    { rule: "response-type-changed", operations: ["POST /pets/{id}", "GET /a"] },
  ]);
  expect(changes[0]?.path).toEqual(["components", "schemas", "Got", "properties", "name"]);
});

test("files are compared with line numbers, and --fail-on breaking exits with 10", async () => {
  const folder = temporaryFolder();
  const write = (file: string, one: Tree) =>
    writeFileSync(join(folder, file), JSON.stringify(one, null, 2));
  write("old.json", description());
  write("new.json", description({ operation: { parameters: [] } }));
  const run = (line: string) => openTome()(`openapi diff ${line}`, { cwd: folder });
  const { code, stdout } = await run("old.json new.json --json rule,line,path,in");
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    [
      {
        rule: "parameter-removed",
        line: 21,
        path: "/paths/~1pets~1{id}/post/parameters/0",
        in: "old",
      },
    ],
  ]);
  expect(await run("old.json new.json --fail-on breaking")).toMatchObject({ code: 10 });
  expect(await run("old.json old.json --fail-on breaking")).toMatchObject({ code: 0, stdout: "" });
  expect((await run("old.json new.json --format markdown")).stdout).toContain("## Breaking");
  expect(await run("old.json")).toMatchObject({ code: 2 });
});

slowTest(
  "the live version is compared with the new one, and a breaking version is not stored",
  async () => {
    const folder = temporaryFolder();
    const write = (one: Tree) => writeFileSync(join(folder, "pets.json"), JSON.stringify(one));
    const tome = openTome();
    const run = (line: string) => tome(`openapi ${line} --local`, { cwd: folder });
    write(description());
    const first = await run("put pets --file pets.json --fail-on breaking --wait");
    expect(first).toMatchObject({ code: 0 });
    write(description({ got: pet({ properties: { id: text } }) }));
    const told = await run("diff pets pets.json --json rule,breaking");
    expect(JSON.parse(told.stdout)).toEqual([
      { rule: "response-property-removed", breaking: true },
    ]);
    const refused = await run("put pets --file pets.json --fail-on breaking");
    expect(refused).toMatchObject({
      code: 10,
      stderr: expect.stringContaining("The specification was not stored"),
    });
    expect((await run("version list pets --json id")).stdout.match(/"id"/g)).toHaveLength(1);
    write(description({ got: pet({ properties: { id: text, name: text, age: text } }) }));
    expect(await run("put pets --file pets.json --fail-on breaking --wait")).toMatchObject({
      code: 0,
    });
    const two = await run("diff pets --json rule");
    expect(JSON.parse(two.stdout)).toEqual([{ rule: "response-property-added" }]);
  },
);
