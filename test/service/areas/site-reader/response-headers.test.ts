/**
 * Headers that decide who may store a response of a site, and whether its cookie is sent without
 * TLS: every combination of audience, adaptive content, preview and scheme.
 */
import { describe, expect, test } from "vitest";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import { type SiteVisibility, siteVisibilities } from "../../../../src/contract/site-values.ts";
import { issueSiteToken } from "../../../../src/service/areas/site-lookup/site-token.ts";
import { answerVisitor } from "../../../../src/service/areas/site-reader/respond.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { signToken } from "../../../../src/service/engines/jwt.ts";
import { computeDigest, issueToken } from "../../../../src/service/server/tokens.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { publish, secretBox } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const schemes = ["http", "https"] as const;
const visitorKey = "a key of more than thirty-two bytes";

interface Audience {
  readonly visibility: SiteVisibility;
  readonly isAdaptive: boolean;
  readonly isPreview: boolean;
}

const audiences: readonly Audience[] = siteVisibilities.flatMap((visibility) =>
  [false, true].flatMap((isAdaptive) =>
    [false, true].map((isPreview) => ({ visibility, isAdaptive, isPreview })),
  ),
);

/** Resources of a site, and whether their content depends on the accepted type. */
const resources: Readonly<Record<string, boolean>> = {
  "/start": true,
  "/start.md": false,
  "/~search": false,
  "/~icon.svg": false,
  "/robots.txt": false,
  "/llms.txt": false,
  "/llms-full.txt": false,
  "/not/there": false,
};

/** One for all sites. */
const fixture = await openSitesFixture();
const { workspace, admin } = fixture;

/** A published site with one page, and the credentials that its audience needs. */
async function openSite({ visibility, isAdaptive, isPreview }: Audience) {
  const { db, now } = workspace;
  const space = await fixture.space("Guide");
  const id = await fixture.site();
  await fixture.add(id, space);
  await publishPages(workspace, space, [
    { title: "Home", slug: "home", markdown: "Text.\n" },
    { title: "Start", slug: "start", markdown: "Text.\n" },
  ]);
  await fixture.change(id, { visibility, adaptiveContent: { enabled: isAdaptive } });
  await publish(fixture, id);
  const encryptedKey = await secretBox.seal(visitorKey, `visitors of site ${id}`);
  await db
    .insertInto("site_auth")
    .values({ site_id: id, fallback_url: null, logout_url: null, sealed_key: encryptedKey })
    .execute();

  async function createCredentials(): Promise<Record<string, string>> {
    if (isPreview) {
      const token = await issueToken(db, { user: admin, label: "Preview", now });
      const preview = {
        user: admin,
        token: { store: "tokens" as const, hash: computeDigest(token) },
      };
      const site = { id, organization_id: fixture.org, visibility };
      const call = { db, secretBox, now, newId: createId };
      return { token: await issueSiteToken(call, { site, claims: {}, preview }) };
    }
    if (visibility === "share-link") {
      const { items } = await workspace.ok(admin, shareLink.list, fixture.of(id));
      const url = new URL(items[0]?.urls.published ?? "");
      return { shareKey: url.pathname.split("/").at(-1) ?? "" };
    }
    if (visibility !== "visitor-auth") return {};
    const secret = Buffer.from(visitorKey);
    return { jwt_token: await signToken({ claims: {}, from: now, seconds: 600, secret }) };
  }

  const credentials = new URLSearchParams(await createCredentials());
  /** A request of a program, which is not redirected to a URL without credentials. */
  return (scheme: string, path: string, query = credentials) => {
    const base = `${scheme}://tome.example.com`;
    const url = new URL(`${base}/_site/${id}${path}`);
    url.search = query.toString();
    return answerVisitor({
      ...{ db, secretBox, now, base, caller: "", query: url.searchParams },
      path: { siteId: id, path: path.slice(1) },
      request: { method: "GET", url: url.href, headers: { accept: "*/*" }, body: undefined },
    });
  };
}

/** The sites by audience, because reading them changes nothing. */
const sites = new Map<string, ReturnType<typeof openSite>>();

function openSiteFor(audience: Audience) {
  const key = JSON.stringify(audience);
  const site = sites.get(key) ?? openSite(audience);
  sites.set(key, site);
  return site;
}

describe.each(sample(audiences, 6))(
  "$visibility, adaptive: $isAdaptive, preview: $isPreview",
  (audience) => {
    const { visibility, isAdaptive, isPreview } = audience;
    const isOpen = visibility === "public" || visibility === "unlisted";
    const isShared = isOpen && !isAdaptive && !isPreview;

    slowTest("shared caches store only responses that are the same for all visitors", async () => {
      const get = await openSiteFor(audience);
      for (const scheme of schemes) {
        for (const [path, isNegotiated] of Object.entries(resources)) {
          const { status, headers } = await get(scheme, path);
          const vary = [
            ...(isShared ? [] : ["cookie", "authorization"]),
            ...(isNegotiated ? ["accept"] : []),
          ];
          expect([path, status, headers["cache-control"], headers.vary]).toEqual([
            path,
            path === "/not/there" ? 404 : 200,
            isShared ? "public, no-cache" : "private, no-cache",
            vary.length === 0 ? undefined : vary.join(", "),
          ]);
        }
      }
    });

    test("the cookie is sent to this site only, by no script, and with TLS only if the site has it", async () => {
      const get = await openSiteFor(audience);
      for (const scheme of schemes) {
        const { headers } = await get(scheme, "/start");
        const cookie = headers["set-cookie"];
        const needsCookie = isPreview || !isOpen;
        expect(cookie !== undefined).toBe(needsCookie);
        const [, ...attributes] = (cookie ?? "").split("; ");
        expect(attributes).toEqual(
          needsCookie
            ? [
                expect.stringMatching(/^Path=\/_site\/\w+$/),
                "HttpOnly",
                "SameSite=Lax",
                ...(scheme === "https" ? ["Secure"] : []),
              ]
            : [],
        );
      }
    });

    test("a refusal is stored by no shared cache", async () => {
      const get = await openSiteFor({ ...audience, isPreview: false });
      if (isOpen) {
        const { headers } = await get("https", "/start", new URLSearchParams());
        expect(headers["cache-control"]).toBe(
          isAdaptive ? "private, no-cache" : "public, no-cache",
        );
        return;
      }
      const { status, headers } = await get("https", "/start", new URLSearchParams());
      expect(status).toBeGreaterThanOrEqual(400);
      expect([headers["cache-control"], headers.vary]).toEqual([
        "private, no-cache",
        "cookie, authorization",
      ]);
    });
  },
);
