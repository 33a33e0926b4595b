import { describe, expect, it } from "vitest";
import type { Node } from "../../../../src/contract/document.model.ts";
import type { HtmlField, HtmlOperation, Media } from "../../../../src/document/html/operation.ts";
import { collectText } from "../../../../src/document/walk.ts";
import { Budget } from "../../../../src/json/budget.ts";
import { readOperations } from "../../../../src/service/engines/openapi/operation.ts";

/** The operation of a description as lines of text; its other files are given by name. */
function readOperation(entry: object, files: object = {}, key = { path: "/a", method: "GET" }) {
  const filesystem = JSON.stringify({ "openapi.json": entry, ...files });
  const budget = new Budget({ name: "page", nodes: 100_000, characters: 100_000 });
  const [result] = readOperations(filesystem, [key], budget);
  return result?.operation ? formatOperation(result.operation) : null;
}

function formatOperation(operation: HtmlOperation): string[] {
  const { method, path, summary, server, security, parameters, body, responses } = operation;
  return [
    `${method} ${path}${operation.isDeprecated ? " deprecated" : ""}`,
    ...(summary === undefined ? [] : [`summary ${summary}`]),
    ...(server === undefined ? [] : [`server ${server}`]),
    ...formatDescription(operation.description),
    ...security.map((name) => `security ${name}`),
    ...parameters.flatMap(({ location, fields }) => [location, ...fields.flatMap(formatField)]),
    ...(body
      ? [`body${body.isRequired ? " required" : ""}`, ...body.media.flatMap(formatMedia)]
      : []),
    ...responses.flatMap(({ status, description, media }) => [
      `response ${status}`,
      ...formatDescription(description),
      ...media.flatMap(formatMedia),
    ]),
  ];
}

function formatDescription(nodes: readonly Node[]): string[] {
  return nodes.length === 0 ? [] : [`"${nodes.map(collectText).join("|")}"`];
}

function formatMedia({ type, schema, example }: Media): string[] {
  return [
    type,
    ...(schema ? formatField(schema) : []),
    ...(example === undefined ? [] : [`example ${example}`]),
  ];
}

function formatField({
  name,
  type,
  isRequired,
  isDeprecated,
  rules,
  fields,
  ...field
}: HtmlField): string[] {
  const flags = `${isRequired ? " required" : ""}${isDeprecated ? " deprecated" : ""}`;
  return [
    `  ${name}: ${[`${type}${flags}`, ...rules, ...formatDescription(field.description)].join("; ")}`,
    ...fields.flatMap(formatField).map((line) => `  ${line}`),
  ];
}

/** The fields of a schema, with further schemas in the components. */
function readSchema(schema: object, schemas: object = {}) {
  const content = { "application/json": { schema } };
  const operation = { requestBody: { content }, responses: {} };
  return readOperation({ paths: { "/a": { get: operation } }, components: { schemas } })?.slice(3);
}

describe("readOperations", () => {
  it("reads an operation of version 3", () => {
    const entry = {
      servers: [{ url: "https://api.example.com/v1//" }, { url: "https://other.example.com" }],
      security: [{ key: [] }],
      paths: {
        "/a": {
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "limit", in: "query", schema: { type: "integer" }, description: "Of the path" },
          ],
          get: {
            summary: "List items",
            description: "All *items*",
            deprecated: true,
            security: [{ key: [], token: [] }, {}, { key: [], token: [] }],
            parameters: [
              { $ref: "#/components/parameters/Limit" },
              {
                name: "X-Trace",
                in: "header",
                required: "yes",
                schema: { type: "string", deprecated: true, description: "Of the schema" },
              },
              { in: "cookie" },
              { name: "elsewhere", in: "nosuch" },
            ],
            requestBody: { $ref: "#/components/requestBodies/Item" },
            responses: {
              200: {
                description: "Success",
                content: {
                  "application/json": {
                    schema: { type: "object" },
                    example: { a: 1 },
                    examples: { one: { value: 2 } },
                  },
                  "text/plain": {
                    examples: { one: { $ref: "#/components/examples/One" }, two: { value: 3 } },
                  },
                },
              },
              default: { $ref: "#/components/responses/Error" },
            },
          },
        },
      },
      components: {
        parameters: {
          Limit: { name: "limit", in: "query", schema: { type: "integer", maximum: 9 } },
        },
        requestBodies: {
          Item: {
            required: true,
            content: { "application/json": { schema: { type: "string" }, example: "text" } },
          },
        },
        examples: { One: { value: "first" } },
        responses: { Error: { description: " " } },
      },
    };
    expect(readOperation(entry)).toEqual([
      "GET /a deprecated",
      "summary List items",
      "server https://api.example.com/v1",
      '"All items"',
      "security key and token",
      "security none",
      "path",
      "  id: string required",
      "query",
      "  limit: integer; maximum 9",
      "header",
      '  X-Trace: string deprecated; "Of the schema"',
      "cookie",
      "  : any",
      "body required",
      "application/json",
      "  : string",
      "example text",
      "response 200",
      '"Success"',
      "application/json",
      "  : object",
      'example {\n  "a": 1\n}',
      "text/plain",
      "example first",
      "response default",
    ]);
  });

  it("reads an operation of version 2", () => {
    const operation = (more: object) => ({
      host: "api.example.com",
      consumes: ["text/csv"],
      produces: ["text/html", "text/plain"],
      security: [{ key: [] }],
      paths: {
        "/a": {
          get: {
            parameters: [
              { name: "body", in: "body", required: true, schema: { type: "string" } },
              { name: "file", in: "formData", type: "file" },
            ],
            responses: {
              200: {
                description: "Success",
                schema: { type: "array", items: { type: "integer" } },
              },
            },
          },
        },
      },
      ...more,
    });
    expect(readOperation(operation({ basePath: "/v2/", schemes: ["http", "https"] }))).toEqual([
      "GET /a",
      "server http://api.example.com/v2",
      "security key",
      "formData",
      "  file: file",
      "body required",
      "text/csv",
      "  : string",
      "response 200",
      '"Success"',
      "text/html",
      "  : array of integer",
    ]);
    expect(
      readOperation(operation({ consumes: undefined, produces: [], security: undefined })),
    ).toEqual([
      "GET /a",
      "server https://api.example.com",
      "formData",
      "  file: file",
      "body required",
      "application/json",
      "  : string",
      "response 200",
      '"Success"',
      "application/json",
      "  : array of integer",
    ]);
    const own = {
      consumes: ["a/b"],
      produces: ["c/d"],
      parameters: [{ in: "body" }],
      responses: { 204: { schema: {} }, 500: {} },
    };
    expect(readOperation(operation({ paths: { "/a": { get: own } }, host: 7 }))).toEqual([
      "GET /a",
      "security key",
      "response 204",
      "c/d",
      "  : any",
      "response 500",
    ]);
  });

  it("reads referenced files, and the files that they refer to", () => {
    const entry = { paths: { "/a": { $ref: "parts/a.json#/items/~1a~0b/c%20d" } } };
    const operation = {
      parameters: [{ $ref: "../name.json" }, { $ref: "#/items/Limit" }],
      responses: {},
    };
    const files = {
      "parts/a.json": {
        items: {
          "/a~b": { "c d": { get: operation } },
          Limit: { name: "limit", in: "query", type: "integer" },
        },
      },
      "name.json": { name: "id", in: "path", schema: { $ref: "schemas/id.json" } },
      "schemas/id.json": { type: "string", format: "uuid" },
    };
    expect(readOperation(entry, files)).toEqual([
      "GET /a",
      "path",
      "  id: string (uuid)",
      "query",
      "  limit: integer",
    ]);
  });

  it.each([
    ["another path", { paths: { "/b": { get: {} } } }],
    ["another method", { paths: { "/a": { post: {} } } }],
    ["an invalid operation", { paths: { "/a": { get: "none" } } }],
    ["no paths", {}],
    ["a missing file", { paths: { "/a": { $ref: "nosuch.json" } } }],
    ["a missing part", { paths: { "/a": { $ref: "#/nosuch/get" } } }],
    ["an inherited name", { paths: { "/a": { $ref: "#/constructor" } } }],
    ["an invalid escape", { paths: { "/a": { $ref: "#/%" } } }],
    ["references in a circle", { paths: { "/a": { $ref: "#/paths/~1a" } } }],
  ])("finds no operation in a description with %s", (_, entry) => {
    expect(readOperation(entry)).toBe(null);
  });

  it("follows at most ten references", () => {
    const chain = (length: number) => ({
      paths: { "/a": { $ref: "#/chain/0" } },
      chain: Array.from({ length }, (_, at) =>
        at === length - 1 ? { get: {} } : { $ref: `#/chain/${at + 1}` },
      ),
    });
    expect(readOperation(chain(9))).toEqual(["GET /a"]);
    expect(readOperation(chain(10))).toBe(null);
  });

  it("measures the size of each operation, and refuses one that exceeds the budget", () => {
    const get = { description: "12345678", responses: { 200: { description: "1234" } } };
    const post = {
      requestBody: { $ref: `#/${"b".repeat(98)}` },
      parameters: [{ name: "ab", in: "query", type: "string", enum: ["c"] }],
    };
    const filesystem = JSON.stringify({ "openapi.json": { paths: { "/a": { get, post } } } });
    const keys = ["get", "post", "put"].map((method) => ({ path: "/a", method }));
    const sizes = (characters: number) =>
      readOperations(filesystem, keys, new Budget({ name: "page", characters })).map(
        ({ size }) => size,
      );
    expect(sizes(28)).toEqual([12, 416, 0]);
    expect(() => sizes(10)).toThrow(
      "The output has more than 10 characters (limit page.characters).",
    );
  });

  it("ignores a summary that is not a text, and servers without a URL", () => {
    const entry = { servers: [{}], paths: { "/a": { get: { summary: 7, description: " " } } } };
    expect(readOperation(entry)).toEqual(["GET /a"]);
  });

  it("draws the characters of examples", () => {
    const content = { "a/b": { example: "12345678" } };
    const filesystem = { "a.json": { paths: { "/a": { get: { requestBody: { content } } } } } };
    const budget = new Budget({ name: "page", characters: 7 });
    const read = () =>
      readOperations(JSON.stringify(filesystem), [{ path: "/a", method: "get" }], budget);
    expect(read).toThrow("more than 7 characters");
  });

  it("truncates long descriptions and examples", () => {
    const long = "a".repeat(10_001);
    const entry = {
      paths: {
        "/a": {
          get: { description: long, requestBody: { content: { "a/b": { example: long } } } },
        },
      },
    };
    const lines = readOperation(entry);
    expect(lines?.map((line) => line.length)).toEqual([6, 10002, 4, 3, 10008]);
  });
});

describe("schemas", () => {
  it.each([
    ["a type with a format", { type: "string", format: "date" }, ["  : string (date)"]],
    ["several types", { type: ["string", "null"], format: 7 }, ["  : string or null"]],
    ["a list", { type: "array", items: { type: "string" } }, ["  : array of string"]],
    ["a list without items", { type: "array" }, ["  : array"]],
    [
      "a list of objects",
      { type: "array", items: { properties: { a: { type: "string" } }, required: ["a"] } },
      ["  : array of object", "    a: string required"],
    ],
    ["a list of anything", { type: "array", items: {} }, ["  : array of any"]],
    ["nothing", {}, ["  : any"]],
    ["allOf", { allOf: [] }, ["  : object"]],
    ["one alternative", { oneOf: [{ properties: { a: {} } }] }, ["  : object", "    a: any"]],
    [
      "several alternatives, of which the first is shown",
      {
        oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
        anyOf: [{ properties: { c: {} } }],
      },
      ["  : one of 3 schemas", "    a: any"],
    ],
    [
      "any of several alternatives",
      { oneOf: [], anyOf: [{ properties: { c: {} } }, {}] },
      ["  : one of 2 schemas", "    c: any"],
    ],
    ["choices", { enum: ["a", 1, null] }, ["  : string; one of a, 1, null"]],
    [
      "every rule",
      {
        type: "string",
        nullable: true,
        enum: ["a"],
        default: { a: 1 },
        minimum: 1,
        maximum: 2,
        minLength: 3,
        maxLength: 4,
        pattern: "^a",
        example: "b",
        deprecated: true,
        description: "Text",
      },
      [
        '  : string deprecated; nullable; one of a; default {\n  "a": 1\n}; minimum 1; maximum 2; minimum length 3; maximum length 4; matches ^a; for example b; "Text"',
      ],
    ],
    [
      "invalid rules",
      { nullable: "true", minimum: { a: 1 }, enum: [], deprecated: "yes" },
      ["  : string"],
    ],
    [
      "false rules",
      { nullable: false, default: false, example: 0, minimum: 0 },
      ["  : any; default false; minimum 0; for example 0"],
    ],
    [
      "properties of combined schemas",
      {
        properties: { a: { type: "string" } },
        required: ["a"],
        allOf: [
          { properties: { a: {}, b: {} }, required: ["b"], allOf: [{ properties: { c: {} } }] },
        ],
      },
      ["  : object", "    a: string required", "    b: any required", "    c: any"],
    ],
    [
      "properties and items",
      { properties: { a: {} }, items: { properties: { b: {} } } },
      ["  : object", "    a: any"],
    ],
    [
      "a schema that contains itself",
      { $ref: "#/components/schemas/Tree" },
      ["  : object", "    name: string", "    below: array of object"],
    ],
    [
      "schemas that include each other",
      { $ref: "#/components/schemas/Left" },
      ["  : object", "    a: any", "    b: any"],
    ],
  ])("%s", (_, schema, lines) => {
    const schemas = {
      Tree: {
        properties: {
          name: { type: "string" },
          below: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        },
      },
      Left: { properties: { a: {} }, allOf: [{ $ref: "#/components/schemas/Right" }] },
      Right: { properties: { b: {} }, allOf: [{ $ref: "#/components/schemas/Left" }] },
    };
    expect(readSchema(schema, schemas)).toEqual(lines);
  });

  it("fields below the sixth level are listed without their own fields", () => {
    const nested = (depth: number): object => ({
      properties: { [`d${depth}`]: depth === 9 ? {} : nested(depth + 1) },
    });
    expect(readSchema(nested(1))).toEqual([
      "  : object",
      "    d1: object",
      "      d2: object",
      "        d3: object",
      "          d4: object",
      "            d5: object",
      "              d6: object",
    ]);
    const combined = (depth: number): object => ({
      properties: { [`d${depth}`]: {} },
      allOf: depth === 9 ? [] : [combined(depth + 1)],
    });
    expect(readSchema(combined(1))).toEqual([
      "  : object",
      "    d1: any",
      "    d2: any",
      "    d3: any",
      "    d4: any",
      "    d5: any",
      "    d6: any",
      "    d7: any",
    ]);
  });

  it("an operation has at most 2,000 fields", () => {
    const properties = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`p${at}`, {}]));
    expect(readSchema({ properties })?.length).toBe(2001);
  });

  it("rules and types have at most 200 characters", () => {
    const long = "a".repeat(300);
    const [line] =
      readSchema({ type: long, enum: [long], default: long, pattern: long, example: long }) ?? [];
    expect(line?.split("; ").map((part) => part.length)).toEqual([204, 200, 200, 200, 200]);
  });
});
