/** Cases of public reports about tools that compare specifications, each with a new text. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };

function describeApi(schema: Tree, version = "3.1.0"): Tree {
  const content = { "application/json": { schema } };
  const post = {
    parameters: [{ name: "q", in: "query", schema }],
    requestBody: { content },
    responses: { 200: { description: "", content } },
  };
  return { openapi: version, info: {}, paths: { "/a": { post } } };
}

function breaks(before: Tree, now: Tree, from = "3.1.0", to = from): string[] {
  return compareDescriptions(describeApi(before, from), describeApi(now, to))
    .filter(({ isBreaking, message }) => isBreaking && !message.includes("parameter"))
    .map(({ rule }) => rule);
}

const nullable = { type: ["string", "null"] };
const own = (value: Tree, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties: { a: value },
});

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  ["oasdiff 1004: a nullable type is left out", nullable, {}, ["response-type-changed"]],
  ["oasdiff 223: a response becomes nullable", own(text), own(nullable), ["response-type-changed"]],
  [
    "oasdiff 398: null becomes a choice",
    own(text),
    own({ anyOf: [text, { type: "null" }] }),
    ["response-type-changed"],
  ],
  [
    "openapi-diff 375: a number becomes a text",
    own({ type: "integer" }),
    own(text),
    ["request-type-changed", "response-type-changed"],
  ],
  [
    "openapi-changes 160: a property is renamed",
    own(text),
    { type: "object", properties: { b: text } },
    ["request-property-removed", "response-property-removed"],
  ],
  [
    "oasdiff 314: a property of a choice becomes optional",
    { oneOf: [own(text, ["a"]), text] },
    { oneOf: [own(text), text] },
    ["response-property-optional"],
  ],
  [
    "Azure openapi-diff 207: a required property becomes optional",
    own(text, ["a"]),
    own(text),
    ["response-property-optional"],
  ],
  [
    "oasdiff 1090: a property in a part of items is required",
    { type: "array", items: { allOf: [own(text)] } },
    { type: "array", items: { allOf: [own(text, ["a"])] } },
    ["request-property-required"],
  ],
  [
    "oasdiff 280: a field of items changes",
    { type: "array", items: own(text) },
    { type: "array", items: own({ type: "boolean" }) },
    ["request-type-changed", "response-type-changed"],
  ],
])("%s", (_, before, now, rules) => {
  expect(breaks(before, now).sort()).toEqual([...rules].sort());
});

test("apihub 531: nullable values are the same in 3.0 and 3.1", () => {
  const old = own({ type: "string", nullable: true, enum: ["a"] });
  for (const values of [["a"], ["a", null]]) {
    expect(breaks(old, own({ ...nullable, enum: values }), "3.0.3", "3.1.0")).toEqual([]);
  }
});

test("oasdiff 1017: a parameter that is no longer nullable breaks clients", () => {
  const changes = compareDescriptions(describeApi(nullable), describeApi(text));
  expect(
    changes.filter(({ message }) => message.startsWith("The query parameter q")),
  ).toMatchObject([{ rule: "request-type-changed", isBreaking: true }]);
});

/** Public reports about whole operations; `rules` are the breaking changes that tome reports. */
const wholeReports: readonly (readonly [string, Tree, Tree, readonly string[]])[] = [
  [
    "oasdiff 861: a value of a property of a deepObject parameter is removed",
    withParameters([deepObject(["a", "b", "c"])]),
    withParameters([deepObject(["a", "b"])]),
    ["request-value-removed"],
  ],
  [
    "oasdiff 378: a parameter moves from the operation to the path",
    { openapi: "3.0.1", paths: { "/a": { get: { parameters: [required("q")], responses: {} } } } },
    { openapi: "3.0.1", paths: { "/a": { parameters: [required("q")], get: { responses: {} } } } },
    [],
  ],
  [
    "openapi-comparator 49: a header and a query parameter have the same name",
    withParameters([{ ...required("token"), in: "header" }, required("token")]),
    withParameters([required("token"), { ...required("token"), in: "header" }]),
    [],
  ],
  [
    "Azure openapi-diff 205: an optional parameter is removed",
    withParameters([{ name: "q", in: "query", schema: text }]),
    withParameters([]),
    ["parameter-removed"],
  ],
  [
    "openapi-diff 21: a path parameter is renamed",
    withPath("/a/{id}", "id", text),
    withPath("/a/{name}", "name", text),
    [],
  ],
  [
    "openapi-diff 348: a renamed path parameter also gets another type",
    withPath("/a/{id}", "id", text),
    withPath("/a/{name}", "name", { type: "integer" }),
    ["request-type-changed"],
  ],
  [
    "oasdiff 365: the response is wrapped in an envelope",
    respond(own(text)),
    respond({ type: "object", properties: { data: own(text) } }),
    ["response-property-removed"],
  ],
  [
    "oasdiff 766: a property moves to a part that is included with allOf",
    respond(
      { allOf: [{ $ref: "#/components/schemas/Lite" }, { properties: { b: text, c: text } }] },
      { Lite: { type: "object", properties: { a: text } } },
    ),
    respond(
      { allOf: [{ $ref: "#/components/schemas/Lite" }, { properties: { c: text } }] },
      { Lite: { type: "object", properties: { a: text, b: text } } },
    ),
    [],
  ],
  [
    "oasdiff 1078: a base schema is introduced, beside a list of types",
    respond(own(nullable, ["a"])),
    respond(
      { allOf: [{ $ref: "#/components/schemas/Base" }, own(nullable)] },
      { Base: { type: "object", required: ["a"] } },
    ),
    [],
  ],
  [
    "oasdiff 430: a subtype whose base schema refers back to it is flattened",
    respond(
      { $ref: "#/components/schemas/Sub" },
      {
        Base: {
          ...own(text),
          oneOf: [{ $ref: "#/components/schemas/Sub" }],
        },
        Sub: {
          allOf: [
            { $ref: "#/components/schemas/Base" },
            { type: "object", required: ["b"], properties: { b: text } },
          ],
        },
      },
    ),
    respond({ type: "object", required: ["b"], properties: { a: text, b: text } }),
    [],
  ],
  [
    "oasdiff 610: a response gets another choice",
    respond({ oneOf: [own(text, ["a"])] }),
    respond({ oneOf: [own(text, ["a"]), { type: "object", properties: { b: text } }] }),
    ["response-choice-added"],
  ],
  [
    "openapi-changes 235: a request accepts another choice",
    withBody({ oneOf: [own(text, ["a"]), text] }),
    withBody({ oneOf: [own(text, ["a"]), text, { type: "integer" }] }),
    [],
  ],
  [
    "openapi-diff 199: an operation gets another status code",
    respond(text),
    {
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { ...ok(text), 409: { description: "" } } } } },
    },
    [],
  ],
  [
    "lightdash 25129: an included schema gets another name and an optional property",
    withBody({ allOf: [{ $ref: "#/components/schemas/A" }] }, { A: own(text) }),
    withBody(
      { allOf: [{ $ref: "#/components/schemas/B" }] },
      { B: { type: "object", properties: { a: text, b: text } } },
    ),
    [],
  ],
];

function ok(schema: Tree): Tree {
  return { 200: { description: "", content: { "application/json": { schema } } } };
}

function respond(schema: Tree, schemas: Tree = {}): Tree {
  return {
    openapi: "3.1.0",
    paths: { "/a": { get: { responses: ok(schema) } } },
    components: { schemas },
  };
}

function withBody(schema: Tree, schemas: Tree = {}): Tree {
  const requestBody = { content: { "application/json": { schema } } };
  return {
    openapi: "3.1.0",
    paths: { "/a": { post: { requestBody, responses: {} } } },
    components: { schemas },
  };
}

function withParameters(parameters: readonly Tree[]): Tree {
  return { openapi: "3.0.3", paths: { "/a": { get: { parameters, responses: {} } } } };
}

function withPath(path: string, name: string, schema: Tree): Tree {
  const parameters = [{ name, in: "path", required: true, schema }];
  return { openapi: "3.0.3", paths: { [path]: { get: { parameters, responses: {} } } } };
}

function required(name: string): Tree {
  return { name, in: "query", required: true, schema: text };
}

function deepObject(values: readonly string[]): Tree {
  const schema = own({ type: "string", enum: values });
  return { name: "filter", in: "query", style: "deepObject", schema };
}

test.each(wholeReports)("%s", (_, before, now, rules) => {
  const breaking = compareDescriptions(before, now).filter(({ isBreaking }) => isBreaking);
  expect(breaking.map(({ rule }) => rule)).toEqual(rules);
});
