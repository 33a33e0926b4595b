import { expect, test } from "vitest";
import type { Document } from "../../../../src/contract/document.model.ts";
import {
  collectTexts,
  type TranslatedText,
  translatePieces,
} from "../../../../src/service/areas/translations/translation-worker.ts";
import { parseText } from "../../../../src/service/engines/documents.ts";

const asker = { caller: "U", db: {} };

async function createPiece(fields: Partial<TranslatedText>, markdown?: string) {
  const { document = undefined } = markdown === undefined ? {} : await parseText(markdown, asker);
  return { id: "p1", title: "Start", ...fields, ...(document !== undefined && { body: document }) };
}

/** The texts of a document, in order. */
const listTexts = (json: string) => [...json.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text);

const markdown = `Read \`code\` and **bold** words.

\`\`\`
code block
\`\`\`

![An image](https://example.com/a.png)

* Read
`;

test("texts are collected once, with the number of words of all texts", async () => {
  const pieces = [
    await createPiece({ description: "Start" }, markdown),
    await createPiece({ id: "p2", title: "2026" }),
  ];
  const { texts, words } = collectTexts({ pieces, terms: new Map() });
  expect(texts).toEqual(["Start", "Read", "and", "bold", "words.", "An image"]);
  // The title, the description, the paragraph without its code, the image, the list and the number.
  expect(words).toBe(1 + 1 + 4 + 2 + 1 + 1);
  const terms = new Map([["bold", "fett"]]);
  expect(collectTexts({ pieces, terms }).texts).toEqual([
    ...["Start", "Read", "and", "words.", "An image"],
  ]);
});

test("pieces have their translations, terms, and unchanged texts without them", async () => {
  const pieces = [
    await createPiece({ description: "Start now" }, markdown),
    await createPiece({ id: "p2", title: "Other" }),
  ];
  const translations = new Map([
    ["Start", "Anfang"],
    ["Read", "Lies"],
    ["An image", "Ein Bild"],
    ["code block", "never"],
  ]);
  const [first, second] = translatePieces({
    ...{ pieces, translations },
    terms: new Map([["bold", "fett"]]),
  });
  expect(second).toEqual({ id: "p2", title: "Other" });
  expect(first).toMatchObject({ id: "p1", title: "Anfang", description: "Start now" });
  const body = first?.document?.body ?? "";
  expect(listTexts(body)).toEqual([
    ...["Lies ", "code", " and ", "fett", " words.", "code block", "Lies"],
  ]);
  expect(body).toContain('"alt":"Ein Bild"');
  const document: Document = JSON.parse(body);
  expect(document.nodes).toHaveLength(4);
});
