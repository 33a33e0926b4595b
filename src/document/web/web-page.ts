/** Reads a page of the web: its title, its text as Markdown, and where its links lead. */

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
  /** Where its links lead, those of its navigation too, as they are written. */
  readonly links: readonly string[];
  /** What relative addresses are relative to, if that is not the page. */
  readonly base?: string;
}

/** Of one page: who follows links looks at no more. */
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

/** What is said of the page before it begins. */
function parseHead(source: string, bodyAt: number) {
  const head = bodyAt > 0 ? source.slice(0, bodyAt) : source;
  const [, title = ""] = /<title[^<>]*>([^<]*)/i.exec(head) ?? [];
  let [description, base] = ["", ""];
  // Without its own tag, as everything in a head is left out otherwise.
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
  // Titles of browsers' tabs end with the name of the site.
  const [own = ""] = decoded(title)
    .trim()
    .replace(/\s+/g, " ")
    .split(/ [|–—·-] /);
  return { title: own, description, base };
}

/** The part of the page that is its own, without what surrounds every page of the site. */
function findMainContent(body: WebElement): WebElement {
  const all = elementsIn(body);
  const main = all.find(
    ({ name, attributes }) => name === "main" || attributes.get("role") === "main",
  );
  const within = main ? elementsIn(main) : all;
  const articles = within.filter(({ name }) => name === "article");
  return (articles.length === 1 ? articles[0] : undefined) ?? main ?? body;
}

/** A heading without the sign by which a site links to it. */
function withoutMark(title: string): string {
  return title.replace(/[#¶§🔗]$/u, "").trimEnd();
}
