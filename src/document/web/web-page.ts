/** Parsing of a web page: title, text as Markdown, and links. */

import { longestPageDescription } from "../../contract/limits.ts";
import { printTree } from "../markdown/tree.ts";
import { formatLine, listElements, parseWebDocument, type WebElement } from "./elements.ts";
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
  const { head: headElement, body } = parseWebDocument(source);
  const head = readHead(headElement);
  const links = listElements(body).flatMap(({ name, attributes }) =>
    name === "a" ? (attributes.get("href") ?? []) : [],
  );
  const content = findMainContent(body);
  const heading = listElements(content).find(({ name }) => name === "h1");
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
function readHead(head: WebElement) {
  const elements = listElements(head);
  const title = elements.find(({ name }) => name === "title");
  const base = elements.find(({ name, attributes }) => name === "base" && attributes.has("href"));
  const description = elements
    .filter(
      ({ name, attributes }) =>
        name === "meta" && attributes.get("name")?.toLowerCase() === "description",
    )
    .map(({ attributes }) => (attributes.get("content") ?? "").replace(/\s+/g, " ").trim())
    .find((text) => text !== "");
  // Document titles end with the name of the site.
  const [siteTitle = ""] = (title ? formatLine(title) : "").split(/ [|–—·-] /);
  return {
    title: siteTitle,
    description: description?.slice(0, longestPageDescription),
    base: base?.attributes.get("href"),
  };
}

/** The main content, without navigation and other parts of every page. */
function findMainContent(body: WebElement): WebElement {
  const all = listElements(body);
  const main = all.find(
    ({ name, attributes }) => name === "main" || attributes.get("role") === "main",
  );
  const within = main ? listElements(main) : all;
  const articles = within.filter(({ name }) => name === "article");
  return (articles.length === 1 ? articles[0] : undefined) ?? main ?? body;
}

/** A heading without the link to itself. */
function withoutMark(title: string): string {
  return title.replace(/[#¶§🔗]$/u, "").trimEnd();
}
