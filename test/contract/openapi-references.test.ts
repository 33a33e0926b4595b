import { describe, expect, test } from "vitest";
import {
  buildSteps,
  collectOpenApiReferences,
  getMember,
} from "../../src/contract/openapi-references.ts";

const $ref = "#/components/schemas/Pet";

/** The paths of the references in a document. */
const listPaths = (root: unknown) =>
  collectOpenApiReferences(root).map(({ path }) => path.join(" "));

describe("collectOpenApiReferences", () => {
  test.each<[string, unknown, readonly string[]]>([
    ["a schema", { components: { schemas: { A: { $ref } } } }, ["components schemas A $ref"]],
    [
      "members and items",
      {
        properties: { a: { $ref }, b: { items: { $ref } } },
        allOf: [{ $ref }, { type: "string" }],
      },
      ["properties a $ref", "properties b items $ref", "allOf 0 $ref"],
    ],
    ["a reference beside others", { $ref, allOf: [{ $ref }] }, ["$ref", "allOf 0 $ref"]],
    ["a property called $ref", { properties: { $ref: { type: "string" } } }, []],
    [
      "a property called $ref with a reference",
      { properties: { $ref: { $ref } } },
      ["properties $ref $ref"],
    ],
    ["data", { example: { $ref }, default: { $ref }, const: { $ref }, enum: [{ $ref }] }, []],
    ["the value of an example", { examples: { a: { value: { $ref } } } }, []],
    ["a named example", { examples: { a: { $ref } } }, ["examples a $ref"]],
    ["a list of examples", { examples: [{ $ref }] }, []],
    ["examples of Swagger", { swagger: "2.0", examples: { "text/plain": { $ref } } }, []],
    ["an extension", { "x-internal": { $ref } }, []],
    [
      "names that are keywords elsewhere",
      { properties: { example: { $ref }, default: { $ref }, "x-a": { $ref }, enum: { $ref } } },
      [
        "properties example $ref",
        "properties default $ref",
        "properties x-a $ref",
        "properties enum $ref",
      ],
    ],
    [
      "a property called like a map of names",
      { properties: { properties: { example: { $ref }, not: { $ref } } } },
      ["properties properties not $ref"],
    ],
    [
      "a list in place of a map",
      { parameters: [{ $ref }, { example: { $ref } }] },
      ["parameters 0 $ref"],
    ],
    ["a reference that is not text", { $ref: 5, allOf: [{ $ref }] }, ["allOf 0 $ref"]],
    ["texts and numbers", { a: "b", c: 1, d: null, e: [1, "$ref"] }, []],
    ["a text", "$ref", []],
    ["nothing", null, []],
    ["a list", [{ $ref }, [{ $ref }]], ["0 $ref", "1 0 $ref"]],
  ])("%s", (_, root, paths) => {
    expect(listPaths(root)).toEqual(paths);
  });

  const names = [
    ...["properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "paths"],
    ...["webhooks", "pathItems", "schemas", "responses", "parameters", "examples"],
    ...["requestBodies", "headers", "securitySchemes", "securityDefinitions", "links"],
    ...["callbacks", "variables", "content", "encoding"],
  ];
  test.each(names)("the names in %s are not keywords", (name) => {
    expect(listPaths({ [name]: { example: { $ref } } })).toEqual([`${name} example $ref`]);
  });

  test("a reference has its object, member and text", () => {
    const holder = { $ref };
    const [reference, ...others] = collectOpenApiReferences({ not: holder });
    expect(others).toEqual([]);
    expect(reference).toStrictEqual({
      holder,
      member: "$ref",
      text: $ref,
      path: ["not", "$ref"],
      mapping: false,
    });
    expect(reference?.holder).toBe(holder);
  });

  test("an object in several places is read once", () => {
    const shared = { not: { $ref } };
    expect(listPaths({ allOf: [shared, shared], not: shared })).toEqual(["allOf 0 not $ref"]);
  });

  test.each<[string, unknown, readonly string[]]>([
    ["a fragment", { cat: "#/components/schemas/Cat" }, ["cat"]],
    ["files", { a: "cat.json", b: "cat.yaml", c: "cat.yml", d: "pets/cat" }, ["a", "b", "c", "d"]],
    ["a name of a schema, or another value", { a: "Cat", b: "cat.txt", c: 5, d: null }, []],
    ["a list", ["#/components/schemas/Cat"], []],
    ["a text", "#/components/schemas/Cat", []],
  ])("a mapping of a discriminator with %s", (_, mapping, members) => {
    const references = collectOpenApiReferences({ discriminator: { propertyName: "a", mapping } });
    expect(references.map(({ path, ...rest }) => ({ path: path.join(" "), ...rest }))).toEqual(
      members.map((member) => ({
        holder: mapping,
        member,
        text: Object(mapping)[member],
        path: `discriminator mapping ${member}`,
        mapping: true,
      })),
    );
  });

  test("a property called discriminator is a schema", () => {
    expect(listPaths({ properties: { discriminator: { mapping: { $ref } } } })).toEqual([
      "properties discriminator mapping $ref",
    ]);
    expect(listPaths({ discriminator: ["a", { $ref }] })).toEqual(["discriminator 1 $ref"]);
  });
});

test.each<[string, readonly string[] | undefined]>([
  ["", []],
  ["/", [""]],
  ["/paths/~1pets~1{id}/get", ["paths", "/pets/{id}", "get"]],
  ["/a~01", ["a~1"]],
  ["/a%20b/%C3%A9", ["a b", "é"]],
  ["/100%/b", ["100%", "b"]],
  ["anchor", undefined],
])("the steps of the pointer %j are %j", (pointer, steps) => {
  expect(buildSteps(pointer)).toEqual(steps);
});

test.each<[unknown, string, unknown]>([
  [{ a: 1 }, "a", 1],
  [{ a: 1 }, "b", undefined],
  [{}, "toString", undefined],
  [["x", "y"], "1", "y"],
  [["x", "y"], "01", "y"],
  [["x"], "1", undefined],
  [["x"], "length", undefined],
  [["x"], "-", undefined],
  ["text", "0", undefined],
  [null, "a", undefined],
  [undefined, "a", undefined],
])("the member of %j called %s is %j", (value, step, member) => {
  expect(getMember(value, step)).toBe(member);
});
