/** Metadata of a web page for a link to it: its title, website, icon and oEmbed URL. */
import { elementsIn, formatLine, parseWebDocument, type WebElement } from "./elements.ts";

export interface WebMetadata {
  readonly title?: string;
  /** The name of the website. */
  readonly site?: string;
  /** As in the page, so it may be relative. */
  readonly icon?: string;
  /** The URL of the oEmbed description of the page, which may be relative. */
  readonly oembed?: string;
  /** The URL to which relative URLs refer, if the page declares one. */
  readonly base?: string;
}

/** @param source any text gives metadata */
export function readWebMetadata(source: string): WebMetadata {
  const { head, body } = parseWebDocument(source);
  // An unknown element in the head ends it, so metadata may be in the body.
  const elements = [...elementsIn(head), ...elementsIn(body)];
  const metadata = readMeta(elements);
  const titleElement = elements.find(({ name }) => name === "title");
  const title =
    metadata.get("og:title") ??
    (titleElement && formatLine(titleElement)) ??
    metadata.get("twitter:title");
  const site = metadata.get("og:site_name") ?? metadata.get("application-name");
  const icon =
    findLink(elements, (rels) => rels.includes("icon")) ??
    findLink(elements, (rels) => rels.includes("apple-touch-icon"));
  const oembed = findLink(
    elements,
    (rels, link) =>
      rels.includes("alternate") && link.attributes.get("type") === "application/json+oembed",
  );
  const base = elements.find(({ name }) => name === "base")?.attributes.get("href");
  return {
    ...(title !== undefined && title !== "" && { title }),
    ...(site !== undefined && site !== "" && { site }),
    ...(icon !== undefined && { icon }),
    ...(oembed !== undefined && { oembed }),
    ...(base !== undefined && { base }),
  };
}

/** The first value of each name. */
function readMeta(elements: readonly WebElement[]): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>();
  for (const { name, attributes } of elements) {
    if (name !== "meta") continue;
    const key = attributes.get("property") ?? attributes.get("name");
    const content = attributes.get("content")?.replace(/\s+/g, " ").trim();
    if (key === undefined || content === undefined || content === "") continue;
    if (!metadata.has(key.toLowerCase())) metadata.set(key.toLowerCase(), content);
  }
  return metadata;
}

function findLink(
  elements: readonly WebElement[],
  isMatch: (rels: readonly string[], link: WebElement) => boolean,
): string | undefined {
  const found = elements.find(
    (element) =>
      element.name === "link" &&
      (element.attributes.get("href") ?? "") !== "" &&
      isMatch((element.attributes.get("rel") ?? "").toLowerCase().split(/\s+/), element),
  );
  return found?.attributes.get("href");
}
