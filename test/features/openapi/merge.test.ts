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
