/** Links in the HTML and Markdown of a site: found, and replaced by relative ones. */
import { escapeMarkup } from "../../../json/escape-markup.ts";

/** A tag with attributes; the renderer escapes `<`, `>` and `"` in texts and values. */
const tags = /<[a-z][^<>]*>/g;
const linkAttributes = / (href|src|action|poster)="([^"]*)"/g;
const sourceSets = / srcset="([^"]*)"/g;

const textLinks = /([("<])(\/[^\s()<>"]*)([)>"]|\s)/g;

/** The values of all links, without entities. */
export function listHtmlLinks(source: string): string[] {
  const links: string[] = [];
  replaceHtmlLinks(source, (link) => {
    links.push(link);
    return link;
  });
  return links;
}

/** @param replace receives and returns values without entities */
export function replaceHtmlLinks(source: string, replace: (link: string) => string): string {
  const convert = (value: string) => {
    const link = decodeEntities(value);
    const result = replace(link);
    return result === link ? value : escapeMarkup(result);
  };
  return source.replace(tags, (tag) =>
    tag
      .replace(linkAttributes, (_, name: string, value: string) => ` ${name}="${convert(value)}"`)
      .replace(sourceSets, (_, value: string) => {
        const parts = value.split(", ").map((part) => {
          const [address = "", ...rest] = part.split(" ");
          return [convert(address), ...rest].join(" ");
        });
        return ` srcset="${parts.join(", ")}"`;
      }),
  );
}

const styleLinks = /url\("([^"()]*)"\)/g;

/**
 * The paths of files that a stylesheet uses, such as fonts.
 * @param path that of the stylesheet; the links are relative to it, as they are in an export
 */
export function listStyleLinks(source: string, path: string): string[] {
  const base = new URL(path, "http://site.invalid");
  return [...source.matchAll(styleLinks)].flatMap(([, link = ""]) => {
    const url = URL.canParse(link, base) ? new URL(link, base) : undefined;
    return url?.host === base.host ? [url.pathname] : [];
  });
}

/** The destinations of Markdown links and URLs of HTML tags below a path. */
export function listTextLinks(source: string, prefix: string): string[] {
  const links: string[] = [];
  replaceTextLinks(source, prefix, (link) => {
    links.push(link);
    return link;
  });
  return links;
}

export function replaceTextLinks(
  source: string,
  prefix: string,
  replace: (link: string) => string,
): string {
  // The path contains the id of the site, so that authors do not write it by accident.
  return shortenTitles(source, prefix).replace(
    textLinks,
    (match, begin: string, link: string, end: string) =>
      link.startsWith(prefix) && /^(?:$|[/#?])/.test(link.slice(prefix.length))
        ? begin + replace(link) + end
        : match,
  );
}

/** Decodes the entities that the renderer writes. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The relative URL from one file of the export to another; a page is named by its folder. */
export function toRelativeLink(from: string, to: string): string {
  const above = from.split("/").slice(0, -1);
  const target = to.replace(/(^|\/)index\.html$/, "$1").split("/");
  let common = 0;
  while (common < above.length && common < target.length - 1 && above[common] === target[common]) {
    common++;
  }
  const up = above.slice(common).map(() => "..");
  const path = [...up, ...target.slice(common).map(encodeURIComponent)].join("/");
  if (path === "") return "./";
  // A colon in the first part would be a scheme.
  return /^[^/]*:/.test(path) ? `./${path}` : path;
}

/** A link without a title shows its destination, with escapes, which must not keep the path either. */
function shortenTitles(source: string, prefix: string): string {
  return source.replace(/\[([^[\]\s]+)\]\(([^()\s]+)\)/g, (link, title: string, to: string) =>
    title.replaceAll("\\", "") === to && to.startsWith(`${prefix}/`)
      ? `[${title.replaceAll("\\", "").slice(prefix.length)}](${to})`
      : link,
  );
}
