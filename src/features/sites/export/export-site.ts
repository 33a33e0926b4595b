/** Export of a published site as static files. */
import type { ApiClient, Context, JsonObject, Result } from "../../../context.ts";
import * as site from "../../../contract/site.ts";
import * as siteContent from "../../../contract/site-content.ts";
import * as redirect from "../../../contract/site-redirect.ts";
import type { Transport } from "../../../contract/wire.ts";
import { UsageError } from "../../../errors.ts";
import { escapeMarkup } from "../../../json/escape-markup.ts";
import { asObject, asText } from "../../../json/values.ts";
import { loadPreviewClaims, type VisitorFlags } from "../visitor-claims.ts";
import { type Crawl, type CrawlResult, crawlSite, toSafePath, toSitePath } from "./crawl.ts";
import { type NewExport, openNewExport } from "./export-folder.ts";
import { replaceHtmlLinks, replaceTextLinks, toRelativeLink } from "./links.ts";
import {
  type ExportedPage,
  formatSearchIndex,
  readExportedPage,
  searchIndexName,
  searchScript,
  searchScriptName,
  toSearchPage,
} from "./search-index.ts";
import { requestSite, type SiteLocation } from "./site-source.ts";

interface SiteExportInput extends VisitorFlags {
  readonly organizationId: string;
  readonly siteId: string;
  readonly folder: string;
  readonly public?: boolean;
}

export async function exportSite(context: Context, input: SiteExportInput): Promise<Result> {
  const { folder, organizationId, siteId } = input;
  const isVisitor = input.claims !== undefined || input.asVisitor !== undefined;
  if (input.public === true && isVisitor) {
    throw new UsageError("--public cannot be combined with --claims or --as-visitor.");
  }
  context.requireLocalFolders(folder);
  let transport: Transport | undefined;
  const client = await context.client({
    many: true,
    through: (wire) => {
      transport = wire;
      return wire;
    },
  });
  const ids = { organizationId, siteId };
  const record = asObject((await client.call(site.get, ids)).value);
  if (transport === undefined) {
    throw new UsageError("An export sends many requests, and cannot be described by --dry-run.");
  }
  const title = asText(record.title) || siteId;
  const platform: SitePlatform = { client, transport, ...ids };
  requireVisitor(record, isVisitor);
  const location = await findLocation(context, platform, input);
  if (location && (await showsSite(transport, location))) {
    return exportFrom(context, input, { ...platform, location, title });
  }
  const { readSiteCopy } = await import("./site-copy.ts");
  const copy = await readSiteCopy(client, ids);
  const mirror = await context.local.mirror(copy, findBase(platform).href);
  try {
    const mirrored = { ...mirror, organizationId: mirror.organization, siteId };
    const mirroredLocation = await findLocation(context, mirrored, input);
    if (!mirroredLocation) throw new Error("The copy of the site has no URL.");
    return await exportFrom(context, input, { ...mirrored, location: mirroredLocation, title });
  } finally {
    await mirror.close();
  }
}

/** @throws UsageError if no visitor is specified for a site that the public cannot read */
function requireVisitor({ published, visibility }: JsonObject, isVisitor: boolean): void {
  const isPublic = visibility === "public" || visibility === "unlisted";
  if (!isVisitor && (published !== true || !isPublic)) throw createUnreadableError();
}

function createUnreadableError(): UsageError {
  return new UsageError(
    "The public cannot read this site. Specify a visitor with --as-visitor or --claims.",
    "tome site export --help",
  );
}

/** The platform of the site, or of a copy. */
interface SitePlatform {
  readonly client: ApiClient;
  readonly transport: Transport;
  readonly organizationId: string;
  readonly siteId: string;
}

interface LocatedSitePlatform extends SitePlatform {
  readonly location: SiteLocation;
  readonly title: string;
}

async function exportFrom(
  context: Context,
  input: SiteExportInput,
  { client, transport, organizationId, siteId, location, title }: LocatedSitePlatform,
): Promise<Result> {
  const { folder } = input;
  const isVisitor = input.claims !== undefined || input.asVisitor !== undefined;
  await requireReadable(transport, location, isVisitor);
  const sources = await listRedirectSources(client, { organizationId, siteId });
  const target = await openNewExport(context, folder);
  try {
    const crawl = await crawlSite({
      transport,
      site: location,
      sources,
      save: target.write,
      progress: () => undefined,
    });
    const written = await writeSite(target, crawl, location.prefix);
    await target.finish(written.files);
    const { pages, missing } = written;
    return {
      done: `Exported the site "${title}" to ${folder}: ${pages} ${pages === 1 ? "page" : "pages"}, ${written.files.length} files.`,
      record: {
        folder,
        siteId,
        pages,
        files: written.files.length,
        brokenLinks: missing.map(({ page, link }): JsonObject => ({ page, link })),
      },
      ...(missing.length > 0 && {
        next: "To show the broken links: tome check",
      }),
    };
  } finally {
    await target.close();
  }
}

/** The base URL of the platform, whose path can have a prefix. */
function findBase({ client, organizationId, siteId }: SitePlatform): URL {
  const { url } = client.describe(site.get, { organizationId, siteId });
  const end = url.lastIndexOf("/v1/orgs/");
  return new URL(end < 0 ? url : url.slice(0, end));
}

function findPublicLocation(platform: SitePlatform): SiteLocation {
  const base = findBase(platform);
  const path = base.pathname.replace(/\/$/, "");
  return {
    origin: base.origin,
    prefix: `${path}/_site/${platform.siteId}`,
    credentials: new URLSearchParams(),
  };
}

/** Whether the platform shows the site below its base URL, as the local platform does. */
async function showsSite(transport: Transport, location: SiteLocation): Promise<boolean> {
  const { status, type } = await requestSite(transport, location, `${location.prefix}/robots.txt`);
  return status === 200 && type.startsWith("text/plain");
}

/**
 * A visitor with claims is a preview; other visitors need no credentials.
 * @returns undefined if previews of the platform have other URLs
 */
async function findLocation(
  context: Context,
  platform: SitePlatform,
  input: SiteExportInput,
): Promise<SiteLocation | undefined> {
  const { claims, asVisitor } = input;
  if (claims === undefined && asVisitor === undefined) return findPublicLocation(platform);
  const { client, organizationId, siteId } = platform;
  const visitor = await loadPreviewClaims(context, input);
  const { value } = await client.call(siteContent.preview, { organizationId, siteId, ...visitor });
  const preview = asText(asObject(value).url);
  context.secrets.receive({ name: "url", value: preview });
  const url = new URL(preview);
  const [prefix] = /^.*?\/_site\/[^/]+/.exec(url.pathname) ?? [];
  if (prefix === undefined || url.origin !== findBase(platform).origin) return undefined;
  return { origin: url.origin, prefix, credentials: url.searchParams };
}

async function requireReadable(
  transport: Transport,
  location: SiteLocation,
  isVisitor: boolean,
): Promise<void> {
  const { status } = await requestSite(transport, location, location.prefix);
  if (status < 300) return;
  if (isVisitor) {
    throw new UsageError("The visitor sees no part of the site. No files were written.");
  }
  throw createUnreadableError();
}

/** Active redirects and automatic redirects of former URLs. */
async function listRedirectSources(
  client: ApiClient,
  ids: { readonly organizationId: string; readonly siteId: string },
): Promise<readonly string[]> {
  const sources = new Set<string>();
  for (const automatic of [false, true]) {
    const query = { ...ids, ...(automatic && { automatic }) };
    for await (const { items } of client.pages(redirect.list, query)) {
      for (const item of items) {
        const source = asText(asObject(item).source);
        if (source.startsWith("/") && !/[*:]/.test(source)) sources.add(source);
      }
    }
  }
  return [...sources];
}

interface BrokenLink {
  readonly page: string;
  readonly link: string;
}

interface WrittenSite {
  readonly pages: number;
  readonly files: readonly string[];
  readonly missing: readonly BrokenLink[];
}

async function writeSite(
  target: NewExport,
  { results, redirects }: Crawl,
  prefix: string,
): Promise<WrittenSite> {
  const files = new Set<string>();
  const missing: BrokenLink[] = [];
  const indexed: ExportedPage[] = [];
  const toRelative = (from: string) => (link: string) => {
    const path = toSitePath(link, prefix);
    if (path === undefined) return link;
    const { end, hash } = resolveEnd(results, path);
    // As in a browser, the fragment of a redirect replaces that of the link.
    const fragment = hash || (link.includes("#") ? link.slice(link.indexOf("#")) : "");
    if (end === undefined) {
      missing.push({ page: from, link: path.slice(prefix.length) });
      return toRelativeLink(from, path.slice(prefix.length + 1)) + fragment;
    }
    return ("url" in end ? end.url : toRelativeLink(from, end.file)) + fragment;
  };
  const entries = [...results].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, result] of entries) {
    if (!("file" in result) || files.has(result.file)) continue;
    const { kind, file } = result;
    files.add(file);
    if (kind === "file") continue;
    const source = (await target.read(file)).toString("utf8");
    if (kind === "text") {
      await target.write(file, replaceTextLinks(source, prefix, toRelative(file)));
      continue;
    }
    const page = replaceHtmlLinks(source, toRelative(file));
    if (kind === "page") {
      const entry = readExportedPage(page, toRelativeLink("index.html", file));
      if (entry) indexed.push(entry);
    }
    await target.write(file, kind === "search" ? toSearchPage(page) : page);
  }
  for (const path of redirects) {
    const { end, hash } = resolveEnd(results, path);
    const folder = path.slice(prefix.length + 1).replace(/\/$/, "");
    const file = `${toSafePath(folder)}/index.html`;
    if (end === undefined || files.has(file)) continue;
    files.add(file);
    const link = ("url" in end ? end.url : toRelativeLink(file, end.file)) + hash;
    await target.write(file, formatRedirect(link));
  }
  const extra: Readonly<Record<string, string>> = {
    [searchScriptName]: searchScript,
    [searchIndexName]: formatSearchIndex(indexed),
  };
  for (const [file, content] of Object.entries(extra)) {
    files.add(file);
    await target.write(file, content);
  }
  return { pages: indexed.length, files: [...files].sort(), missing };
}

type LinkEnd = { readonly file: string } | { readonly url: string };

/** Follows redirects within the site to the end and the last fragment; no end for a broken link. */
function resolveEnd(
  results: ReadonlyMap<string, CrawlResult>,
  start: string,
): { readonly end: LinkEnd | undefined; readonly hash: string } {
  let path = start;
  let hash = "";
  for (let step = 0; step < 10; step++) {
    const result = results.get(path);
    if (result === undefined || result.kind === "missing") return { end: undefined, hash };
    if (result.kind !== "redirect") return { end: { file: result.file }, hash };
    if (!results.has(result.to)) return { end: { url: result.to }, hash: "" };
    path = result.to;
    hash = result.hash || hash;
  }
  return { end: undefined, hash };
}

function formatRedirect(link: string): string {
  const escaped = escapeMarkup(link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Redirect</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${escaped}">
</head>
<body>
<main>
<h1>Redirect</h1>
<p><a href="${escaped}">Continue</a></p>
</main>
</body>
</html>
`;
}
