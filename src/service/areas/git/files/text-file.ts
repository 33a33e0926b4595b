/**
 * The Markdown of a repository file below its front matter: parsed, and written over the previous
 * text.
 */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { restoreLineEnds } from "../../../../document/markdown/line-ends.ts";
import type { Moves } from "../../../../document/markdown/moves.ts";
import { parseMarkdown, rewriteMarkdown, writeMarkdown } from "../../../../document/markdown.ts";
import { ApiError } from "../../../../errors.ts";
import { trimEndWhere } from "../../../../json/trim.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { withReferences } from "./references.ts";

/** Conversion of the references in a file. */
export interface TextLinks {
  /** Resolves a URL of the previous file to its target. */
  readonly before: (ref: ContentReference) => ContentReference;
  /** Resolves a URL of the new file to its target. */
  readonly now: (ref: ContentReference) => ContentReference;
  /** Converts a reference to its URL. */
  readonly written: (ref: ContentReference) => ContentReference;
  /** Receives the number of printed blocks of a file. */
  readonly printed?: (blocks: number) => void;
  /** Blocks that are exchanged with other files. */
  readonly moves?: Moves;
}

/** @throws GitFailure that names the file, if it is too long */
export function parseText(body: string, path: string): Document {
  try {
    return parseMarkdown(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new GitFailure("too-large", `${path}: ${error.message}`);
  }
}

/** @returns undefined if the text cannot be updated, and a new one must be written */
export function rewriteText(
  body: string,
  document: Document,
  { before, now, written, printed, moves }: TextLinks,
): string | undefined {
  return rewriteMarkdown(body, document, {
    before: (one) => withReferences(one, before),
    now: (one) => withReferences(one, now),
    written: (one) => withReferences(one, written),
    printed,
    moves,
  });
}

/**
 * The front matter and the text of a file.
 * @param before the former text; if it was empty, it had no line ends of its own
 */
export function joinHeadAndText(head: string, before: string, text: string): string {
  if (before !== "" || text === "") return head + text;
  return withEmptyLine(head) + restoreLineEnds(head, text);
}

/** The front matter before the first text. */
function withEmptyLine(head: string): string {
  if (head === "") return "";
  const end = head.includes("\r\n") ? "\r\n" : "\n";
  return trimEndWhere(head, (unit) => unit === 0x0a || unit === 0x0d) + end + end;
}

/** The text of a file that had none; blocks from other files keep their formatting. */
export function writeNewText(document: Document, links: TextLinks): string {
  const moved = links.moves && rewriteText("", document, links);
  if (moved !== undefined) return moved;
  links.printed?.(document.nodes.length);
  return writeMarkdown(withReferences(document, links.written));
}
