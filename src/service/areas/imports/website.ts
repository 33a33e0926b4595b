/** Walks over the pages of a website: from one address to all that are below it and linked. */
import { Problem } from "../../../errors.ts";
import type { Asker } from "../../engines/asker.ts";
import type { WebText } from "../../engines/document-worker.ts";
import { readWebText } from "../../engines/documents.ts";
import { FetchFailure } from "../../engines/fetch-failure.ts";
import type { Fetched } from "../../engines/guarded-fetch.ts";
import type { Outside } from "../../engines/outside.ts";

/** A page as it was found. */
export interface WebsitePage extends Omit<WebText, "anchors"> {
  /** What links can lead to in it. */
  readonly anchors: ReadonlySet<string>;
  /** Without query and anchor. */
  readonly url: string;
  /** What relative addresses are relative to. */
  readonly base: string;
  /** Its path below the address that was imported, without the ending of a file; none for that itself. */
  readonly path: readonly string[];
}

const mostPages = 500;
/** Of links on all pages, also of those that turn out to lead to no page. */
const mostAddresses = 20_000;
/** In bytes, of one page. */
const largestPage = 4 * 1024 * 1024;
/** In milliseconds, for one page. */
const patience = 20_000;
/** In characters of documents, of all pages. */
const largestWebsite = 64 * 1024 * 1024;

interface WalkCall extends Asker {
  readonly outside: Outside;
  readonly signal: AbortSignal;
  /** Gets the addresses that were found to lead to others. */
  readonly redirects: Map<string, string>;
}

/**
 * The pages in the order in which links lead to them, one request at a time. Those that are gone, or
 * are no pages, are left out.
 * @throws FetchFailure if the first cannot be read, Problem 413 for more than can be imported
 */
export async function* loadPages(start: string, call: WalkCall): AsyncGenerator<WebsitePage> {
  const first = await fetchPage(start, call);
  const form = first && detectContentKind(first);
  if (!first || !form) {
    throw new FetchFailure("failed", `${start} is no page of a website, in HTML or Markdown.`);
  }
  const root = resolveFolder(new URL(first.url));
  const seen = new Set([plainAddress(start), plainAddress(first.url)]);
  const waiting: string[] = [];
  let [count, size] = [0, 0];

  const read = async (fetched: Fetched, as: "html" | "markdown"): Promise<WebsitePage> => {
    const url = plainAddress(fetched.url);
    const text = await readWebText(toText(fetched), as, call).catch((error: unknown) => {
      throw error instanceof Problem
        ? new Problem(error.status, `${url}: ${error.message}`)
        : error;
    });
    count++;
    size += text.text.document.length;
    if (count > mostPages || size > largestWebsite) {
      throw new Problem(
        413,
        `${start} has more than ${mostPages} pages or ${largestWebsite / 1024 / 1024} MiB of text below it; import its parts one by one.`,
      );
    }
    const base = new URL(text.base ?? "", fetched.url).href;
    for (const link of text.links) {
      const address = URL.canParse(link, base) ? plainAddress(new URL(link, base).href) : undefined;
      if (address === undefined || seen.has(address) || !isBelow(root, address)) continue;
      if (seen.size >= mostAddresses) {
        throw new Problem(
          413,
          `${start} has links to more than ${mostAddresses} addresses below it; import its parts one by one.`,
        );
      }
      seen.add(address);
      waiting.push(address);
    }
    const anchors = new Set(text.anchors);
    return { ...text, anchors, url, base, path: pathBelow(root, url) };
  };

  call.redirects.set(plainAddress(start), plainAddress(first.url));
  yield await read(first, form);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const fetched = await fetchPage(next, call).catch((error: unknown) => {
      if (call.signal.aborted || !(error instanceof FetchFailure)) throw error;
      return undefined;
    });
    const found = fetched && detectContentKind(fetched);
    if (!fetched || !found) continue;
    const url = plainAddress(fetched.url);
    // It was led elsewhere: to a page that is known, or off the website.
    if (url !== next) call.redirects.set(next, url);
    if (url !== next && (seen.has(url) || !isBelow(root, url))) continue;
    seen.add(url);
    yield await read(fetched, found);
  }
}

/** @returns undefined for any answer but 200 */
async function fetchPage(url: string, { outside, signal }: WalkCall): Promise<Fetched | undefined> {
  const headers = { accept: "text/html, text/markdown;q=0.9, */*;q=0.1" };
  const fetched = await outside.fetch({ url, headers, largest: largestPage, patience, signal });
  return fetched.status === 200 ? fetched : undefined;
}

function detectContentKind({ headers, url }: Fetched): "html" | "markdown" | undefined {
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const kind = type.trim();
  if (kind === "text/html" || kind === "application/xhtml+xml") return "html";
  const isNamed = /\.(?:md|markdown)$/i.test(new URL(url).pathname);
  return kind === "text/markdown" || (kind === "text/plain" && isNamed) ? "markdown" : undefined;
}

function toText({ headers, body }: Fetched): string {
  const [, named = "utf-8"] = /charset="?([\w-]+)/i.exec(headers["content-type"] ?? "") ?? [];
  try {
    return new TextDecoder(named).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** Spellings of one address as one: without query, anchor, index file and slash at the end. */
export function plainAddress(address: string): string {
  const url = new URL(address);
  const pathname = url.pathname.replace(/\/(?:index\.(?:html?|md)|README\.md)?$/i, "");
  return `${url.origin}${pathname === "" ? "/" : pathname}`;
}

/** `https://example.com/docs` for that address, for `/docs/` and for `/docs/index.html`. */
function resolveFolder(url: URL): string {
  const isFile = /\.\w+$/.test(url.pathname);
  return plainAddress(isFile ? new URL(".", url).href : url.href);
}

const pageEnding = /\.(?:html?|md|markdown|php|aspx?|jsp)$/i;

/** Whether it may be a page below the folder. */
function isBelow(folder: string, address: string): boolean {
  const { pathname } = new URL(address);
  // A dot with digits is a version, and no ending of a file.
  const isFile = /\.[a-z]\w{0,5}$/i.test(pathname) && !pageEnding.test(pathname);
  const within = folder.endsWith("/") ? folder : `${folder}/`;
  return !isFile && (address === folder || address.startsWith(within));
}

function pathBelow(folder: string, address: string): readonly string[] {
  return address
    .slice(folder.length)
    .replace(pageEnding, "")
    .split("/")
    .filter((part) => part !== "");
}
