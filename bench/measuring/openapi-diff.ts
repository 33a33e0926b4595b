/** Worker of the OpenAPI comparison benchmark: reads and compares two specifications. */
import { examineDescriptions } from "../../src/features/openapi-diff/compare.ts";
import { readStrictly } from "../../src/features/openapi-diff/source.ts";

type Tree = Record<string, unknown>;

/** @param megabytes approximate size of the text */
function writeSpecification(megabytes: number, version: string): string {
  const schemas: Tree = {};
  const paths: Tree = {};
  const count = Math.round(megabytes * 710);
  const text = "A sentence that says something about this property of the resource.";
  for (let n = 0; n < count; n++) {
    // Recursive schemas, as in real specifications.
    const next = n % 20 === 19 ? n - 19 : Math.min(n + 1, count - 1);
    const reference = { $ref: `#/components/schemas/Thing${next}` };
    const properties: Tree = { id: { type: "string", description: text }, next: reference };
    for (let m = 0; m < 6; m++) {
      properties[`field${m}`] = { type: "string", maxLength: 20 + m, description: text };
    }
    properties.kind = { type: "string", enum: ["a", "b", version] };
    schemas[`Thing${n}`] = { type: "object", required: ["id"], properties };
    const content = { "application/json": { schema: { $ref: `#/components/schemas/Thing${n}` } } };
    paths[`/things${n}/{id}`] = {
      put: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { content },
        responses: { 200: { description: text, content } },
      },
    };
  }
  const info = { title: "Things", version };
  return JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas } });
}

export async function measure(megabytes: number, rounds: number) {
  const [before, now] = [writeSpecification(megabytes, "1"), writeSpecification(megabytes, "2")];
  const reading: number[] = [];
  const comparing: number[] = [];
  let changes = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const [old, young] = [await readStrictly("before", before), await readStrictly("now", now)];
    const read = performance.now();
    changes = examineDescriptions(old.value as Tree, young.value as Tree).changes.length;
    comparing.push(performance.now() - read);
    reading.push(read - start);
  }
  return { reading, comparing, changes, bytes: before.length };
}

/** Compares two texts. */
export async function measureTexts(before: string, now: string) {
  const start = performance.now();
  const [old, young] = [await readStrictly("before", before), await readStrictly("now", now)];
  const read = performance.now();
  const comparison = examineDescriptions(old.value as Tree, young.value as Tree);
  return { comparison, reading: read - start, comparing: performance.now() - read };
}
