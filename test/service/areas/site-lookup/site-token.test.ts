/** Tokens of visitors: their claims, when they are valid, and what their visitors may read. */
import { decodeJwt } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as auth from "../../../../src/contract/site-auth.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import * as space from "../../../../src/contract/space.ts";
import {
  buildPreview,
  issueSiteToken,
  readSiteToken,
} from "../../../../src/service/areas/site-lookup/site-token.ts";
import { readStructure } from "../../../../src/service/areas/sites/structure/structure.ts";
import { computeFingerprint } from "../../../../src/service/areas/sites/visitors/visitor-pass.ts";
import { ensureStoredKey, storedKeys } from "../../../../src/service/core/encryption-keys.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { signToken } from "../../../../src/service/engines/jwt.ts";
import type { TokenReference } from "../../../../src/service/jobs/principal.ts";
import { computeDigest, issueToken } from "../../../../src/service/server/tokens.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { publish, secretBox } from "../published/fixture.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
let id: string;
let [guide, draft, api]: string[] = [];

beforeAll(async () => {
  fixture = await openSitesFixture();
  id = await fixture.site();
  [guide, draft, api] = [
    await fixture.space("Guide"),
    await fixture.space("Draft"),
    await fixture.space("API"),
  ];
  await fixture.section(id, "Guide", guide);
  const { id: draftId } = await fixture.section(id, "Draft", draft);
  const { id: apiId } = await fixture.section(id, "API", api);
  const { workspace, admin } = fixture;
  const update = (siteSectionId: string, changes: object) =>
    workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, ...changes });
  await fixture.change(id, { adaptiveContent: { enabled: true } });
  await update(draftId, { draft: true });
  await update(apiId, { condition: "visitor.claims.beta" });
  await publish(fixture, id);
});

/** Each change of the data ends the caching of visitors. */
beforeEach(async () => {
  await fixture.workspace.person();
});

function createCall() {
  const { db, now } = fixture.workspace;
  return { db, now, secretBox, newId: createId };
}

async function readSite() {
  return fixture.workspace.db
    .selectFrom("sites")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function issue(subject: Partial<Parameters<typeof issueSiteToken>[1]> = {}) {
  return issueSiteToken(createCall(), { site: await readSite(), claims: {}, ...subject });
}

async function issuePreviewToken(user: string): Promise<TokenReference> {
  const { db, now } = fixture.workspace;
  const secret = await issueToken(db, { user, label: "Preview", now });
  return { store: "tokens", hash: computeDigest(secret) };
}

async function findSiteSpace(spaceId: string | undefined) {
  const structure = await readStructure(
    { db: fixture.workspace.db, caller: "" },
    (await readSite()) as never,
  );
  return [...structure.siteSpaces.values()].find(({ space_id }) => space_id === spaceId);
}

const listSpaces = async (token: string) => {
  const visitor = await readSiteToken(createCall(), token);
  return visitor === undefined ? "refused" : visitor.spaces;
};

describe("a token", () => {
  test("names the part of the site, and is the same within the hour until content is published", async () => {
    const siteSpace = await findSiteSpace(guide);
    const claims = { plan: "pro" };
    const token = await issue({ siteSpace, claims });
    const published = fixture.workspace.now;
    const hour = Math.floor(published.getTime() / 3_600_000) * 3600;
    expect(decodeJwt(token)).toEqual({
      ...{ kind: "site", organization: fixture.org, site: id, visitor: claims },
      ...{ siteSpace: siteSpace?.id, siteSection: siteSpace?.section_id, space: guide },
      ...{ publishedAt: published.toISOString(), iat: hour, exp: hour + 7200 },
    });
    const { time } = fixture.workspace;
    const { now } = time;
    time.now = new Date((hour + 3599) * 1000);
    expect(await issue({ siteSpace, claims })).toBe(token);
    time.now = new Date((hour + 3600) * 1000);
    expect(await issue({ siteSpace, claims })).not.toBe(token);
    time.now = new Date((hour + 3598) * 1000);
    await publishPages(fixture.workspace, api ?? "", [{ title: "New", markdown: "Text.\n" }]);
    const later = await issue({ siteSpace, claims });
    expect(later).not.toBe(token);
    const readSince = async (one: string) => (await readSiteToken(createCall(), one))?.since;
    // Content that was replaced before the token was issued is not readable.
    expect(await readSince(token)).toEqual(new Date(published.getTime() + 1));
    expect(await readSince(later)).toEqual(new Date((hour + 3598) * 1000 + 1));
    time.now = now;
  });

  test("contains the key that signed the visitor in only if the site requires one", async () => {
    const { workspace, admin } = fixture;
    const token = await issuePreviewToken(admin);
    const preview = { user: admin, token, drafts: true };
    await fixture.change(id, { visibility: "visitor-auth" });
    await workspace.ok(admin, auth.get, fixture.of(id));
    const { sealed_key } = await workspace.db
      .selectFrom("site_auth")
      .selectAll()
      .where("site_id", "=", id)
      .executeTakeFirstOrThrow();
    const common = { kind: "site", organization: fixture.org, site: id, visitor: {} };
    const withoutTimes = async (subject: Parameters<typeof issue>[0]) => {
      const { iat: _, exp: __, publishedAt: ___, ...claims } = decodeJwt(await issue(subject));
      return claims;
    };
    const shortToken = { store: "tokens", hash: token.hash.slice(0, 12) };
    expect(await withoutTimes({})).toEqual({
      ...common,
      signedBy: computeFingerprint(sealed_key),
    });
    const previewClaims = { previewer: admin, drafts: true, previewToken: shortToken };
    expect(await withoutTimes({ preview })).toEqual({ ...common, ...previewClaims });
    await fixture.change(id, { visibility: "public" });
    expect(await withoutTimes({})).toEqual(common);
    expect(await withoutTimes({ shareKey: "key" })).toEqual({ ...common, shareKey: "key" });
  });

  test("of another kind or key is refused", async () => {
    const call = createCall();
    const secret = await ensureStoredKey(call, storedKeys.siteTokens);
    const sign = (claims: object, key: Uint8Array = secret) =>
      signToken({ claims: { ...claims }, from: call.now, seconds: 60, secret: key });
    const claims = { organization: fixture.org, site: id, kind: "site" };
    expect(await listSpaces(await sign(claims))).toEqual(new Set([guide]));
    expect(await listSpaces(await sign({ ...claims, kind: "other" }))).toBe("refused");
    expect(await listSpaces(await sign({ ...claims, organization: "other" }))).toBe("refused");
    expect(await listSpaces(await sign({ ...claims, site: "other" }))).toBe("refused");
    expect(await listSpaces(await sign(claims, Buffer.alloc(32)))).toBe("refused");
  });

  test("ends with the share link that opened the site, also at its expiry", async () => {
    const { workspace, admin } = fixture;
    await fixture.change(id, { visibility: "share-link" });
    const expiresAt = new Date(workspace.now.getTime() + 60_000).toISOString();
    const link = await workspace.ok(admin, shareLink.create, {
      ...{ ...fixture.of(id), name: "Short", expiresAt },
    });
    const shareKey = new URL(link.urls.published ?? "").pathname.split("/").at(-1) ?? "";
    const token = await issue({ shareKey });
    expect(await readSiteToken(createCall(), token)).toMatchObject({
      ...{ shareKey, pass: computeFingerprint(shareKey), previewer: undefined },
    });
    expect(await listSpaces(await issue({ shareKey: "other" }))).toBe("refused");
    expect(await listSpaces(await issue())).toBe("refused");
    const { now } = workspace.time;
    workspace.time.now = new Date(now.getTime() + 60_000);
    expect(await listSpaces(token)).toBe("refused");
    workspace.time.now = now;
    await fixture.change(id, { visibility: "public" });
  });
});

describe("a visitor", () => {
  test("sees the spaces whose conditions hold, without drafts", async () => {
    expect(await listSpaces(await issue())).toEqual(new Set([guide]));
    const token = await issue({ claims: { beta: true } });
    expect(await readSiteToken(createCall(), token)).toMatchObject({
      ...{ organization: fixture.org, site: id, claims: { beta: true }, pass: "", drafts: false },
      ...{ spaces: new Set([guide, api]), previewer: undefined, shareKey: undefined },
      since: expect.any(Date),
    });
  });

  test("of a preview sees drafts on request, and only spaces that the user may see", async () => {
    const { workspace, org, admin } = fixture;
    const reader = await workspace.member(org, "read");
    const preview = (user: string, token: TokenReference, drafts?: boolean) =>
      issue({ claims: { beta: true }, preview: { user, token, drafts } });
    const [adminToken, readerToken] = [
      await issuePreviewToken(admin),
      await issuePreviewToken(reader),
    ];
    const hide = { spaceId: api ?? "", defaultLevel: null } as const;
    await workspace.ok(admin, space.update, hide);
    expect(await listSpaces(await preview(admin, adminToken))).toEqual(new Set([guide, api]));
    expect(await listSpaces(await preview(admin, adminToken, true))).toEqual(
      new Set([guide, draft, api]),
    );
    expect(await listSpaces(await preview(reader, readerToken, true))).toEqual(
      new Set([guide, draft]),
    );
    // The token of another user, or an unknown one.
    expect(await listSpaces(await preview(reader, adminToken))).toBe("refused");
    const unknown = { store: "tokens", hash: "0".repeat(64) } as const;
    expect(await listSpaces(await preview(reader, unknown))).toBe("refused");
    await workspace.ok(admin, space.update, { ...hide, defaultLevel: "inherit" });
    await workspace.db.deleteFrom("members").where("user_id", "=", reader).execute();
    expect(await listSpaces(await preview(reader, readerToken))).toBe("refused");
  });

  test("sees the API specifications and URLs that the visible spaces contain", async () => {
    const { workspace } = fixture;
    await publishPages(workspace, guide ?? "", [
      { title: "By slug", slug: "slug", markdown: "[API](/openapi/petstore) [x](/pages/slug)\n" },
      {
        title: "By id",
        slug: "id",
        markdown: "[API](/openapi/S2) [u](https://a.example/q)\n",
      },
      { title: "Empty", slug: "empty" },
    ]);
    await publishPages(workspace, api ?? "", [
      { title: "Hidden", slug: "hidden", markdown: "[API](/openapi/secret)\n" },
    ]);
    const visitor = await readSiteToken(createCall(), await issue());
    const { db } = workspace;
    const checkSpecification = (specificationId: string, slug: string) =>
      visitor?.isShown(db, { id: specificationId, slug });
    expect(await checkSpecification("S1", "petstore")).toBe(true);
    expect(await checkSpecification("S2", "other")).toBe(true);
    expect(await checkSpecification("S3", "secret")).toBe(false);
    expect(await checkSpecification("slug", "slug")).toBe(false);
    const beta = await readSiteToken(createCall(), await issue({ claims: { beta: true } }));
    expect(await beta?.isShown(db, { id: "S3", slug: "secret" })).toBe(true);
    const isNamed = (url: string, spaceId = guide) => visitor?.isNamed(db, spaceId ?? "", url);
    expect(await isNamed("https://a.example/q")).toBe(true);
    expect(await isNamed("https://a.example/")).toBe(false);
    expect(await isNamed("https://a.example/q", draft)).toBe(false);
  });
});

test("only users with a token, and visitors of a preview, can preview a site", () => {
  const token = { store: "tokens", hash: "1" } as const;
  const user = { kind: "user", user: "ada", token } as const;
  expect(buildPreview({ caller: "ada", principal: user }, true)).toEqual({
    ...{ user: "ada", token, drafts: true },
  });
  const visitor = { previewer: "bob", previewToken: token, drafts: false };
  expect(
    buildPreview({ caller: "", principal: undefined, visitor: visitor as never }, true),
  ).toEqual({ user: "bob", token, drafts: false });
  const message = "Only users can preview a site. Use the token of a user.";
  for (const call of [
    { caller: "ada", principal: { kind: "user", user: "ada" } as const },
    { caller: "ada", principal: undefined },
    { caller: "", principal: user },
    { caller: "a", principal: { kind: "integration", integration: "i", user: "ada" } as const },
    { caller: "ada", principal: user, visitor: { ...visitor, previewer: undefined } as never },
    { caller: "ada", principal: user, visitor: { ...visitor, previewToken: undefined } as never },
  ]) {
    expect(() => buildPreview(call)).toThrow(expect.objectContaining({ status: 403, message }));
  }
});
