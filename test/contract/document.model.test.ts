import { expect, test } from "vitest";
import { document } from "../../src/contract/document.model.ts";
import { everyOperation } from "../../src/contract/every-operation.ts";
import type { Field } from "../../src/contract/fields.ts";

const toDocument = (...nodes: readonly object[]) => ({ object: "document", data: {}, nodes });
const leaves = [{ object: "leaf", text: "a", marks: [] }];
const paragraph = { object: "block", type: "paragraph", nodes: [{ object: "text", leaves }] };
const typeless = [
  { object: "block" },
  { object: "inline", nodes: [] },
  { object: "block", nodes: [{ object: "text", leaves }] },
];

/** The JSON fields of a field. */
function listJsonFields(field: Field): Extract<Field, { kind: "json" }>[] {
  if (field.kind === "json") return [field];
  if (field.kind === "list") return listJsonFields(field.of);
  return field.kind === "group" ? Object.values(field.fields).flatMap(listJsonFields) : [];
}

test("blocks and inline nodes without a type are refused at any depth", () => {
  expect(document.safeParse(toDocument(paragraph)).success).toBe(true);
  for (const node of typeless) {
    const quote = { object: "block", type: "quote", nodes: [paragraph, node] };
    const fragment = { object: "fragment", fragment: "caption", nodes: [node] };
    const image = { object: "block", type: "image", fragments: [fragment] };
    for (const nodes of [[node], [paragraph, node], [quote], [image]]) {
      expect(document.safeParse(toDocument(...nodes)).success).toBe(false);
    }
  }
});

test("no operation accepts a document with a block without a type", async () => {
  const accepting: string[] = [];
  for (const { operation, input } of everyOperation) {
    for (const field of Object.values(input).flatMap(listJsonFields)) {
      const model = await field.model();
      for (const wrap of [(one: object) => one, (one: object) => ({ document: one })]) {
        if (!model.safeParse(wrap(toDocument(paragraph))).success) continue;
        // Free JSON, such as the settings of an integration.
        if (model.safeParse(wrap({ ...toDocument(paragraph), nodes: "none" })).success) continue;
        accepting.push(operation);
        for (const node of typeless) {
          expect([operation, model.safeParse(wrap(toDocument(node))).success]).toEqual([
            operation,
            false,
          ]);
        }
      }
    }
  }
  expect(accepting).toEqual(
    expect.arrayContaining(["updateChangeRequestById", "createTranslation"]),
  );
});
