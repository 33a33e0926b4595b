/** Translates the texts of pages: each different text once, on whichever pages it is. */
import type { Document, Node } from "../../../contract/document.model.ts";
import { type StoredDocument, storedForm } from "../../../document/stored.ts";

/** What is translated of a page or a reusable content. */
export interface Piece {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The document as JSON. */
  readonly body?: string | undefined;
}

export interface TranslatedPiece {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly document?: StoredDocument;
}

/** @returns the different texts to translate, and how many words all texts have */
export function collectTexts(pieces: readonly Piece[]): {
  readonly texts: readonly string[];
  readonly words: number;
} {
  const all = pieces.flatMap(textsOf);
  const segments = all.flatMap(segmentsOf).filter(({ translatable }) => translatable);
  return {
    texts: [...new Set(segments.map(({ text }) => text))],
    words: all.reduce((sum, text) => sum + wordsIn(text), 0),
  };
}

export interface Translation {
  readonly pieces: readonly Piece[];
  /** By the texts that were collected; another text stays as it is. */
  readonly translations: ReadonlyMap<string, string>;
}

export function translatePieces({ pieces, translations }: Translation): TranslatedPiece[] {
  const change = (text: string) => translateText(text, translations);
  return pieces.map(({ id, title, description, body }) => ({
    id,
    title: change(title),
    ...(description !== undefined && { description: change(description) }),
    ...(body !== undefined && { document: storedForm(withTexts(JSON.parse(body), change)) }),
  }));
}

function textsOf({ title, description, body }: Piece): string[] {
  return [
    title,
    ...(description === undefined ? [] : [description]),
    ...(body === undefined ? [] : textsIn(JSON.parse(body))),
  ];
}

/** Blocks and inlines whose content is not for people to read. */
const untranslatedTypes = new Set([
  "code",
  "code-line",
  "html",
  "math",
  "inline-math",
  "tag",
  "swagger",
  "openapi",
  "embed",
  "content-ref",
]);

/** Settings of nodes that people read. */
const textSettings = ["alt", "label", "title", "caption"] as const;

/** A copy of the document in which each text is replaced by the result of `change`. */
function withTexts(document: Document, change: (text: string) => string): Document {
  return { ...document, nodes: document.nodes.map((node) => changeNode(node, change)) };
}

/** Every text of the document, in its order. */
function textsIn(document: Document): string[] {
  const texts: string[] = [];
  withTexts(document, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** @param translations by the text of a segment */
function translateText(text: string, translations: ReadonlyMap<string, string>): string {
  return segmentsOf(text)
    .map((segment) =>
      segment.translatable ? (translations.get(segment.text) ?? segment.text) : segment.text,
    )
    .join("");
}

function changeNode(node: Node, change: (text: string) => string): Node {
  if (node.type !== undefined && untranslatedTypes.has(node.type)) return node;
  return {
    ...node,
    ...(node.leaves && {
      leaves: node.leaves.map((leaf) =>
        leaf.marks.some(({ type }) => type === "code")
          ? leaf
          : { ...leaf, text: change(leaf.text) },
      ),
    }),
    ...(node.nodes && { nodes: node.nodes.map((inner) => changeNode(inner, change)) }),
    ...(node.fragments && { fragments: node.fragments.map((inner) => changeNode(inner, change)) }),
    ...(node.data && { data: withSettings(node.data, change) }),
  };
}

function withSettings(
  data: Record<string, unknown>,
  change: (text: string) => string,
): Record<string, unknown> {
  const settings = { ...data };
  for (const name of textSettings) {
    const value = settings[name];
    if (typeof value === "string" && value !== "") settings[name] = change(value);
  }
  return settings;
}

/** Template values, printf-like and brace placeholders, addresses, emoji names. */
const untranslated =
  /(\{\{[^}]*\}\}|\{%[^%]*%\}|\$\{[^}]*\}|\{[\w.]+\}|%(?:\d+\$)?[sdifx@]|\bhttps?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|:[a-z0-9_+-]+:)/gu;

interface Segment {
  readonly text: string;
  /** Whether it contains words to translate. */
  readonly translatable: boolean;
}

/** The parts of a text; joined, they are the text again. */
export function segmentsOf(text: string): readonly Segment[] {
  return text.split(untranslated).flatMap((part, index): Segment[] => {
    if (part === "") return [];
    if (index % 2 === 1 || !/\p{L}/u.test(part)) return [{ text: part, translatable: false }];
    // Translators drop white space at the ends, which separates the part from its neighbours.
    const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(part) ?? [];
    return [
      { text: before, translatable: false },
      { text: words, translatable: true },
      { text: after, translatable: false },
    ].filter((segment) => segment.text !== "");
  });
}

/** The words of a text, as a person counts them. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
}
