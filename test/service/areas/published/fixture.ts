/** Requests published URLs like `tome serve`, with its own key for secrets. */
import * as site from "../../../../src/contract/site.ts";
import type { WireRequest, WireResponse } from "../../../../src/contract/wire.ts";
import {
  type Resolution,
  type ResolvedContent,
  resolveUrl,
} from "../../../../src/service/areas/site-lookup/resolve-url.ts";
import type { Visitor } from "../../../../src/service/areas/site-lookup/visitor.ts";
import { answerVisitor } from "../../../../src/service/areas/site-reader/respond.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import type { SitesFixture } from "../sites/fixture.ts";

export const local = "http://127.0.0.1:4000";
export const secretBox = openSecretBox(undefined);

export function getResolver({ workspace }: SitesFixture, base = local) {
  return (url: string, visitor: Visitor = {}): Promise<Resolution> =>
    resolveUrl({ db: workspace.db, base, now: workspace.now, secretBox }, url, visitor);
}

export function content(resolution: Resolution): ResolvedContent {
  if (resolution.kind !== "content") throw new Error(JSON.stringify(resolution.reason));
  return resolution;
}

/** The response to a visitor, as one word. */
export function outcome(resolution: Resolution): string {
  return resolution.kind === "content"
    ? resolution.siteSpace.space_title
    : `${resolution.kind}: ${resolution.reason}`;
}

export async function publish(fixture: SitesFixture, id: string) {
  await fixture.workspace.ok(fixture.admin, site.publish, fixture.of(id));
}

/**
 * The response of a site to a browser.
 * @param path with its query, below the site or of the whole URL: `/guide?q=1`
 * @param request differences from a request for a page
 */
export function requestSite(
  { workspace }: Pick<SitesFixture, "workspace">,
  siteId: string,
  path: string,
  request: Partial<WireRequest> = {},
): Promise<WireResponse> {
  const prefix = `/_site/${siteId}`;
  const url = new URL(`${local}${path.startsWith(prefix) ? "" : prefix}${path}`);
  return answerVisitor({
    db: workspace.db,
    secretBox,
    now: workspace.now,
    caller: "",
    base: local,
    path: { siteId, path: url.pathname.slice(prefix.length + 1) },
    query: url.searchParams,
    request: {
      ...{ method: "GET", url: url.href, headers: { accept: "text/html" }, body: undefined },
      ...request,
    },
  });
}

/** Publishes pages in a space: home, end, and start with a child that has a leaf. */
export async function publishNestedPages(
  { workspace }: Pick<SitesFixture, "workspace">,
  space: string,
  title: string,
) {
  const leaf = { title: `${title} leaf`, slug: "leaf", markdown: "Text.\n" };
  const child = { title: `${title} child`, slug: "child", markdown: "Text.\n", pages: [leaf] };
  await publishPages(workspace, space, [
    { title: `${title} home`, slug: "home", markdown: "Text.\n" },
    { title: `${title} start`, slug: "start", markdown: "Text.\n", pages: [child] },
    { title: `${title} end`, slug: "end", markdown: "Text.\n" },
  ]);
}

/** Requests of a browser for the pages of a site. */
export function openSiteClient(fixture: Pick<SitesFixture, "workspace">, siteId: string) {
  const prefix = `/_site/${siteId}`;

  async function get(path: string) {
    const { status, headers, body } = await requestSite(fixture, siteId, path);
    const title = /<title>([^<]*?)(?: [|·–-] [^<]*)?<\/title>/.exec(String(body))?.[1] ?? "";
    return { status, location: headers.location ?? "", title, body: String(body) };
  }

  /** Follows redirects. @returns the status, the title of the page and the number of redirects */
  async function follow(path: string) {
    let answer = await get(path);
    let redirects = 0;
    while (answer.status === 307 && redirects < 5) {
      answer = await get(answer.location.replace(local, ""));
      redirects += 1;
    }
    return { status: answer.status, title: answer.title, redirects };
  }

  /** The paths of all pages. */
  async function listPaths(): Promise<readonly string[]> {
    const { body } = await get("/sitemap.xml");
    return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) =>
      new URL(url).pathname.replace(prefix, ""),
    );
  }

  return { get, follow, listPaths };
}
