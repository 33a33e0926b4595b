/** Reusable contents as Markdown files in `.gitbook/includes`, which pages include by URL. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { getAddress } from "../../../../document/reference-address.ts";
import { readHead } from "../../../../document/repository/front-matter.ts";
import { isMarkdown, toPathTitle } from "../../../../document/repository/paths.ts";
import { toSlug } from "../../../../document/slugs.ts";
import { collectText } from "../../../../document/walk.ts";
import { writeYaml } from "../../../../document/yaml.ts";
import type { JsonObject } from "../../../../json/values.ts";
import { rewriteHead } from "../../content/texts/front-matter.ts";
import { isSameValue, type ReusableContent } from "../../content/tree/tree.ts";
import { withReferences } from "./references.ts";
import {
  joinHeadAndText,
  parseText,
  rewriteText,
  type TextLinks,
  writeNewText,
} from "./text-file.ts";

const folder = ".gitbook/includes/";

/** @param location below the root of the content */
export function isInclude(location: string): boolean {
  return location.startsWith(folder) && isMarkdown(location);
}

/** The file name of a reusable content that has no file yet. */
export function includeName(title: string): string {
  return toSlug(title) || "content";
}

export function includePath(name: string): string {
  return `${folder}${name}.md`;
}

/** A parsed file of a reusable content; the document is absent if the text is empty. */
export interface IncludeFile {
  readonly content: Pick<ReusableContent, "title" | "frontMatter">;
  readonly document: Document | undefined;
}

/**
 * Unlike in a page, a heading remains a part of the text, even if it is the source of the title.
 * @param path from the root of the repository
 * @throws GitFailure that names the file, if it is too long
 */
export function readIncludeFile(
  text: string,
  path: string,
  resolve: (ref: ContentReference) => ContentReference,
): IncludeFile {
  const { values, body } = readHead(text);
  const document = withReferences(parseText(body, path), resolve);
  const title = typeof values.title === "string" ? values.title.trim() : "";
  return {
    content: {
      title: title || findTitle(document, path),
      ...(Object.keys(values).length > 0 && { frontMatter: values as JsonObject }),
    },
    document: document.nodes.length > 0 ? document : undefined,
  };
}

/** The input for writing a file. */
interface IncludeContent {
  readonly content: ReusableContent;
  readonly document: Document;
  /** Below the root of the content. */
  readonly path: string;
  readonly links: TextLinks;
}

/** @returns the text of the file of a reusable content that had none */
export function printIncludeFile({ content, document, path, links }: IncludeContent): string {
  const values = buildFrontMatter(content, document, path);
  const head = Object.keys(values).length === 0 ? "" : `---\n${writeYaml(values)}---\n\n`;
  return head + writeNewText(document, links);
}

/**
 * Writes a reusable content over its previous file, preserving the formatting of unchanged parts.
 * @returns undefined if this is not possible, and a new file must be written
 */
export function rewriteIncludeFile(
  text: string,
  { content, document, path, links }: IncludeContent,
): string | undefined {
  const { values, body } = readHead(text);
  let blocks = 0;
  const counted = { ...links, printed: (count: number) => (blocks = count) };
  const rewritten = rewriteText(body, document, counted);
  if (rewritten === undefined) return undefined;
  const file = readIncludeFile(text, path, links.before).content;
  const isSame = file.title === content.title && isSameValue(file.frontMatter, content.frontMatter);
  const newValues = isSame ? values : buildFrontMatter(content, document, path);
  const address = { write: (ref: ContentReference) => getAddress(links.written(ref)) };
  const [before, now] = [asHead(values), asHead(newValues)];
  const result = joinHeadAndText(rewriteHead(text, before, now, address), body, rewritten);
  const again = readIncludeFile(result, path, links.now).content;
  const isRead = again.title === content.title && isSameValue(readHead(result).values, newValues);
  if (!isRead) return undefined;
  links.printed?.(blocks);
  return result;
}

function asHead(values: Readonly<Record<string, unknown>>): { frontMatter: JsonObject } {
  return { frontMatter: values as JsonObject };
}

/** A title that follows from the text or the file name is not repeated. */
function buildFrontMatter(
  { title, frontMatter = {}, location }: ReusableContent,
  document: Document,
  path: string,
): JsonObject {
  if ("title" in frontMatter) return { ...frontMatter, title };
  const isSaid = location !== undefined && findTitle(document, path) === title;
  return { ...(!isSaid && { title }), ...frontMatter };
}

function findTitle({ nodes: [first] }: Document, path: string): string {
  const isHeading = first?.object === "block" && /^heading-[1-6]$/.test(first.type ?? "");
  return (isHeading && collectText(first).trim()) || toPathTitle(path);
}
