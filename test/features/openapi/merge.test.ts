import { describe, expect, test } from "vitest";
import { mergeFiles } from "../../../src/features/openapi/merge.ts";

type Files = Readonly<Record<string, unknown>>;

async function merge(document: unknown, files: Files): Promise<{ [name: string]: unknown }> {
  const readFile = async (to: string) => ({ file: to, document: files[to] });
  const { result } = await mergeFiles(document, "main.yaml", readFile, (file) => file);
  return result as { [name: string]: unknown };
}

/** The value at a reference within the document: decoded as a fragment, then as a JSON pointer. */
function follow(document: unknown, ref: string): unknown {
  const steps = decodeURIComponent(ref.slice(1)).split("/").slice(1);
  return steps.reduce(
    (value: unknown, step) => Object(value)[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

describe("a reference to a value that is already in the document", () => {
  const names = ["Pet", "a/b", "a~b", "a~1b", "100%", "%25", "a%2Fb", "ü", "a b"];

  test.each(names)("leads to it for the name %j", async (name) => {
    const target = { type: "string", title: name };
    const encoded = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
    const ref = `parts.yaml#/schemas/${encoded}`;
    const document = {
      openapi: "3.1.0",
      components: { schemas: { [name]: { $ref: ref } } },
      paths: { "/a": { get: { parameters: [{ schema: { $ref: ref } }] } } },
    };
    const result = await merge(document, { "parts.yaml": { schemas: { [name]: target } } });
    expect(result.components).toEqual({ schemas: { [name]: target } });
    const found: string[] = [];
    JSON.stringify(result, (key, value) => {
      if (key === "$ref") found.push(value);
      return value;
    });
    expect(found).toHaveLength(1);
    expect(follow(result, found[0] ?? "")).toEqual(target);
  });
});

const paths = (schema: unknown) => ({ paths: { "/a": { get: { parameters: [{ schema }] } } } });
/** The schema of `paths`, and the values that were put aside. */
const toParts = (result: { [name: string]: unknown }) => {
  const { paths: all, "x-bundled": aside } = result as {
    paths: { "/a": { get: { parameters: [{ schema: unknown }] } } };
    "x-bundled"?: unknown;
  };
  return { schema: all["/a"].get.parameters[0].schema, ...(aside !== undefined && { aside }) };
};

describe("a merged reference", () => {
  test.each<[string, unknown, Files, object]>([
    [
      "alone becomes its value",
      { $ref: "a.yaml" },
      { "a.yaml": { type: "object" } },
      { schema: { type: "object" } },
    ],
    ["becomes a value that is a list", { $ref: "a.yaml" }, { "a.yaml": [1] }, { schema: [1] }],
    [
      "becomes a value that is a boolean",
      { $ref: "a.yaml#/any" },
      { "a.yaml": { any: true } },
      { schema: true },
    ],
    [
      "with siblings leads to a value that was put aside",
      { $ref: "a.yaml#/Pet", title: "Mine" },
      { "a.yaml": { Pet: { type: "object" } } },
      {
        schema: { $ref: "#/x-bundled/Pet", title: "Mine" },
        aside: { Pet: { type: "object" } },
      },
    ],
    [
      "through another reference leads to the last value",
      { $ref: "a.yaml#/Pet/properties/owner" },
      {
        "a.yaml": { Pet: { $ref: "b.yaml#/defs/Pet" } },
        "b.yaml": {
          defs: {
            Pet: { properties: { owner: { $ref: "#/defs/Owner" } } },
            Owner: { type: "null" },
          },
        },
      },
      { schema: { type: "null" } },
    ],
    [
      "of a member named $ref has the member",
      { $ref: "a.yaml#/properties/name" },
      { "a.yaml": { $ref: "b.yaml", properties: { name: { type: "string" } } } },
      { schema: { type: "string" } },
    ],
    [
      "within the merged file refers to the merged value",
      { $ref: "a.yaml#/Node" },
      { "a.yaml": { Node: { properties: { next: { $ref: "#/Node" } } } } },
      {
        schema: {
          properties: { next: { $ref: "#/paths/~1a/get/parameters/0/schema" } },
        },
      },
    ],
    [
      "to a part of a merged value refers to the part",
      { allOf: [{ $ref: "a.yaml" }, { $ref: "a.yaml#/properties/id" }] },
      { "a.yaml": { properties: { id: { type: "string" } } } },
      {
        schema: {
          allOf: [
            { properties: { id: { type: "string" } } },
            { $ref: "#/paths/~1a/get/parameters/0/schema/allOf/0/properties/id" },
          ],
        },
      },
    ],
    [
      "back to the first file refers to its value",
      { $ref: "a.yaml" },
      { "a.yaml": { not: { $ref: "main.yaml#/info" } }, "main.yaml": {} },
      { schema: { not: { $ref: "#/info" } } },
    ],
    [
      "to a URL and to the own file stay",
      {
        anyOf: [
          { $ref: "HTTPS://x.example/a.yaml" },
          { $ref: "//x.example/a" },
          { $ref: "#/info" },
        ],
      },
      {},
      {
        schema: {
          anyOf: [
            { $ref: "HTTPS://x.example/a.yaml" },
            { $ref: "//x.example/a" },
            { $ref: "#/info" },
          ],
        },
      },
    ],
    [
      "with a field named __proto__ has the field",
      { $ref: "a.yaml" },
      { "a.yaml": JSON.parse('{"__proto__":{"type":"string"}}') },
      { schema: JSON.parse('{"__proto__":{"type":"string"}}') },
    ],
  ])("%s", async (_, schema, files, expected) => {
    const document = { ...paths(schema), info: { title: "Pets" } };
    expect(toParts(await merge(document, files))).toEqual(expected);
  });

  test("has a name that is not taken", async () => {
    const aside = (file: string) => ({ $ref: file, title: file });
    const document = paths({
      allOf: [
        aside("a/pet store.yaml"),
        aside("b/pet store.yaml"),
        aside("c\\pet store.yaml"),
        aside("x.yaml#/d/e~1f"),
      ],
    });
    const files = Object.fromEntries(
      ["a/pet store.yaml", "b/pet store.yaml", "c\\pet store.yaml"].map((file) => [
        file,
        { title: file },
      ]),
    );
    const { schema, aside: bundled } = toParts(
      await merge(
        { ...document, "x-bundled": { pet_store: 1 } },
        { ...files, "x.yaml": { d: { "e/f": {} } } },
      ),
    );
    expect(bundled).toEqual({
      pet_store: 1,
      "pet_store-2": { title: "a/pet store.yaml" },
      "pet_store-3": { title: "b/pet store.yaml" },
      "pet_store-4": { title: "c\\pet store.yaml" },
      e_f: {},
    });
    expect(schema).toMatchObject({
      allOf: [
        { $ref: "#/x-bundled/pet_store-2" },
        { $ref: "#/x-bundled/pet_store-3" },
        { $ref: "#/x-bundled/pet_store-4" },
        { $ref: "#/x-bundled/e_f" },
      ],
    });
  });

  test.each(["components", "definitions"])(
    "prefers the names of %s, the outer ones first",
    async (name) => {
      const ref = { $ref: "a.yaml#/Pet" };
      const inner = { Outer: { properties: { pet: { ...ref } } }, Pet: { ...ref } };
      const document = {
        ...paths({ ...ref }),
        [name]: name === "components" ? { schemas: inner } : inner,
      };
      const result = await merge(document, { "a.yaml": { Pet: { type: "object" } } });
      const at = name === "components" ? "#/components/schemas/Pet" : "#/definitions/Pet";
      expect(toParts(result)).toEqual({ schema: { $ref: at } });
      const merged = { Outer: { properties: { pet: { $ref: at } } }, Pet: { type: "object" } };
      expect(result[name]).toEqual(name === "components" ? { schemas: merged } : merged);
    },
  );

  test("reads the files in the order of their references, and lists each once", async () => {
    const read: string[] = [];
    const documents: Files = { "a.yaml": { $ref: "b.yaml" }, "b.yaml": { type: "string" } };
    const { files } = await mergeFiles(
      paths({ anyOf: [{ $ref: "a.yaml" }, { $ref: "b.yaml" }] }),
      "main.yaml",
      async (to, from) => {
        read.push(`${from} ${to}`);
        return { file: to, document: documents[to] };
      },
      (file) => file,
    );
    expect(files).toEqual(["a.yaml", "b.yaml"]);
    expect(read).toEqual(["main.yaml a.yaml", "a.yaml b.yaml", "main.yaml b.yaml"]);
  });

  test.each<[string, unknown, Files, string]>([
    [
      "an anchor",
      { $ref: "a.yaml#Pet" },
      { "a.yaml": {} },
      "main.yaml references a.yaml#Pet. A reference to another file must be a JSON pointer after #.",
    ],
    [
      "a missing value",
      { $ref: "a.yaml#/Pet" },
      { "a.yaml": { Cat: {} } },
      "a.yaml has no value at a.yaml#/Pet, the target of a $ref.",
    ],
    [
      "a text",
      { $ref: "a.yaml#/Pet" },
      { "a.yaml": { Pet: "x" } },
      "main.yaml references a.yaml#/Pet, which is text, not an object.",
    ],
    [
      "a number",
      { $ref: "a.yaml#/Pet" },
      { "a.yaml": { Pet: 7 } },
      "main.yaml references a.yaml#/Pet, which is text, not an object.",
    ],
    [
      "null",
      { $ref: "a.yaml#/Pet" },
      { "a.yaml": { Pet: null } },
      "main.yaml references a.yaml#/Pet, which is text, not an object.",
    ],
    [
      "a missing value of a merged file",
      { $ref: "a.yaml" },
      { "a.yaml": { not: { $ref: "#/gone" } } },
      "a.yaml has no value at #/gone, the target of a $ref.",
    ],
    [
      "itself",
      { $ref: "a.yaml#/A/x" },
      { "a.yaml": { A: { $ref: "#/A" } } },
      "a.yaml has no value at a.yaml#/A/x, the target of a $ref.",
    ],
  ])("to %s is refused", async (_, schema, files, message) => {
    await expect(merge(paths(schema), files)).rejects.toThrow(message);
  });

  test("with siblings is refused in a document that is not an object", async () => {
    const document = [{ $ref: "a.yaml", title: "Mine" }];
    const files = { "a.yaml": {} };
    await expect(merge(document, files)).rejects.toThrow("The specification must be an object.");
  });
});
