/** One Markdown file of a repository as a page. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import { parseMarkdown } from "../../../document/markdown.ts";
import { textIn } from "../../../document/walk.ts";
import { Problem } from "../../../errors.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { beginsWithTitle, headFields, readHead } from "../content/front-matter.ts";
import type { Page } from "../content/tree.ts";
import { titleOfPath } from "./paths.ts";
import { withReferences } from "./references.ts";

export type PageText = Omit<Page, "id" | "type" | "pages" | "document" | "slug" | "location">;

/** A page, and its document unless that is empty. */
export interface PageFile {
  readonly page: PageText;
  readonly document: Document | undefined;
}

export interface PageNames {
  /** From the root of the repository. */
  readonly path: string;
  /** Its title in the table of contents; may be empty. */
  readonly listed: string;
}

/**
 * @param resolve turns a reference of this file into one of the content
 * @throws GitFailure that names the file, if it is too long
 */
export function readPageFile(
  text: string,
  { path, listed }: PageNames,
  resolve: (ref: ContentReference) => ContentReference,
): PageFile {
  const { values, body } = readHead(text);
  const whole = withReferences(parsed(body, path), resolve);
  const [first, ...rest] = whole.nodes;
  const heading = first?.type === "heading-1" ? textIn(first).trim() : "";
  const isTitled = heading !== "";
  const read = (url: string) => resolve({ kind: "url", url });
  const { fields, title } = headFields(values, { read }, isTitled);
  const nodes = isTitled ? rest : whole.nodes;
  return {
    page: { ...fields, title: heading || title || listed || titleOfPath(path) },
    document: nodes.length > 0 ? { ...whole, nodes } : undefined,
  };
}

/** The title of a page with an unchanged file: its title in the table of contents may be new. */
export function currentTitle(text: string, { path, listed }: PageNames, before: string): string {
  const { values, body } = readHead(text);
  if (beginsWithTitle(body) || typeof values.title === "string") return before;
  return listed || titleOfPath(path);
}

function parsed(body: string, path: string): Document {
  try {
    return parseMarkdown(body);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new GitFailure("too-large", `${path}: ${error.message}`);
  }
}
