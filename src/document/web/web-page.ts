/** Parsing of a web page: title, text as Markdown, and links. */

import { longestPageDescription } from "../../contract/limits.ts";
import { decoded } from "../html/characters.ts";
import { buildPieces } from "../html/tags.ts";
import { printTree } from "../markdown/tree.ts";
import { elementsIn, formatLine, parseElements, type WebElement } from "./elements.ts";
import { listChildBlocks } from "./web-blocks.ts";

export interface WebPage {
  readonly title: string;
  readonly description?: string;
  readonly markdown: string;
  /** All links, including navigation, as written. */
  readonly links: readonly string[];
  /** Base of relative URLs, if it is not the page. */
  readonly base?: string;
}

/** The maximum number of links that are read from one page. */
const mostLinks = 10_000;

export function readWebPage(source: string): WebPage {
  const start = Math.max(0, source.search(/<body[\s>]/i));
  const head = parseHead(source, start);
  const body = parseElements(source.slice(start));
  const links = elementsIn(body).flatMap(({ name, attributes }) =>
    name === "a" ? (attributes.get("href") ?? []) : [],
  );
  const content = findMainContent(body);
  const heading = elementsIn(content).find(({ name }) => name === "h1");
  const children = listChildBlocks(content, { title: heading });
  const title = (heading && withoutMark(formatLine(heading))) || head.title;
  return {
    title,
    ...(head.description && { description: head.description }),
    markdown: printTree({ type: "root", children }),
    links: [...new Set(links)].slice(0, mostLinks),
    ...(head.base && { base: head.base }),
  };
}

/** Metadata in the head. */
function parseHead(source: string, bodyAt: number) {
  const head = bodyAt > 0 ? source.slice(0, bodyAt) : source;
  const [, title = ""] = /<title[^<>]*>([^<]*)/i.exec(head) ?? [];
  let [description, base] = ["", ""];
  // Without the tag of the element, because other content of a head is ignored.
  for (const piece of buildPieces(head.replace(/<\/?head[^<>]*>/gi, ""))) {
    if (piece.kind !== "open") continue;
    const { name, attributes } = piece;
    if (name === "base") base ||= attributes.get("href") ?? "";
    if (name !== "meta" || attributes.get("name")?.toLowerCase() !== "description") continue;
    description ||= (attributes.get("content") ?? "")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, longestPageDescription);
  }
  // Document titles end with the name of the site.
  const [siteTitle = ""] = decoded(title)
    .trim()
    .replace(/\s+/g, " ")
    .split(/ [|–—·-] /);
  return { title: siteTitle, description, base };
}

/** The main content, without navigation and other parts of every page. */
function findMainContent(body: WebElement): WebElement {
  const all = elementsIn(body);
  const main = all.find(
    ({ name, attributes }) => name === "main" || attributes.get("role") === "main",
  );
  const within = main ? elementsIn(main) : all;
  const articles = within.filter(({ name }) => name === "article");
  return (articles.length === 1 ? articles[0] : undefined) ?? main ?? body;
}

/** A heading without the link to itself. */
function withoutMark(title: string): string {
  return title.replace(/[#¶§🔗]$/u, "").trimEnd();
}
