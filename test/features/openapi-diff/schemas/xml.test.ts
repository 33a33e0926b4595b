/** Comparison of the XML representation of bodies. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

const text = { type: "string" };

function describeApi(schema: Tree, type: string, schemas: Tree): Tree {
  const response = { description: "", content: { [type]: { schema } } };
  return {
    openapi: "3.1.0",
    info: {},
    paths: { "/a": { get: { responses: { 200: response } } } },
    components: { schemas },
  };
}

/** The messages of the changes of the XML representation, and the other rules. */
function compare(before: Tree, now: Tree, type = "application/xml", schemas: Tree = {}) {
  return compareDescriptions(
    describeApi(before, type, schemas),
    describeApi(now, type, schemas),
  ).map(({ rule, message, isBreaking }) =>
    rule === "response-xml-changed" && isBreaking ? message : rule,
  );
}

const build = (schema: Tree) => ({ type: "object", properties: { a: schema } });
const list = { type: "array", items: text };
const change = (before: string, now: string) =>
  `The XML representation changed from ${before} to ${now}.`;

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  ["no settings", build(text), build(text), []],
  [
    "a name of a property",
    build(text),
    build({ ...text, xml: { name: "b" } }),
    [change('{"name":"a"}', '{"name":"b"}')],
  ],
  ["the usual name", build(text), build({ ...text, xml: { name: "a" } }), []],
  [
    "an attribute",
    build(text),
    build({ ...text, xml: { attribute: true } }),
    [change('{"name":"a"}', '{"name":"a","nodeType":"attribute"}')],
  ],
  ["no attribute", build(text), build({ ...text, xml: { attribute: false } }), []],
  [
    "the new spelling of an attribute",
    build({ ...text, xml: { nodeType: "attribute" } }),
    build({ ...text, xml: { attribute: true } }),
    [],
  ],
  ["the usual node", build(text), build({ ...text, xml: { nodeType: "element" } }), []],
  ["the usual node of a list", build(list), build({ ...list, xml: { nodeType: "none" } }), []],
  [
    "a wrapped list",
    build(list),
    build({ ...list, xml: { wrapped: true } }),
    [change('{"name":"a"}', '{"name":"a","nodeType":"element"}')],
  ],
  [
    "the new spelling of a wrapped list",
    build({ ...list, xml: { nodeType: "element" } }),
    build({ ...list, xml: { wrapped: true } }),
    [],
  ],
  ["wrapping of a text", build(text), build({ ...text, xml: { wrapped: true } }), []],
  [
    "a namespace and a prefix",
    build({ ...text, xml: { prefix: "p" } }),
    build({ ...text, xml: { prefix: "p", namespace: "https://x.example" } }),
    [
      change(
        '{"name":"a","prefix":"p"}',
        '{"name":"a","namespace":"https://x.example","prefix":"p"}',
      ),
    ],
  ],
  [
    "the root element",
    { ...build(text), xml: { name: "root" } },
    { ...build(text), xml: { name: "other" } },
    [change('{"name":"root"}', '{"name":"other"}')],
  ],
  [
    "settings of a part",
    build({ allOf: [text, { xml: { name: "b" } }] }),
    build({ ...text, xml: { name: "b" } }),
    [],
  ],
  [
    "items",
    build({ type: "array", items: { ...text, xml: { name: "b" } } }),
    build({ type: "array", items: { ...text, xml: { name: "c" } } }),
    [change('{"name":"b"}', '{"name":"c"}')],
  ],
  [
    "additional properties",
    { type: "object", additionalProperties: { ...text, xml: { prefix: "p" } } },
    { type: "object", additionalProperties: { ...text, xml: { prefix: "q" } } },
    [change('{"name":"","prefix":"p"}', '{"name":"","prefix":"q"}')],
  ],
])("%s", (_, before, now, changes) => {
  expect(compare(before, now)).toEqual(changes);
  expect(compare(before, now, "application/json")).toEqual([]);
});

test("the root element has the name of its schema", () => {
  const schemas = { Cat: build(text), Dog: build(text) };
  const cat = { $ref: "#/components/schemas/Cat" };
  const dog = { $ref: "#/components/schemas/Dog" };
  expect(compare(cat, dog, "text/xml", schemas)).toEqual([
    change('{"name":"Cat"}', '{"name":"Dog"}'),
  ]);
  expect(compare(cat, cat, "text/xml", schemas)).toEqual([]);
  expect(compare(cat, dog, "application/json", schemas)).toEqual([]);
});
