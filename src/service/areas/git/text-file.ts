/** The Markdown of a file in a repository, below its front matter: read, and written over what is there. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import type { Moves } from "../../../document/markdown/moves.ts";
import { parseMarkdown, rewriteMarkdown, writeMarkdown } from "../../../document/markdown.ts";
import { Problem } from "../../../errors.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { withReferences } from "./references.ts";

/** How the references in a file are read and written. */
export interface TextLinks {
  /** Turns an address of the file that the text was read from into what it led to. */
  readonly before: (ref: ContentReference) => ContentReference;
  /** The same for the place where the file will be. */
  readonly now: (ref: ContentReference) => ContentReference;
  /** Turns a reference into the address of it. */
  readonly written: (ref: ContentReference) => ContentReference;
  /** Told how many blocks of a file are printed. */
  readonly printed?: (blocks: number) => void;
  /** What this file and others that are written with it give each other. */
  readonly moves?: Moves;
}

/** @throws GitFailure that names the file, if it is too long */
export function parseText(body: string, path: string): Document {
  try {
    return parseMarkdown(body);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new GitFailure("too-large", `${path}: ${error.message}`);
  }
}

/** @returns undefined if only a new text would say what the document says */
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

/** The text of a file that had none; blocks that come from other files have their letters. */
export function newText(document: Document, links: TextLinks): string {
  const moved = links.moves && rewriteText("", document, links);
  if (moved !== undefined) return moved;
  links.printed?.(document.nodes.length);
  return writeMarkdown(withReferences(document, links.written));
}
