/**
 * All resources of a site that a visitor can reach by its links, its page index and its redirects.
 * Each is requested once, as the visitor, so that hidden content is never received.
 */
import { createHash } from "node:crypto";
import type { Transport } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { isSafeName } from "../../../files/safe-names.ts";
import { listHtmlLinks, listStyleLinks, listTextLinks } from "./links.ts";
import { requestSite, type SiteLocation } from "./site-source.ts";

export type ExportedKind = "page" | "search" | "text" | "file";

/** The outcome of a request for a path of the site. */
export type CrawlResult =
  | { readonly kind: ExportedKind; readonly file: string }
  /** To another path of the site and its fragment with `#`, or to a URL of another site. */
  | { readonly kind: "redirect"; readonly to: string; readonly hash: string }
  | { readonly kind: "missing" };

export interface Crawl {
  /** By path and query on the host of the site. */
  readonly results: ReadonlyMap<string, CrawlResult>;
  /** The redirects of the site that apply to the visitor, by path. */
  readonly redirects: readonly string[];
}

export interface CrawlOptions {
  readonly transport: Transport;
  readonly site: SiteLocation;
  /** Paths of redirects, without the prefix of the site. */
  readonly sources: readonly string[];
  readonly save: (file: string, body: Buffer) => Promise<void>;
  readonly progress: (count: number) => void;
}

/** Requests at the same time. */
const atOnce = 4;
const maxResources = 200_000;

export async function crawlSite(options: CrawlOptions): Promise<Crawl> {
  const { site, sources, progress } = options;
  const { prefix } = site;
  const results = new Map<string, CrawlResult>();
  const known = new Set<string>();
  const queue: string[] = [];
  const add = (path: string) => {
    if (known.has(path)) return;
    if (known.size >= maxResources) {
      throw new ApiError(413, `The site has more than ${maxResources} URLs.`);
    }
    known.add(path);
    queue.push(path);
  };
  const redirects = sources.map((source) => prefix + source);
  const fixed = ["/~search", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/robots.txt"];
  for (const path of ["", ...fixed]) add(prefix + path);
  for (const path of redirects) add(path);
  while (queue.length > 0) {
    const batch = queue.splice(0, atOnce);
    const responses = await Promise.all(batch.map((path) => requestPath(options, path)));
    for (const [index, { result, links }] of responses.entries()) {
      const path = batch[index] ?? "";
      results.set(path, result);
      for (const link of links) add(link);
    }
    progress(results.size);
  }
  return {
    results,
    redirects: redirects.filter((path) => results.get(path)?.kind === "redirect"),
  };
}

interface CrawledPath {
  readonly result: CrawlResult;
  readonly links: readonly string[];
}

async function requestPath(
  { transport, site, save }: CrawlOptions,
  path: string,
): Promise<CrawledPath> {
  const { status, type, body, location } = await requestSite(transport, site, path);
  if (location !== undefined) {
    const inner = toSitePath(location, site.prefix);
    const hash =
      inner !== undefined && location.includes("#") ? location.slice(location.indexOf("#")) : "";
    return {
      result: { kind: "redirect", to: inner ?? location, hash },
      links: inner === undefined ? [] : [inner],
    };
  }
  if (status === 413) {
    throw new ApiError(413, `The page ${path} exceeds an output limit of the platform.`);
  }
  if (status >= 400) {
    if (status < 500) return { result: { kind: "missing" }, links: [] };
    throw new ApiError(status, `The platform cannot show ${path}.`);
  }
  const kind = findKind(type, path, site.prefix);
  const file = toFileName(path, site.prefix, kind);
  await save(file, body);
  const links =
    kind === "page" || kind === "search"
      ? listHtmlLinks(body.toString("utf8"))
      : kind === "text"
        ? listTextLinks(body.toString("utf8"), site.prefix)
        : type.startsWith("text/css")
          ? listStyleLinks(body.toString("utf8"), path)
          : [];
  return {
    result: { kind, file },
    links: links.flatMap((link) => toSitePath(link, site.prefix) ?? []),
  };
}

function findKind(type: string, path: string, prefix: string): ExportedKind {
  if (type.startsWith("text/html")) return path === `${prefix}/~search` ? "search" : "page";
  const isText = type.startsWith("text/markdown") || /\/llms(?:-full)?\.txt$/.test(path);
  return isText && !path.startsWith(`${prefix}/~files/`) ? "text" : "file";
}

/** @returns the path with its query and without its fragment; undefined outside the site */
export function toSitePath(link: string, prefix: string): string | undefined {
  if (!link.startsWith("/") || link.startsWith("//")) return undefined;
  const [address = ""] = link.split("#");
  const rest = address.slice(prefix.length);
  if (!address.startsWith(prefix) || !/^(?:$|[/?])/.test(rest)) return undefined;
  // The site without a path has one URL.
  return prefix + (rest === "/" ? "" : rest);
}

/** The name of a file in the export, with slashes. */
function toFileName(path: string, prefix: string, kind: ExportedKind): string {
  const [plain = ""] = path.slice(prefix.length).split("?");
  const folder = toSafePath(plain);
  if (kind !== "page" && kind !== "search") return folder;
  return folder === "" ? "index.html" : `${folder}/index.html`;
}

/** The path of a URL as names that every system can store. */
export function toSafePath(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map(toSafeName)
    .join("/");
}

/** A changed name contains a digest, so that different names stay different. */
function toSafeName(part: string): string {
  const name = decode(part);
  if (isSafeName(name)) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 8);
  const [, extension = ""] = /(\.[a-z0-9]{1,5})$/i.exec(name) ?? [];
  const start = name.slice(0, 50).replace(/[^\p{L}\p{N}_-]/gu, "-");
  return `${start}-${digest}${extension}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
