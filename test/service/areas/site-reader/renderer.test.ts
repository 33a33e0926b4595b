/**
 * The requests of the hosted platform's open renderer, in order and with parameters, for pages of
 * the sample: each response matches the published description, and only documented requests are
 * refused.
 */
import { GitBookAPI } from "@gitbook/api";
import { expect, test } from "vitest";
import type { Api } from "../../../../node_modules/@gitbook/api/dist/client.d.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { openNewestAnswers } from "../../../support/requests/published.ts";
import { openReaders } from "../reader/fixture.ts";

interface Page {
  readonly id: string;
  readonly type: string;
  readonly path: string;
  readonly documentId?: string;
  readonly pages?: readonly Page[];
}

const answers = openNewestAnswers();

/** For all tests, whose requests change nothing that another one reads. */
const readers = await openReaders();

function openRenderer() {
  const seen: string[] = [];
  /**
   * Sends a request of the renderer. @returns the body of a response that matches the description
   */
  async function ask(name: string, what: string, { token = "", json = undefined as unknown } = {}) {
    const [method = "", path = ""] = what.split(" ");
    const answer = await fetch(`${readers.url}/v1${path}`, {
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    const body = text === "" ? undefined : JSON.parse(text);
    seen.push(name);
    if (answer.status < 400) {
      const operation = answers.operations.get(name);
      if (!operation) throw new Error(`The description has no ${name}.`);
      expect([what, answers.listViolations(operation, body)]).toEqual([what, []]);
    }
    return { status: answer.status, body };
  }
  return { ...readers, ask, seen };
}

type Renderer = ReturnType<typeof openRenderer>;

/** Once for each prefix of the path, until no longer one can name a variant or section. */
async function resolve({ ask, host }: Renderer, path: string) {
  const parts = path.split("/").filter((part) => part !== "");
  for (let length = 0; ; length += 1) {
    const url = `http://${host}/${parts.slice(0, length).join("/")}`;
    const json = { url, visitor: { unsignedClaims: {} }, redirectOnError: false };
    const { status, body } = await ask("resolvePublishedContentByUrl", "POST /urls/published", {
      json,
    });
    expect([url, status]).toEqual([url, 200]);
    if (body.complete || length >= parts.length) return body;
  }
}

const flat = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

slowTest(
  "the requests of the hosted renderer get the published responses, page by page",
  async () => {
    const renderer = openRenderer();
    const { ask, seen } = renderer;
    const { body: map } = await renderer.get("/sitemap.xml");
    const paths = [...map.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.length).toBeGreaterThan(20);
    const shown = new Set<string>();
    const tried = sample(
      paths.filter((_, at) => at % 5 === 0),
      3,
    );
    for (const path of tried) {
      const found = await resolve(renderer, decodeURI(path));
      const { organization, site, space, apiToken: token } = found;
      const at = `/orgs/${organization}/sites/${site}`;
      const published = await ask("getPublishedContentSite", `GET ${at}/published`, { token });
      expect(published.status).toBe(200);
      const { body: own } = await ask("getSpaceById", `GET /spaces/${space}`, { token });
      const revision = `/spaces/${space}/revisions/${own.revision}`;
      const content = await ask("getRevisionById", `GET ${revision}?metadata=true`, { token });
      expect(content.status).toBe(200);
      const pages = flat(content.body.pages).filter(({ type }) => type === "document");
      const inner = decodeURIComponent(found.pathname).replace(/^\//, "");
      const page = pages.find((one) => one.path === inner) ?? pages[0];
      if (!page) throw new Error(`${path} has no page.`);
      shown.add(page.id);
      const ofPage = `${revision}/page/${page.id}`;
      const links = await ask("listRevisionPageMetaLinks", `GET ${ofPage}/meta-links`, { token });
      expect([path, links.status]).toEqual([path, 200]);
      const document = await ask(
        "getPageDocumentInRevisionById",
        `GET ${ofPage}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
        { token },
      );
      expect([path, document.status]).toEqual([path, 200]);
      const markdown = await ask(
        "getPageInRevisionById",
        `GET ${ofPage}?format=markdown&format.markdown.refs=stable`,
        { token },
      );
      expect([path, markdown.status]).toEqual([path, 200]);
      const byPath = await ask(
        "getPageInRevisionByPath",
        `GET ${revision}/path/${encodeURIComponent(page.path)}`,
        { token },
      );
      expect([path, byPath.status]).toEqual([path, 200]);
    }
    expect(shown.size).toBeGreaterThan(tried.length / 2);
    expect(new Set(seen).size).toBe(8);
  },
);

slowTest("missing pages and searches of the renderer get the documented responses", async () => {
  const renderer = openRenderer();
  const { ask } = renderer;
  const found = await resolve(renderer, "/nowhere/at/all");
  const { organization, site, space, apiToken: token } = found;
  const at = `/orgs/${organization}/sites/${site}`;
  const { body: own } = await ask("getSpaceById", `GET /spaces/${space}`, { token });
  const path = `/spaces/${space}/revisions/${own.revision}/path/nowhere`;
  expect((await ask("getPageInRevisionByPath", `GET ${path}`, { token })).status).toBe(404);
  const source = (of: string) => `GET ${at}/redirect?source=${encodeURIComponent(of)}`;
  expect((await ask("getSiteRedirectBySource", source("/nowhere"), { token })).status).toBe(404);
  expect((await ask("getSiteRedirectBySource", source("/blog"), { token })).status).toBe(200);
  const search = await ask("searchSiteContent", `POST ${at}/search`, {
    token,
    json: { query: "alert", scope: { mode: "all" } },
  });
  expect([search.status, search.body.items.length > 0]).toEqual([200, true]);
  const events = await ask("trackEventsInSiteById", `POST ${at}/insights/events`, {
    token,
    json: { events: [] },
  });
  expect(events.status).toBe(204);
});

test("the published client sends the requests of the renderer, with all of their parameters", async () => {
  const { host, url, site, org, service } = readers;
  const client = (authToken?: string) =>
    new GitBookAPI({
      endpoint: url,
      userAgent: "renderer/test",
      ...(authToken && { authToken }),
    }) as GitBookAPI & Api<unknown>;
  // The renderer adds a field to skip caches.
  const lookup = {
    url: `http://${host}/`,
    visitor: { unsignedClaims: {} },
    redirectOnError: false,
    cacheBust: "k3x9",
  };
  const { data: found } = await client().urls.resolvePublishedContentByUrl(lookup);
  if ("redirect" in found) throw new Error(`It redirects to ${found.redirect}.`);
  const api = client(found.apiToken);
  const noKey: object = { shareKey: undefined };
  const { data: space } = await api.spaces.getSpaceById(found.space, noKey);
  expect(space.id).toBe(found.space);
  const published = await api.orgs.getPublishedContentSite(org, site, noKey);
  expect(published.data.site.id).toBe(site);
  const redirect = { ...noKey, source: "/blog" };
  expect((await api.orgs.getSiteRedirectBySource(org, site, redirect)).status).toBe(200);
  const siteSpaceId = found.siteSpace ?? "";
  const scopes = [
    { mode: "all" },
    { mode: "current", siteSpaceId },
    { mode: "specific", siteSpaceIds: [siteSpaceId] },
    { scope: { mode: "default", currentSiteSpace: siteSpaceId, restrictTo: "currentSiteSpace" } },
    { scope: { mode: "default", currentSiteSpace: siteSpaceId, restrictTo: "otherSiteSpaces" } },
  ];
  for (const scope of scopes) {
    const json = JSON.parse(JSON.stringify({ query: "alert", ...scope }));
    const results = await api.orgs.searchSiteContent(org, site, json, {});
    expect([scope, results.status]).toEqual([scope, 200]);
  }
  const events = await client(service.token).orgs.trackEventsInSiteById(
    org,
    site,
    { events: [] },
    { headers: { "x-forwarded-for": "192.0.2.1" } },
  );
  expect(events.status).toBe(204);
});

slowTest(
  "a preview with a change request, and other page content, returns the published responses or is refused by name",
  async () => {
    const renderer = openRenderer();
    const { ask, service, site, org, host } = renderer;
    const preview = await ask(
      "getSitePublishingPreviewById",
      `GET /orgs/${org}/sites/${site}/publishing/preview`,
      {
        token: service.token,
      },
    );
    const token = new URL(preview.body.url).searchParams.get("token") ?? "";
    const json = {
      url: `http://${host}/`,
      visitor: { unsignedClaims: {} },
      redirectOnError: false,
    };
    const { body: found } = await ask("resolvePublishedContentByUrl", "POST /urls/published", {
      ...{ token, json },
    });
    const { organization, space, apiToken } = found;
    const status = async (name: string, what: string, body?: object) =>
      (await ask(name, what, { token: apiToken, json: body })).status;
    const { body: own } = await ask("getSpaceById", `GET /spaces/${space}`, { token: apiToken });
    const of = `/spaces/${space}`;
    const revision = `${of}/revisions/${own.revision}`;
    const { body: content } = await ask("getRevisionById", `GET ${revision}`, { token: apiToken });
    const page = flat(content.pages).find(({ documentId }) => documentId !== undefined);
    const { id: request } = await service.db
      .selectFrom("change_requests")
      .select("id")
      .where("space_id", "=", space)
      .executeTakeFirstOrThrow();
    const video = encodeURIComponent("https://example.com/video");
    expect([
      await status("getChangeRequestById", `GET ${of}/change-requests/${request}`),
      await status(
        "getChangeRequestChanges",
        `GET ${of}/change-requests/${request}/changes?limit=100`,
      ),
      await status(
        "getRevisionSemanticChanges",
        `GET ${revision}/changes?computed=false&limit=100&metadata=false`,
      ),
      await status("getDocumentById", `GET ${of}/documents/${page?.documentId}`),
    ]).toEqual([200, 200, 200, 200]);
    // The pages of the sample have none of these; a preview shows any embed.
    expect([
      await status(
        "getReusableContentDocumentInRevisionById",
        `GET ${revision}/reusable-contents/none/document?evaluated=deterministic-only`,
      ),
      await status("getEmbedByUrlInSpace", `GET ${of}/embed?url=${video}`),
      await status(
        "getLatestOpenAPISpecVersionContent",
        `GET /orgs/${organization}/openapi/none/versions/latest/content`,
      ),
    ]).toEqual([404, 200, 404]);
    expect([
      await status("getUserById", `GET /users/${own.createdBy ?? "none"}`),
      await status("getComputedDocument", `POST ${of}/content/computed/document`, {
        source: { type: "none" },
        seed: "",
      }),
      await status("renderIntegrationUiWithPost", "POST /integrations/none/render", {}),
      await status("streamAskInSite", `POST /orgs/${org}/sites/${site}/ask`, {
        question: "How are alerts silenced?",
        scope: { mode: "all" },
      }),
    ]).toEqual([403, 403, 400, 501]);
  },
);
