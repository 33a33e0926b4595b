/** Equivalent spellings, discriminators, references, and parts that are not compared. */
import { describe, expect, test } from "vitest";
import {
  compareDescriptions,
  examineDescriptions,
} from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };
const object = { type: "object", properties: { a: text } };

function describeApi(schema: unknown, openapi = "3.1.0", schemas: Tree = {}): Tree {
  const content = { "application/json": { schema } };
  return {
    openapi,
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        post: { requestBody: { content }, responses: { 200: { description: "Done", content } } },
      },
    },
    components: { schemas: { Thing: object, ...schemas } },
  };
}

const thing = { $ref: "#/components/schemas/Thing" };

const equal: readonly (readonly [string, Tree, string, Tree, string])[] = [
  [
    "nullable beside a reference",
    { allOf: [thing], nullable: true },
    "3.0.3",
    { anyOf: [thing, { type: "null" }] },
    "3.1.0",
  ],
  [
    "nullable choices",
    { oneOf: [thing, text], nullable: true },
    "3.0.3",
    { oneOf: [thing, text, { type: "null" }] },
    "3.1.0",
  ],
  [
    "nullable values",
    { type: "string", enum: ["a"], nullable: true },
    "3.0.3",
    { enum: ["a", null] },
    "3.1.0",
  ],
  [
    "nullable items",
    { type: "array", items: { ...text, nullable: true } },
    "3.0.3",
    { type: "array", items: { oneOf: [{ type: "null" }, text] } },
    "3.1.0",
  ],
  [
    "nullable objects",
    { ...object, nullable: true },
    "3.0.3",
    { anyOf: [{ type: "null" }, thing] },
    "3.2.0",
  ],
  [
    "types and choices",
    { type: ["string", "integer"], maxLength: 3, minimum: 1 },
    "3.1.0",
    {
      anyOf: [
        { type: "integer", minimum: 1 },
        { type: "string", maxLength: 3 },
      ],
    },
    "3.1.0",
  ],
  [
    "types with null and choices",
    { type: ["string", "null", "boolean"] },
    "3.1.0",
    { oneOf: [text, { type: "boolean" }, { type: "null" }] },
    "3.1.0",
  ],
  [
    "upper bounds",
    { type: "number", maximum: 5, exclusiveMaximum: true },
    "3.0.3",
    { type: "number", exclusiveMaximum: 5 },
    "3.1.0",
  ],
  [
    "whole numbers",
    { type: "integer", exclusiveMaximum: 5 },
    "3.1.0",
    { type: "integer", maximum: 4 },
    "3.1.0",
  ],
  [
    "bounds that are included",
    { type: "number", minimum: 1, exclusiveMinimum: false },
    "3.0.3",
    { type: "number", minimum: 1 },
    "3.1.0",
  ],
  [
    "base64",
    { type: "string", format: "byte" },
    "3.0.3",
    { type: "string", contentEncoding: "base64" },
    "3.1.0",
  ],
  [
    "bytes",
    { type: "string", format: "binary" },
    "3.0.3",
    { type: "string", contentMediaType: "application/octet-stream" },
    "3.1.0",
  ],
  ["one value", { type: "string", enum: ["a"] }, "3.0.3", { const: "a" }, "3.1.0"],
  [
    "values and choices of one value",
    { enum: ["a", "b"] },
    "3.1.0",
    { oneOf: [{ const: "a" }, { const: "b" }] },
    "3.1.0",
  ],
  [
    "whole numbers by their step",
    { type: "number", multipleOf: 1 },
    "3.1.0",
    { type: "integer" },
    "3.1.0",
  ],
  [
    "choices that exclude each other",
    { oneOf: [thing, text] },
    "3.1.0",
    { anyOf: [text, thing] },
    "3.1.0",
  ],
  ["a type that the choices have", { type: "object", oneOf: [thing] }, "3.1.0", thing, "3.1.0"],
  [
    "additional properties of any kind",
    { ...object, additionalProperties: true },
    "3.1.0",
    { ...object, additionalProperties: {} },
    "3.1.0",
  ],
  ["nothing that is required", { ...object, required: [] }, "3.1.0", object, "3.1.0"],
];

describe("equal spellings", () => {
  test.each(equal)("of %s have no differences", (_, one, version, other, otherVersion) => {
    const [before, now] = [describeApi(one, version), describeApi(other, otherVersion)];
    expect(compareDescriptions(before, now)).toEqual([]);
    expect(compareDescriptions(now, before)).toEqual([]);
    const nested = (schema: Tree) => ({ type: "object", properties: { p: schema } });
    const [inner, innerNow] = [
      describeApi(nested(one), version),
      describeApi(nested(other), otherVersion),
    ];
    expect(compareDescriptions(inner, innerNow)).toEqual([]);
  });
});

function answering(responses: Tree): Tree {
  return { openapi: "3.1.0", info: {}, paths: { "/things": { get: { responses } } } };
}

const json = (schema: Tree) => ({ description: "", content: { "application/json": { schema } } });

describe("ranges of statuses", () => {
  test("stand for the statuses in them", () => {
    const rules = (before: Tree, now: Tree) =>
      compareDescriptions(answering(before), answering(now)).map(
        ({ rule, isBreaking }) => `${rule}${isBreaking ? " breaks" : ""}`,
      );
    const one = json(object);
    expect(rules({ 200: one }, { "2XX": one })).toEqual(["response-added"]);
    expect(rules({ "2xx": one }, { "2XX": one, 201: one })).toEqual([]);
    expect(rules({ "2XX": one }, { 200: one })).toEqual([]);
    expect(rules({ 200: one }, { "2XX": json({ type: "object" }) })).toContain(
      "response-property-removed breaks",
    );
    expect(rules({ 200: one, 404: one }, { 200: one, "4XX": one })).toEqual(["response-added"]);
    expect(rules({ 200: one }, { 404: one })).toContain("response-removed breaks");
  });
});

describe("servers", () => {
  const operation = { responses: { 200: { description: "" } } };
  const paths = (more: object = {}, own: object = {}) => ({
    "/a": { ...more, get: { ...own, ...operation } },
    "/b": { get: operation },
  });
  const modern = (servers: unknown, more?: object, own?: object) => ({
    openapi: "3.0.3",
    info: {},
    ...(servers !== undefined && { servers }),
    paths: paths(more, own),
  });
  const legacy = (settings: object) => ({
    swagger: "2.0",
    info: {},
    ...settings,
    paths: paths(),
  });
  const one = [{ url: "https://a.example/v1" }];
  const count = (before: Tree, now: Tree) => {
    const { changes, uncompared } = examineDescriptions(before, now);
    expect(changes).toEqual([]);
    return uncompared.map((part) => [part.kind, part.count, part.path.join("/")]);
  };

  test.each<[string, Tree, Tree]>([
    ["versions", modern(one), legacy({ host: "a.example", basePath: "/v1", schemes: ["https"] })],
    ["base paths of versions", modern([{ url: "/v1" }]), legacy({ basePath: "/v1/" })],
    ["a missing list", modern(undefined), modern([{ url: "/" }])],
    ["nothing in both versions", modern(undefined), legacy({})],
    ["descriptions", modern(one), modern([{ ...one[0], description: "Live" }])],
    [
      "variables",
      modern(one),
      modern([{ url: "https://a.example/{v}", variables: { v: { default: "v1" } } }]),
    ],
    ["places", modern(one), { ...modern(one, { servers: one }, { servers: one }) }],
  ])("with other %s are equal", (_title, before, now) => {
    expect(count(before, now)).toEqual([]);
    expect(count(now, before)).toEqual([]);
  });

  const other = [{ url: "https://b.example/v1" }];
  test.each<[string, Tree, Tree, string]>([
    ["another host", modern(one), modern(other), "servers"],
    ["another path", modern(one), modern([{ url: "https://a.example/v2" }]), "servers"],
    ["one more", modern(one), modern([...one, ...other]), "servers"],
    ["another order", modern([...other, ...one]), modern([...one, ...other]), "servers"],
    ["another base path", legacy({ basePath: "/v1" }), legacy({ basePath: "/v2" }), "basePath"],
    [
      "another host before 3.0",
      legacy({ host: "a.example" }),
      legacy({ host: "b.example" }),
      "host",
    ],
    ["servers of a path", modern(one), modern(one, { servers: other }), "paths//a/servers"],
    [
      "servers of an operation",
      modern(one),
      modern(one, {}, { servers: other }),
      "paths//a/get/servers",
    ],
  ])("with %s count as a difference that is not compared", (_title, before, now, path) => {
    expect(count(before, now)).toEqual([["servers", 1, path]]);
  });
});

describe("a path of the server's URL that moves into the paths", () => {
  const api = (url: string, path: string) => ({
    openapi: "3.1.0",
    info: {},
    servers: [{ url }],
    paths: { [path]: { get: { responses: { 200: { description: "" } } } } },
  });
  const [before, now] = [
    api("https://a.example/v1", "/pets"),
    api("https://a.example", "/v1/pets"),
  ];

  test("is reported, and can be accepted", () => {
    expect(compareDescriptions(before, now)).toMatchObject([
      { rule: "path-prefix-moved", isBreaking: true, operations: ["GET /v1/pets"] },
    ]);
    expect(compareDescriptions(now, before, { acceptMovedPrefix: true })).toMatchObject([
      { rule: "path-prefix-moved", isBreaking: false },
    ]);
    expect(compareDescriptions(before, api("https://a.example", "/v2/pets"))).toMatchObject([
      { rule: "operation-removed", isBreaking: true },
      { rule: "operation-added" },
    ]);
  });
});

const base = (discriminator: unknown) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: text },
  discriminator,
});
const cat = (ref: string, properties: Tree) => ({
  allOf: [{ $ref: ref }, { type: "object", properties }],
});

describe("schemas behind a discriminator", () => {
  const claws = { claws: { type: "integer" } };
  const toBase = "#/components/schemas/Base";
  const of = (properties: Tree, mapping?: Tree) =>
    describeApi({ $ref: toBase }, "3.0.3", {
      Base: base({ propertyName: "kind", ...(mapping && { mapping }) }),
      Cat: cat(toBase, properties),
      Kitten: cat("#/components/schemas/Cat", {}),
    });

  test.each([undefined, { cat: "#/components/schemas/Cat" }, { cat: "Cat" }])(
    "are compared, with the mapping %j",
    (mapping) => {
      const rules = compareDescriptions(of(claws, mapping), of({}, mapping));
      expect(rules).toMatchObject([
        { rule: "request-property-removed", isBreaking: true },
        { rule: "response-property-removed", isBreaking: true },
      ]);
      expect(rules[0]?.path.slice(0, 3)).toEqual(["components", "schemas", "Cat"]);
    },
  );

  test("are compared in OpenAPI 2.0, and in the version of 3.0", () => {
    const old = (properties: Tree) => ({
      swagger: "2.0",
      info: {},
      paths: {
        "/things": {
          get: { responses: { 200: { description: "", schema: { $ref: "#/definitions/Base" } } } },
        },
      },
      definitions: { Base: base("kind"), Cat: cat("#/definitions/Base", properties) },
    });
    expect(compareDescriptions(old(claws), old({}))).toMatchObject([
      { rule: "response-property-removed", isBreaking: true },
    ]);
    expect(compareDescriptions(old(claws), old(claws))).toEqual([]);
  });

  test("are reported by value when added or removed", () => {
    const without = of(claws);
    const components = without.components as { schemas: Tree };
    const { Kitten: _, ...schemas } = components.schemas;
    const rules = (before: Tree, now: Tree) =>
      compareDescriptions(before, now).map(
        ({ rule, isBreaking }) => `${rule}${isBreaking ? " breaks" : ""}`,
      );
    const less = { ...without, components: { schemas } };
    expect(rules(less, without)).toEqual([
      "response-discriminator-value-added breaks",
      "request-discriminator-value-added",
    ]);
    expect(rules(without, less)).toEqual([
      "request-discriminator-value-changed breaks",
      "response-discriminator-value-changed",
    ]);
  });
});

describe("forms and XML", () => {
  const api = (type: string, media: Tree) => ({
    openapi: "3.1.0",
    info: {},
    paths: { "/a": { post: { requestBody: { content: { [type]: media } }, responses: {} } } },
  });
  const list = { type: "object", properties: { tags: { type: "array", items: text } } };
  const rules = (before: Tree, now: Tree) =>
    compareDescriptions(before, now).map(({ rule, isBreaking }) => [rule, isBreaking]);

  test("the encoding of a field is compared with its default", () => {
    const form = "application/x-www-form-urlencoded";
    const own = (tags: Tree) => api(form, { schema: list, encoding: { tags } });
    expect(rules(api(form, { schema: list }), own({ style: "form", explode: true }))).toEqual([]);
    expect(rules(api(form, { schema: list }), own({ explode: false }))).toEqual([
      ["request-encoding-changed", true],
    ]);
    const multipart = (contentType?: string) =>
      api("multipart/form-data", {
        schema: { type: "object", properties: { image: { type: "string", format: "binary" } } },
        encoding: { image: contentType === undefined ? {} : { contentType } },
      });
    expect(rules(multipart(), multipart("application/octet-stream"))).toEqual([]);
    expect(rules(multipart("image/png, image/gif"), multipart("image/png"))).toEqual([
      ["request-encoding-changed", true],
    ]);
    expect(rules(multipart("image/png"), multipart("image/gif, image/png"))).toEqual([
      ["request-encoding-changed", false],
    ]);
  });

  test("names of XML are compared where a value is written as XML", () => {
    const own = (type: string, xml: Tree) =>
      api(type, { schema: { type: "object", properties: { id: { ...text, xml } } } });
    const xml = "application/xml";
    expect(rules(own(xml, {}), own(xml, { name: "id" }))).toEqual([]);
    expect(rules(own(xml, {}), own(xml, { name: "key" }))).toEqual([["request-xml-changed", true]]);
    expect(rules(own(xml, { name: "id" }), own(xml, { attribute: true }))).toEqual([
      ["request-xml-changed", true],
    ]);
    expect(rules(own("application/json", {}), own("application/json", { name: "key" }))).toEqual(
      [],
    );
  });
});

describe("references", () => {
  test("are followed by $anchor, $id and $dynamicRef", () => {
    const by = (reference: Tree, schemas: Tree) => describeApi(reference, "3.1.0", schemas);
    for (const [reference, own] of [
      [{ $ref: "#named" }, { $anchor: "named" }],
      [{ $ref: "https://a.example/thing" }, { $id: "https://a.example/thing" }],
      [{ $ref: "https://a.example/thing#/x" }, { $id: "https://a.example/thing" }],
      [{ $dynamicRef: "#open" }, { $dynamicAnchor: "open" }],
    ] as const) {
      const at = "$ref" in reference && reference.$ref.endsWith("/x");
      const inner = (type: string) => (at ? { x: { type } } : { type });
      const [before, now] = ["string", "integer"].map((type) =>
        by(reference, { Named: { ...own, ...inner(type) } }),
      );
      const { changes, unresolved } = examineDescriptions(before ?? {}, now ?? {});
      expect(unresolved).toEqual({ old: [], young: [] });
      expect(changes.map(({ rule }) => rule)).toContain("request-type-changed");
    }
  });

  test("without a target in the document are reported", () => {
    const rules = (reference: Tree, schemas: Tree = {}) =>
      examineDescriptions(describeApi(text), describeApi(reference, "3.1.0", schemas)).unresolved
        .young;
    expect(rules({ $ref: "#/components/schemas/Gone" })).toMatchObject([{ reason: "missing" }]);
    expect(rules({ $ref: "#gone" })).toMatchObject([{ reason: "missing" }]);
    expect(rules({ $ref: "https://a.example/s.json" })).toMatchObject([{ reason: "elsewhere" }]);
    const open = { A: { $dynamicAnchor: "t" }, B: { $dynamicAnchor: "t" } };
    expect(rules({ $dynamicRef: "#t" }, open)[0]).toMatchObject({ reason: "dynamic" });
  });
});

test("differences that are not compared are counted", () => {
  const link = (operationId: string) => ({ description: "", links: { next: { operationId } } });
  const [before, now] = [answering({ 200: link("a") }), answering({ 200: link("b") })];
  const { changes, uncompared, examined } = examineDescriptions(before, now);
  expect(changes).toEqual([]);
  expect(uncompared).toMatchObject([{ kind: "links", count: 1, in: "new" }]);
  const [two, none] = [answering({ 200: link("b"), 201: link("c") }), answering({ 200: {} })];
  expect(examineDescriptions(before, two).uncompared).toMatchObject([{ count: 2, in: "new" }]);
  expect(examineDescriptions(two, none).uncompared).toMatchObject([{ count: 2, in: "old" }]);
  expect(examined).toEqual({ operations: 1, parameters: 0, schemas: 0 });
  expect(examineDescriptions(before, before).uncompared).toEqual([]);
});
