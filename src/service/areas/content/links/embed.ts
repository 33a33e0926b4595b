/** Title and icon of an external page, for a link that is displayed as a card. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { embed } from "../../../../contract/space.ts";
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { FetchFailure } from "../../../engines/network/fetch-failure.ts";

type Embed = Output<typeof embed>;

/** The title is at the beginning of a page. */
const largest = 512 * 1024;
const patience = 5000;
/** In characters; longer tags are truncated. */
const longestTag = 2000;

/**
 * Fetches the page within limits, and never from a private network. If this fails, the URL is the
 * title.
 * @throws ApiError 404 for a visitor if the space does not contain the URL
 */
export async function embedIn(call: Call, spaceId: string, url: string): Promise<Embed> {
  await requireSpace(call, spaceId);
  if (call.visitor && !(await call.visitor.isNamed(call.db, spaceId, url))) {
    throw new ApiError(404, `The space does not contain the URL ${url}.`, { field: "url" });
  }
  const { hostname, pathname } = new URL(url);
  const site = hostname.replace(/^www\./, "");
  const plain: Embed = { type: "link", title: site + pathname.replace(/\/$/, ""), site };
  try {
    const fetched = await call.outside.fetch({ url, largest, patience });
    const isPage = /^text\/html\b/.test(fetched.headers["content-type"] ?? "");
    if (fetched.status !== 200 || !isPage) return plain;
    return { ...plain, ...described(new TextDecoder().decode(fetched.body), fetched.url) };
  } catch (error) {
    if (error instanceof FetchFailure) return plain;
    throw error;
  }
}

/** The metadata in the head of a page. */
function described(html: string, url: string): Partial<Embed> {
  const meta = parseMeta(html);
  const title = meta.get("og:title") ?? toText(/<title[^<>]*>([^<]*)/i.exec(html)?.[1] ?? "");
  const site = meta.get("og:site_name");
  const link = findIconLink(html);
  const icon = attribute(link, "href");
  return {
    ...(title && { title: title.slice(0, 300) }),
    ...(site && { site: site.slice(0, 100) }),
    ...(icon && /^https?:/.test(urlFrom(icon, url)) && { icon: urlFrom(icon, url) }),
  };
}

/** @returns the tag; empty if there is none */
function findIconLink(html: string): string {
  for (const [tag] of html.matchAll(/<link\b[^<>]*>/gi)) {
    if (/^(?:shortcut )?icon\b/i.test(attribute(tag, "rel") ?? "")) return tag;
  }
  return "";
}

function parseMeta(html: string): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta\b[^<>]*>/gi)) {
    const name = attribute(tag, "property") ?? attribute(tag, "name");
    const content = attribute(tag, "content");
    if (name && content && !metadata.has(name)) metadata.set(name, content);
  }
  return metadata;
}

function attribute(whole: string, name: string): string | undefined {
  const tag = whole.slice(0, longestTag);
  const [, , quoted, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:(["'])(.*?)\\1|([^\\s"'>]+))`, "i").exec(tag) ?? [];
  return quoted === undefined && bare === undefined ? undefined : toText(quoted ?? bare ?? "");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function toText(html: string): string {
  return html
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|(\w{2,5}));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code === undefined) return entities[String(name).toLowerCase()] ?? whole;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s+/g, " ")
    .trim();
}

function urlFrom(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : "";
}
