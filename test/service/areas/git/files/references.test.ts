import { expect, test } from "vitest";
import type { Document } from "../../../../../src/contract/document.model.ts";
import {
  encodePath,
  withReferences,
} from "../../../../../src/service/areas/git/files/references.ts";

const page = { kind: "page", page: "P1" };
const file = { kind: "file", file: "F1" };

function createDocument(link: object, image: object, button: object): Document {
  const text = { object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] };
  return {
    object: "document",
    data: { version: 1 },
    nodes: [
      {
        object: "block",
        type: "paragraph",
        nodes: [
          { object: "inline", type: "link", data: { ref: link, title: null }, nodes: [text] },
        ],
      },
      { object: "block", type: "image", data: { refs: [image, "text", 1], width: 2 }, nodes: [] },
      { object: "block", type: "card", data: { record: { target: button } }, nodes: [] },
    ],
  } as Document;
}

test("every reference of a document is changed, and nothing else", () => {
  const document = createDocument(page, file, page);
  const seen: unknown[] = [];
  const changed = withReferences(document, (ref) => {
    seen.push(ref);
    return ref.kind === "page" ? { kind: "url", url: "a.md" } : ref;
  });
  const url = { kind: "url", url: "a.md" };
  expect(changed).toEqual(createDocument(url, file, url));
  expect(seen).toEqual([page, file, page]);
  expect(document).toEqual(createDocument(page, file, page));
});

test("a path in a link has encoded signs, and spaces as they are", () => {
  expect(encodePath("a b/100%#1?.md")).toBe("a b/100%25%231%3F.md");
});
