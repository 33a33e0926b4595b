/** Operations of OpenAPI 2.0 and their equivalents in 3.1. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const list = { type: "array", items: text };
const [json, form, multipart] = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
] as const;

function describeOld(operation: Tree, more: Tree = {}): Tree {
  return { swagger: "2.0", info: {}, paths: { "/a/{id}": { post: operation } }, ...more };
}

function describeNew(operation: Tree): Tree {
  return { openapi: "3.1.0", info: {}, paths: { "/a/{id}": { post: operation } } };
}

function listRules(before: Tree, now: Tree): readonly string[] {
  return compareDescriptions(before, now).map(({ rule }) => rule);
}

const query = (more: Tree) => ({ name: "q", in: "query", ...more });
const field = (name: string, more: Tree = text) => ({ name, in: "formData", ...more });
const body = (content: Tree, required = false) => ({ requestBody: { required, content } });
const fields = (properties: Tree, more: Tree = {}) => ({
  schema: { type: "object", properties, ...more },
});
const answer = (more: Tree) => ({ responses: { 200: { description: "", ...more } } });

type EqualPair = readonly [name: string, old: Tree, young: Tree, more?: Tree];

const equal: readonly EqualPair[] = [
  [
    "the value of a parameter",
    { parameters: [query({ type: "integer", minimum: 1, maximum: 5, enum: [1, 2] })] },
    { parameters: [query({ schema: { type: "integer", minimum: 1, maximum: 5, enum: [1, 2] } })] },
  ],
  [
    "a nullable parameter",
    { parameters: [query({ ...text, "x-nullable": true })] },
    { parameters: [query({ schema: { type: ["string", "null"] } })] },
  ],
  [
    "a required and deprecated parameter",
    { parameters: [query({ ...text, required: true, "x-deprecated": true })] },
    { parameters: [query({ schema: text, required: true, deprecated: true })] },
  ],
  [
    "a parameter of the path, which is always required",
    { parameters: [{ name: "id", in: "path", ...text }] },
    { parameters: [{ name: "id", in: "path", required: true, schema: text }] },
  ],
  [
    "headers that are not parameters",
    {
      parameters: ["Accept", "CONTENT-TYPE", "authorization"].map((name) => ({
        name,
        in: "header",
        ...text,
      })),
    },
    {},
  ],
  [
    "a header",
    { parameters: [{ name: "X-A", in: "header", ...list }] },
    { parameters: [{ name: "X-A", in: "header", schema: list }] },
  ],
  ...(
    [
      [undefined, { explode: false }],
      ["csv", { explode: false }],
      ["multi", { explode: true }],
      ["ssv", { style: "spaceDelimited", explode: false }],
      ["pipes", { style: "pipeDelimited", explode: false }],
    ] as const
  ).map(
    ([collectionFormat, style]) =>
      [
        `a list in the query as ${collectionFormat}`,
        { parameters: [query({ ...list, collectionFormat })] },
        { parameters: [query({ schema: list, ...style })] },
      ] as const,
  ),
  [
    "a body",
    { parameters: [{ name: "b", in: "body", schema: text, required: true }] },
    body({ [json]: { schema: text } }, true),
  ],
  [
    "an optional body of several media types",
    { consumes: [json, "application/xml"], parameters: [{ name: "b", in: "body", schema: text }] },
    body({ [json]: { schema: text }, "application/xml": { schema: text } }),
  ],
  [
    "a body of the media types of the document",
    { parameters: [{ name: "b", in: "body", schema: text }] },
    body({ "application/xml": { schema: text } }),
    { consumes: ["application/xml"] },
  ],
  [
    "a form",
    { parameters: [field("a"), field("b", { ...text, required: true })] },
    body({ [form]: fields({ a: text, b: text }, { required: ["b"] }) }, true),
  ],
  [
    "a form of two media types, and another one",
    { consumes: [json, form, multipart], parameters: [field("a")] },
    body({ [form]: fields({ a: text }), [multipart]: fields({ a: text }) }),
  ],
  [
    "an upload",
    { parameters: [field("a", { type: "file" })] },
    body({
      [multipart]: fields({ a: { type: "string", contentMediaType: "application/octet-stream" } }),
    }),
  ],
  [
    "an upload in a form without its media type",
    { consumes: [json], parameters: [field("a", { type: "file" }), field("b")] },
    body({
      [multipart]: fields({
        a: { type: "string", contentMediaType: "application/octet-stream" },
        b: text,
      }),
    }),
  ],
  [
    "a list in a form",
    { parameters: [field("a", { ...list, collectionFormat: "pipes" })] },
    body({
      [form]: {
        ...fields({ a: list }),
        encoding: { a: { style: "pipeDelimited", explode: false } },
      },
    }),
  ],
  [
    "a repeated field of a form",
    { parameters: [field("a", { ...list, collectionFormat: "multi" })] },
    body({ [form]: fields({ a: list }) }),
  ],
  ["a response without content", answer({}), answer({})],
  ["a response", answer({ schema: text }), answer({ content: { [json]: { schema: text } } })],
  [
    "a response of a media type",
    { produces: ["text/plain"], ...answer({ schema: text }) },
    answer({ content: { "text/plain": { schema: text } } }),
    { produces: ["application/xml"] },
  ],
  [
    "a download",
    { produces: ["image/png"], ...answer({ schema: { type: "file" } }) },
    answer({ content: { "image/png": {} } }),
  ],
  [
    "headers of a response",
    answer({ headers: { "X-A": { type: "integer" }, "Content-Type": text } }),
    answer({ headers: { "X-A": { schema: { type: "integer" } } } }),
  ],
];

const complete = equal.map(([name, old, young, more = {}]) => [name, old, young, more] as const);

test.each(complete)("%s is the same in 3.1", (_, old, young, more) => {
  expect(listRules(describeOld(old, more), describeNew(young))).toEqual([]);
  expect(listRules(describeNew(young), describeOld(old, more))).toEqual([]);
});

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  [
    "a list as csv",
    { parameters: [query(list)] },
    { parameters: [query({ ...list, collectionFormat: "multi" })] },
    ["parameter-style-changed"],
  ],
  [
    "a list as tsv",
    { parameters: [query({ ...list, collectionFormat: "ssv" })] },
    { parameters: [query({ ...list, collectionFormat: "tsv" })] },
    ["parameter-style-changed"],
  ],
  [
    "a header of that name in another location",
    { parameters: [query({ name: "accept", ...text })] },
    {},
    ["parameter-removed"],
  ],
  [
    "the media type of a body",
    { parameters: [{ name: "b", in: "body", schema: text }] },
    { consumes: ["text/plain"], parameters: [{ name: "b", in: "body", schema: text }] },
    ["request-media-type-removed", "request-media-type-added"],
  ],
  [
    "a required body",
    { parameters: [{ name: "b", in: "body", schema: text }] },
    { parameters: [{ name: "b", in: "body", schema: text, required: true }] },
    ["body-required"],
  ],
  [
    "the last of two bodies",
    {
      parameters: [
        { name: "b", in: "body", schema: text },
        { name: "c", in: "body", schema: list },
      ],
    },
    { parameters: [{ name: "b", in: "body", schema: text }] },
    ["request-type-changed"],
  ],
  [
    "a field of a form",
    { parameters: [field("a")] },
    { parameters: [field("a", { type: "integer" })] },
    ["request-type-changed"],
  ],
  [
    "a list in a form",
    { parameters: [field("a", list)] },
    { parameters: [field("a", { ...list, collectionFormat: "multi" })] },
    ["request-encoding-changed"],
  ],
  [
    "an upload",
    { parameters: [field("a")] },
    { parameters: [field("a", { type: "file" })] },
    ["request-media-type-removed", "request-media-type-added"],
  ],
  [
    "the header of a response",
    answer({ headers: { "X-A": text } }),
    answer({ headers: { "X-A": list } }),
    ["response-type-changed"],
  ],
  [
    "the style of a header",
    answer({ headers: { "X-A": list } }),
    answer({ headers: { "X-A": { ...list, collectionFormat: "ssv" } } }),
    ["response-header-style-changed"],
  ],
  [
    "the content of a response",
    answer({ schema: text }),
    answer({}),
    ["response-media-type-removed"],
  ],
  [
    "the media type of a response",
    answer({ schema: text }),
    { produces: ["text/plain"], ...answer({ schema: text }) },
    ["response-media-type-removed", "response-media-type-added"],
  ],
])("%s differs", (_, old, young, rules) => {
  expect(listRules(describeOld(old), describeOld(young))).toEqual(rules);
});
