/** Crawler of a website: follows links from a URL to all pages below it. */
import { ApiError } from "../../../errors.ts";
import { decodeBody } from "../../engines/decoding.ts";
import type { WebText } from "../../engines/document-worker.ts";
import { readWebText } from "../../engines/documents.ts";
import type { Egress } from "../../engines/network/egress.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { FetchResponse } from "../../engines/network/guarded-fetch.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";

/** A page of the website. */
export interface WebsitePage extends Omit<WebText, "anchors"> {
  /** The anchors that links can target. */
  readonly anchors: ReadonlySet<string>;
  /** Without query and fragment. */
  readonly url: string;
  /** The base of relative URLs. */
  readonly base: string;
  /** Its path below the imported URL, without the file extension; empty for the imported URL itself. */
  readonly path: readonly string[];
}

const mostPages = 500;
/** The maximum number of linked URLs on all pages, including those that are not pages. */
const mostUrls = 20_000;
/** In bytes, for one page. */
const largestPage = 4 * 1024 * 1024;
/** The timeout of one page, in milliseconds. */
const patience = 20_000;
/** The total length of the documents of all pages, in characters. */
const largestWebsite = 64 * 1024 * 1024;

interface WalkCall extends RequestContextKey {
  readonly outside: Egress;
  readonly signal: AbortSignal;
  /** Receives the URLs that redirect to others. */
  readonly redirects: Map<string, string>;
}

/**
 * The pages in the order of the links to them, with one request at a time. Missing pages and other
 * files are omitted.
 * @throws FetchFailure if the first page cannot be read, ApiError 413 if the limits of an import are
 * exceeded
 */
export async function* loadPages(start: string, call: WalkCall): AsyncGenerator<WebsitePage> {
  const first = await fetchPage(start, call);
  const form = first && detectContentKind(first);
  if (!first || !form) {
    throw new FetchFailure("failed", `${start} is not a website in HTML or Markdown.`);
  }
  const root = resolveFolder(new URL(first.url));
  const visitedUrls = new Set([normalizeUrl(start), normalizeUrl(first.url)]);
  const waiting: string[] = [];
  let [count, size] = [0, 0];

  const read = async (fetched: FetchResponse, as: "html" | "markdown"): Promise<WebsitePage> => {
    const url = normalizeUrl(fetched.url);
    const text = await readWebText(decodeBody(fetched), as, call).catch((error: unknown) => {
      throw error instanceof ApiError
        ? new ApiError(error.status, `${url}: ${error.message}`)
        : error;
    });
    count++;
    size += text.text.document.length;
    if (count > mostPages || size > largestWebsite) {
      throw new ApiError(
        413,
        `${start} has more than ${mostPages} pages or ${largestWebsite / 1024 / 1024} MiB of text below it. Import its parts separately.`,
      );
    }
    const base = new URL(text.base ?? "", fetched.url).href;
    for (const link of text.links) {
      const target = URL.canParse(link, base) ? new URL(link, base) : undefined;
      // Others, such as mailto:, have no origin.
      if (!target || !/^https?:$/.test(target.protocol)) continue;
      const address = normalizeUrl(target.href);
      if (visitedUrls.has(address) || !isBelow(root, address)) continue;
      if (visitedUrls.size >= mostUrls) {
        throw new ApiError(
          413,
          `${start} links to more than ${mostUrls} URLs below it. Import its parts one by one.`,
        );
      }
      visitedUrls.add(address);
      waiting.push(address);
    }
    const anchors = new Set(text.anchors);
    return { ...text, anchors, url, base, path: listSegmentsBelow(root, url) };
  };

  call.redirects.set(normalizeUrl(start), normalizeUrl(first.url));
  yield await read(first, form);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const fetched = await fetchPage(next, call).catch((error: unknown) => {
      if (call.signal.aborted || !(error instanceof FetchFailure)) throw error;
      return undefined;
    });
    const contentKind = fetched && detectContentKind(fetched);
    if (!fetched || !contentKind) continue;
    const url = normalizeUrl(fetched.url);
    // A redirect to a known page, or to another website.
    if (url !== next) call.redirects.set(next, url);
    if (url !== next && (visitedUrls.has(url) || !isBelow(root, url))) continue;
    visitedUrls.add(url);
    yield await read(fetched, contentKind);
  }
}

/** @returns undefined for any status other than 200 */
async function fetchPage(
  url: string,
  { outside, signal }: WalkCall,
): Promise<FetchResponse | undefined> {
  const headers = { accept: "text/html, text/markdown;q=0.9, */*;q=0.1" };
  const fetched = await outside.fetch({ url, headers, largest: largestPage, patience, signal });
  return fetched.status === 200 ? fetched : undefined;
}

function detectContentKind({ headers, url }: FetchResponse): "html" | "markdown" | undefined {
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const kind = type.trim();
  if (kind === "text/html" || kind === "application/xhtml+xml") return "html";
  const isNamed = /\.(?:md|markdown)$/i.test(new URL(url).pathname);
  return kind === "text/markdown" || (kind === "text/plain" && isNamed) ? "markdown" : undefined;
}

/** Normalizes a URL: without query, fragment, index file and trailing slash. */
export function normalizeUrl(address: string): string {
  const url = new URL(address);
  const pathname = url.pathname.replace(/\/(?:index\.(?:html?|md)|README\.md)?$/i, "");
  return `${url.origin}${pathname === "" ? "/" : pathname}`;
}

/** `https://example.com/docs` for that URL, for `/docs/` and for `/docs/index.html`. */
function resolveFolder(url: URL): string {
  const isFile = /\.\w+$/.test(url.pathname);
  return normalizeUrl(isFile ? new URL(".", url).href : url.href);
}

const pageEnding = /\.(?:html?|md|markdown|php|aspx?|jsp)$/i;

/** Whether it may be a page below the folder. */
function isBelow(folder: string, address: string): boolean {
  const { pathname } = new URL(address);
  // A dot with digits is a version, not a file extension.
  const isFile = /\.[a-z]\w{0,5}$/i.test(pathname) && !pageEnding.test(pathname);
  const within = folder.endsWith("/") ? folder : `${folder}/`;
  return !isFile && (address === folder || address.startsWith(within));
}

function listSegmentsBelow(folder: string, address: string): readonly string[] {
  return address
    .slice(folder.length)
    .replace(pageEnding, "")
    .split("/")
    .filter((part) => part !== "");
}
