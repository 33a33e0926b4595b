/** Conversion between pages and Markdown files of a repository. */

import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document, Node } from "../../../../contract/document.model.ts";
import { writeMarkdown } from "../../../../document/markdown.ts";
import { getAddress } from "../../../../document/reference-address.ts";
import { beginsWithTitle, readHead } from "../../../../document/repository/front-matter.ts";
import { toPathTitle } from "../../../../document/repository/paths.ts";
import { collectText } from "../../../../document/walk.ts";
import { emptyDocument } from "../../content/texts/documents.ts";
import {
  isSameHead,
  readHeadFields,
  rewriteHead,
  writeHead,
} from "../../content/texts/front-matter.ts";
import type { ContentPage } from "../../content/tree/tree.ts";
import { withReferences } from "./references.ts";
import {
  joinHeadAndText,
  parseText,
  rewriteText,
  type TextLinks,
  writeNewText,
} from "./text-file.ts";

export type PageFileText = Omit<
  ContentPage,
  "id" | "type" | "pages" | "document" | "slug" | "location"
>;

/** A page, and its document unless it is empty. */
export interface PageFile {
  readonly page: PageFileText;
  readonly document: Document | undefined;
  /** The heading with the title, if the text begins with one. */
  readonly heading: Node | undefined;
}

export interface PageNames {
  /** From the root of the repository. */
  readonly path: string;
  /** Its title in the table of contents; may be empty. */
  readonly listed: string;
}

/**
 * @param resolve converts a reference of this file to one of the content
 * @throws GitFailure that names the file, if it is too long
 */
export function readPageFile(
  text: string,
  { path, listed }: PageNames,
  resolve: (ref: ContentReference) => ContentReference,
): PageFile {
  const { values, body } = readHead(text);
  const whole = withReferences(parseText(body, path), resolve);
  const [first, ...rest] = whole.nodes;
  const words = first?.type === "heading-1" ? collectText(first).trim() : "";
  const heading = words === "" ? undefined : first;
  const isTitled = heading !== undefined;
  const read = (url: string) => resolve({ kind: "url", url });
  const { fields, title } = readHeadFields(values, { read }, isTitled);
  const nodes = isTitled ? rest : whole.nodes;
  return {
    page: { ...fields, title: words || title || listed || toPathTitle(path) },
    document: nodes.length > 0 ? { ...whole, nodes } : undefined,
    heading,
  };
}

/** The title of a page with an unchanged file, whose title in the table of contents may be new. */
export function findCurrentTitle(
  text: string,
  { path, listed }: PageNames,
  before: string,
): string {
  const { values, body } = readHead(text);
  if (beginsWithTitle(body)) return before;
  const title = typeof values.title === "string" ? values.title.trim() : "";
  return title || listed || toPathTitle(path);
}

/** @returns the text of the file of a page that had none */
export function printPageFile(page: ContentPage, document: Document, links: TextLinks): string {
  const { written, printed } = links;
  // The title is a block too.
  const counted = { ...links, printed: (blocks: number) => printed?.(blocks + 1) };
  const head = writeHead(page, { write: (ref) => getAddress(written(ref)) });
  const title = writeMarkdown({ ...emptyDocument, nodes: [formatHeading(page.title)] });
  const text = writeNewText(document, counted);
  return `${head}${title}${text === "" ? "" : `\n${text}`}`;
}

/**
 * Writes a page over its previous file, preserving the formatting of unchanged parts.
 * @returns undefined if this is not possible, and a new file must be written
 */
export function rewritePageFile(
  text: string,
  page: ContentPage,
  document: Document,
  links: TextLinks,
): string | undefined {
  const { before, now, written } = links;
  // A title from the table of contents is changed there.
  const names = { path: "", listed: page.title };
  const file = readPageFile(text, names, before);
  const { body } = readHead(text);
  const isRetitled = file.page.title !== page.title;
  if (!file.heading && document.nodes[0]?.type === "heading-1") return undefined;
  const heading = file.heading && (isRetitled ? formatHeading(page.title) : file.heading);
  const whole = heading ? [heading, ...document.nodes] : document.nodes;
  let blocks = 0;
  const counted = { ...links, printed: (count: number) => (blocks = count) };
  const rewritten = rewriteText(body, { ...document, nodes: whole }, counted);
  if (rewritten === undefined) return undefined;
  const write = { write: (ref: ContentReference) => getAddress(written(ref)) };
  // Without a heading, only the front matter can have had another title.
  const title = isRetitled && !file.heading ? page.title : undefined;
  const head = rewriteHead(text, file.page, page, write, title);
  const result = joinHeadAndText(head, body, rewritten);
  const again = readPageFile(result, names, now).page;
  if (again.title !== page.title || !isSameHead(again, page, write)) return undefined;
  links.printed?.(blocks);
  return result;
}

/** The blocks of a removed page's file may have moved to other files. */
export function recordRemovedPageFile(text: string, links: TextLinks): void {
  rewriteText(readHead(text).body, emptyDocument, { ...links, printed: () => {} });
}

function formatHeading(title: string): Node {
  const leaves = [{ object: "leaf" as const, text: title, marks: [] }];
  return { object: "block", type: "heading-1", nodes: [{ object: "text", leaves }] };
}
