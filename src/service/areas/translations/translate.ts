/** Extraction and replacement of the translatable texts of a document. */
import type { Document, Node } from "../../../contract/document.model.ts";
import type { Glossary } from "./glossary-terms.ts";

/** Blocks and inlines whose content is not prose. */
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

/** Settings of nodes that are displayed to readers. */
const textSettings = ["alt", "label", "title", "caption"] as const;

/** Returns a copy of the document in which each text is replaced by the result of `change`. */
export function withTexts(document: Document, change: (text: string) => string): Document {
  return { ...document, nodes: document.nodes.map((node) => changeNode(node, change)) };
}

/** All texts of the document, in order. */
export function collectDocumentTexts(document: Document): string[] {
  const texts: string[] = [];
  withTexts(document, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/**
 * @param translations translations by segment text
 * @param glossary terms that replace a segment
 */
export function translateText(
  text: string,
  translations: ReadonlyMap<string, string>,
  glossary: Glossary,
): string {
  return splitSegments(text, glossary)
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

/** Template expressions, printf and brace placeholders, URLs, email addresses and emoji names. */
const untranslated =
  /(\{\{[^{}]*\}\}|\{%[^%{]*%\}|\$\{[^{}]*\}|\{[\w.]+\}|%(?:\d+\$)?[sdifx@]|\bhttps?:\/\/\S+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|:[a-z0-9_+-]+:)/gu;

interface Segment {
  readonly text: string;
  /** Whether it contains words to translate. */
  readonly translatable: boolean;
}

/**
 * Splits a text into segments. Their concatenation is the text, except that the terms of the glossary
 * are replaced.
 */
export function splitSegments(text: string, glossary: Glossary): readonly Segment[] {
  return text.split(untranslated).flatMap((part, index): Segment[] => {
    if (part === "") return [];
    if (index % 2 === 1) return [{ text: part, translatable: false }];
    return glossary.split(part).flatMap((piece): Segment[] => {
      if (piece.isTerm || !/\p{L}/u.test(piece.text)) {
        return [{ text: piece.text, translatable: false }];
      }
      // Leading and trailing white space is separated, because translators remove it.
      const [before, words, after] = splitSpaces(piece.text);
      return [
        { text: before, translatable: false },
        { text: words, translatable: true },
        { text: after, translatable: false },
      ].filter((segment) => segment.text !== "");
    });
  });
}

/** The number of words of a text. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
}

/** @returns the leading white space, the text, and the trailing white space */
function splitSpaces(part: string): readonly [before: string, words: string, after: string] {
  const words = part.trim();
  const start = part.length - part.trimStart().length;
  return [part.slice(0, start), words, part.slice(start + words.length)];
}
