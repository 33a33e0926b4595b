/** Destination of a redirect on the command line: a path on the site, or a URL. */

import type { Context, JsonObject, JsonValue } from "../../context.ts";
import * as page from "../../contract/page.ts";
import * as site from "../../contract/site.ts";
import type { Destination, InputDestination } from "../../contract/site-redirect.model.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { findNearestFew } from "../../json/nearest.ts";
import { quoteLiterally } from "../../json/shell-word.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";

export interface RedirectSite {
  readonly organizationId: string;
  readonly siteId: string;
}

/** A path of the site at which a section or a site space starts. */
export interface SitePathStart {
  readonly path: string;
  readonly itself: Exclude<Destination, { kind: "external" | "site-page" }>;
  readonly siteSpaceId: string;
  readonly spaceId: string;
  readonly spaceTitle: string;
}

/** The number of spaces whose pages are read for suggestions. */
const mostSearched = 12;

/** A URL, or a path of the site with the remaining path. */
type DestinationPath =
  | { readonly url: string }
  | { readonly start: SitePathStart; readonly path: string };

/** Reads the structure of the site once, for the first path; also in a dry run. */
export function openDestinations({ client }: Pick<Context, "client">, of: RedirectSite) {
  let starts: Promise<readonly SitePathStart[]> | undefined;

  async function readStarts(): Promise<readonly SitePathStart[]> {
    const { value } = await (await client({ lookup: true })).call(site.structure, of);
    return listPathStarts(asObject(value));
  }

  let homes: Promise<readonly URL[]> | undefined;

  /** The URLs of the site: the published one, and the one below a path of the local platform. */
  async function readHomes(): Promise<readonly URL[]> {
    const { value } = await (await client({ lookup: true })).call(site.get, of);
    const { published, app } = asObject(asObject(value).urls);
    const texts = [asText(published)];
    if (URL.canParse(asText(app))) texts.push(new URL(`/_site/${of.siteId}`, asText(app)).href);
    return texts.filter((one) => URL.canParse(one)).map((one) => new URL(one));
  }

  /** The path of a URL of the site itself; other texts are returned unchanged. */
  async function toOwnPath(word: string): Promise<string> {
    if (!isAddress(word) || !URL.canParse(word)) return word;
    homes ??= readHomes();
    const url = new URL(word);
    if (url.search !== "" || url.hash !== "") return word;
    for (const home of await homes) {
      const above = withoutFinalSlashes(home.pathname);
      // The site may also be served without TLS or with it.
      const isOwn = url.host === home.host && `${url.pathname}/`.startsWith(`${above}/`);
      if (!isOwn) continue;
      const path = url.pathname.slice(above.length);
      return path === "" ? "/" : decodePath(path);
    }
    return word;
  }

  async function wayTo(text: string, label: string): Promise<DestinationPath> {
    const word = await toOwnPath(text);
    if (isAddress(word)) return { url: word };
    refuseOther(word, label);
    if (/[?#]/.test(word)) {
      throw new UsageError(
        `${label} ${word} has a query or fragment, which a redirect to a page of the site does not keep. Specify the full URL of the page to keep it.`,
      );
    }
    starts ??= readStarts();
    const found = findPathStart(await starts, word);
    if (found) return found;
    throw new UsageError(
      `${label} ${word} is not a path of the site, which has no spaces yet.`,
      "tome site structure",
    );
  }

  async function standsTwice({ spaceId, siteSpaceId }: SitePathStart): Promise<boolean> {
    const all = (await starts) ?? [];
    return all.some((one) => one.spaceId === spaceId && one.siteSpaceId !== siteSpaceId);
  }

  async function pageAt(
    { spaceId, siteSpaceId }: SitePathStart,
    pagePath: string,
  ): Promise<Destination> {
    const query = { spaceId, pagePath };
    const { value } = await (await client({ lookup: true })).call(page.getByPath, query);
    return { kind: "site-page", siteSpaceId, pageId: asText(asObject(value).id) };
  }

  /** The paths of the pages that a visitor reaches below a start. */
  async function listPagePaths({ path, spaceId }: SitePathStart): Promise<readonly string[]> {
    const query = { spaceId, metadata: false };
    const { value } = await (await client({ lookup: true })).call(page.list, query);
    return flattenPaths(asObject(value).pages).map((one) => `${path}/${one}`);
  }

  return {
    toOwnPath,

    /**
     * Replaces the refusal of a path without a page by one that names similar paths of the site, and
     * the command that lists the pages.
     */
    async explain(error: unknown, word: string): Promise<unknown> {
      const isRefused = error instanceof ApiError && [400, 404].includes(error.status);
      if (!isRefused || starts === undefined || isAddress(word)) return error;
      const all = await starts;
      const found = findPathStart(all, word);
      if (found === undefined || !/\bpage\b/.test(error.message)) return error;
      // Each space once, below the shortest path of its site spaces.
      const bySpace = new Map(all.map((one) => [one.spaceId, one]));
      const paths = await Promise.all(
        [...bySpace.values()].slice(0, mostSearched).map((one) => listPagePaths(one)),
      ).catch(() => []);
      const near = findNearestFew(withoutFinalSlashes(word).replace(/^\//, ""), paths.flat(), 3);
      const { path: startPath, spaceTitle } = found.start;
      const there = paths.flat().filter((one) => one.startsWith(`${startPath}/`));
      const similar =
        near.length > 0
          ? ` Similar paths: ${near.join(", ")}.`
          : there.length > 0
            ? ` Paths there: ${there.slice(0, 5).join(", ")}${there.length > 5 ? ", …" : ""}.`
            : "";
      return new ApiError(error.status, `The site has no page at ${word}.${similar}`, {
        field: error.field,
        requestId: error.requestId,
        hint: `To list the pages of the space at this path: tome page list --space ${quoteLiterally(spaceTitle)}`,
      });
    },

    /**
     * The platform looks up a page by its path in its space. If the site contains the space twice,
     * the path is ambiguous and the id is used.
     */
    async named(word: string, label: string): Promise<InputDestination> {
      const way = await wayTo(word, label);
      if ("url" in way) return { kind: "external", url: way.url };
      const { start, path } = way;
      if (path === "") return start.itself;
      if (await standsTwice(start)) return pageAt(start, path);
      return { kind: "path", spaceId: start.spaceId, path };
    },

    /** Like `named`, where only an id identifies a page. */
    async found(word: string, label: string): Promise<Destination> {
      const way = await wayTo(word, label);
      if ("url" in way) return { kind: "external", url: way.url };
      const { start, path } = way;
      return path === "" ? start.itself : pageAt(start, path);
    },
  };
}

/** @returns the starts in the structure of a site, the longest paths first */
export function listPathStarts({ structure }: JsonObject): readonly SitePathStart[] {
  return collectPathStarts(structure).sort((one, other) => other.path.length - one.path.length);
}

/** The start that contains a path of the site, and the path in its space. */
export function findPathStart(
  starts: readonly SitePathStart[],
  word: string,
): { readonly start: SitePathStart; readonly path: string } | undefined {
  // Paths that are copied from a browser or a sitemap are percent-encoded.
  const path = withoutFinalSlashes(decodePath(word));
  const start = starts.find((one) =>
    `${path.toLowerCase()}/`.startsWith(`${one.path.toLowerCase()}/`),
  );
  return start && { start, path: path.slice(start.path.length + 1) };
}

function flattenPaths(pages: JsonValue | undefined): string[] {
  return asObjects(pages).flatMap(({ path, pages: below }) => [
    ...(asText(path) === "" ? [] : [asText(path)]),
    ...flattenPaths(below),
  ]);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

function refuseOther(word: string, label: string): void {
  if (word.startsWith("/")) return;
  throw new UsageError(
    `${label} must be a path on the site such as /guides/install, or a URL such as https://example.com/install, not ${JSON.stringify(word)}.`,
  );
}

function collectPathStarts(list: JsonValue | undefined): SitePathStart[] {
  return asObjects(list).flatMap((item): SitePathStart[] => {
    if (item.object === "site-section-group") return collectPathStarts(item.children);
    if (item.object === "site-space") return listSpaceStarts(item, "", item.default === true);
    const above = `/${asText(item.path)}`;
    const siteSpaces = asObjects(item.siteSpaces);
    const first = siteSpaces.find((one) => one.default === true) ?? siteSpaces[0];
    if (!first) return [];
    const start: SitePathStart = {
      path: above,
      itself: { kind: "site-section", siteSectionId: asText(item.id) },
      siteSpaceId: asText(first.id),
      spaceId: asText(asObject(first.space).id),
      spaceTitle: asText(first.title) || asText(asObject(first.space).title),
    };
    const root = item.default === true ? [{ ...start, path: "" }] : [];
    return [start, ...root, ...siteSpaces.flatMap((one) => listSpaceStarts(one, above, false))];
  });
}

function listSpaceStarts(item: JsonValue, above: string, isRoot: boolean): SitePathStart[] {
  const { id, path, space, title } = asObject(item);
  const siteSpaceId = asText(id);
  const start: SitePathStart = {
    path: `${above}/${asText(path)}`,
    itself: { kind: "site-space", siteSpaceId },
    siteSpaceId,
    spaceId: asText(asObject(space).id),
    spaceTitle: asText(title) || asText(asObject(space).title),
  };
  return isRoot ? [start, { ...start, path: "" }] : [start];
}
