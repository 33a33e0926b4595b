/** Embeds of URLs: metadata of a page of another website, by Open Graph and oEmbed. */
import { LRUCache } from "lru-cache";
import type { Output } from "../../contract/endpoint.ts";
import type { embed } from "../../contract/url.ts";
import { ApiError } from "../../errors.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/values.ts";
import { decodeBody } from "./decoding.ts";
import { readWebMetadata } from "./documents.ts";
import type { Egress } from "./network/egress.ts";
import { FetchFailure } from "./network/fetch-failure.ts";
import type { FetchResponse } from "./network/guarded-fetch.ts";
import type { RequestContextKey } from "./threads/caller.ts";

/** The HTML of the type `rich` is that of another website, for a separate frame. */
export type UrlEmbed = Output<typeof embed>;

interface EmbedCall extends RequestContextKey {
  readonly outside: Egress;
}

/** Metadata is at the beginning of a page. In bytes. */
const largestPage = 512 * 1024;
const largestOembed = 64 * 1024;
/** In milliseconds, for each of the two requests. */
const patience = 5000;
const longestTitle = 300;
const longestSite = 100;
const longestHtml = 16 * 1024;

/** In milliseconds: of results, and of pages that could not be read. */
const rememberedFor = 10 * 60 * 1000;
const failureRememberedFor = 60 * 1000;

/** By the access to other machines, on which the result depends. */
const caches = new WeakMap<Egress, LRUCache<string, UrlEmbed>>();

/**
 * Reads a page within limits, and never from a private network. If this fails, the URL is the
 * title.
 * @param url http or https
 */
export async function readEmbed(call: EmbedCall, url: string): Promise<UrlEmbed> {
  const cache = caches.get(call.outside) ?? new LRUCache<string, UrlEmbed>({ max: 500 });
  caches.set(call.outside, cache);
  const cached = cache.get(url);
  if (cached) return cached;
  const plain = describeUrl(url);
  const result = await readPage(call, url, plain);
  cache.set(url, result, { ttl: result === plain ? failureRememberedFor : rememberedFor });
  return result;
}

/** The embed of a page that cannot be read. */
function describeUrl(url: string): UrlEmbed {
  const { hostname, pathname } = new URL(url);
  const site = hostname.replace(/^www\./, "");
  return { type: "link", title: site + pathname.replace(/\/$/, ""), site };
}

async function readPage(call: EmbedCall, url: string, plain: UrlEmbed): Promise<UrlEmbed> {
  const page = await fetchAs(call, url, /^text\/html\b|^application\/xhtml\+xml\b/, largestPage);
  if (!page) return plain;
  const metadata = await readWebMetadata(decodeBody(page), call).catch((error: unknown) => {
    // The page takes too much time or memory.
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (!metadata) return plain;
  const base = resolveUrl(metadata.base ?? "", page.url) ?? page.url;
  const icon = resolveUrl(metadata.icon, base);
  const oembed = await readOembed(call, resolveUrl(metadata.oembed, base));
  const title = metadata.title ?? oembed?.title;
  const site = metadata.site ?? oembed?.site;
  return {
    ...plain,
    ...(title !== undefined && { title: title.slice(0, longestTitle) }),
    ...(site !== undefined && { site: site.slice(0, longestSite) }),
    ...(icon !== undefined && { icon }),
    ...(oembed?.html !== undefined && { type: "rich" as const, html: oembed.html }),
  };
}

interface OembedDescription {
  readonly title: string | undefined;
  readonly site: string | undefined;
  readonly html: string | undefined;
}

async function readOembed(
  call: EmbedCall,
  url: string | undefined,
): Promise<OembedDescription | undefined> {
  const answer =
    url && (await fetchAs(call, url, /^(?:application|text)\/[\w.+-]*json/, largestOembed));
  const description = answer ? parseObject(decodeBody(answer)) : undefined;
  if (!description) return undefined;
  const getText = (name: string) => {
    const value = description[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const html = ["rich", "video"].includes(getText("type") ?? "") ? getText("html") : undefined;
  return {
    title: getText("title"),
    site: getText("provider_name"),
    html: html !== undefined && html.length <= longestHtml ? html : undefined,
  };
}

/** @returns undefined if there is no complete response of the type */
async function fetchAs(
  { outside }: EmbedCall,
  url: string,
  type: RegExp,
  largest: number,
): Promise<FetchResponse | undefined> {
  try {
    const answer = await outside.fetch({ url, largest, patience });
    const contentType = (answer.headers["content-type"] ?? "").toLowerCase();
    return answer.status === 200 && type.test(contentType) ? answer : undefined;
  } catch (error) {
    if (error instanceof FetchFailure) return undefined;
    throw error;
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined for a URL that is not of the web */
function resolveUrl(address: string | undefined, base: string): string | undefined {
  if (address === undefined || !URL.canParse(address, base)) return undefined;
  const { protocol, href } = new URL(address, base);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}
