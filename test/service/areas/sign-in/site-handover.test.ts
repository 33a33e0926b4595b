import { expect, test } from "vitest";
import * as siteContract from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { computeDigest, openSignIn } from "../../../../src/service/areas/sign-in/sign-ins.ts";
import { handOver } from "../../../../src/service/areas/sign-in/site-handover.ts";
import { readSiteToken } from "../../../../src/service/areas/site-lookup/site-token.ts";
import { base, openRequests } from "./requests.ts";

/** A user who signed in to one of two organizations with a site each. */
async function start() {
  const opened = await openRequests();
  const { workspace, db, org, admin, provider, request } = opened;
  const user = await workspace.member(org, "read");
  await db.updateTable("users").set({ email: "a@example.com" }).where("id", "=", user).execute();
  const secret = await openSignIn(db, {
    ...({ kind: "browser", user, organization: org, provider: provider.id } as const),
    now: workspace.now,
  });
  const createSite = async (organizationId: string, caller: string) => {
    const { id: spaceId } = await workspace.ok(caller, space.create, { organizationId });
    const input = { organizationId, title: "Docs", spaces: [spaceId] };
    return { spaceId, ...(await workspace.ok(caller, siteContract.create, input)) };
  };
  const site = await createSite(org, admin);
  const other = await workspace.organization("Other");
  const owner = await workspace.member(other, "admin");
  await workspace.enroll(other, user, "admin");
  const foreign = await createSite(other, owner);
  const toUrl = (id: string, path = "") => `${base}/_site/${id}${path}`;
  const cookie = `tome-session=${secret}`;
  const go = (to: string | undefined, headers: Record<string, string> = { cookie }) =>
    handOver(request({ headers, ...(to !== undefined && { query: { to } }) }));
  return { ...opened, user, secret, site, foreign, toUrl, go };
}

test("a user is redirected to a site of the organization, with a token of the preview", async () => {
  const { site, toUrl, go, user, secret, request, workspace, org } = await start();
  const { status, headers } = await go(toUrl(site.id, "/guide?q=1#top"));
  const location = new URL(headers.location ?? "");
  const token = location.searchParams.get("token") ?? "";
  location.searchParams.delete("token");
  expect([status, location.href]).toEqual([303, toUrl(site.id, "/guide?q=1#top")]);
  expect(await readSiteToken(request(), token)).toMatchObject({
    ...{ organization: org, site: site.id, claims: {}, previewer: user },
    ...{ spaces: new Set([site.spaceId]), drafts: false },
    previewToken: { store: "sign_ins", hash: computeDigest(secret).slice(0, 12) },
  });
  await workspace.db.deleteFrom("sign_ins").execute();
  expect(await readSiteToken(request(), token)).toBeUndefined();
});

test("a user who is not signed in is asked to, and returns to the site", async () => {
  const { site, toUrl, go } = await start();
  const { status, headers } = await go(toUrl(site.id), {});
  const next = new URLSearchParams({ next: toUrl(site.id) });
  expect([status, headers.location]).toEqual([303, `${base}/_signin?${next}`]);
});

test("a session of one organization opens no site of another, and no other URL", async () => {
  const { site, foreign, toUrl, go, workspace, admin } = await start();
  const spaceId = site.spaceId;
  for (const to of [toUrl(foreign.id), toUrl("unknown")]) {
    const { status, headers, body } = await go(to);
    expect([status, headers.location]).toEqual([404, undefined]);
    expect(body).toContain("<title>Site not found");
    expect(body).toContain(
      "You are signed in as a@example.com. No site at this URL is visible to you.",
    );
  }
  for (const to of ["https://evil.example/", undefined]) {
    const { status, headers, body } = await go(to);
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(body).toContain("The target URL does not belong to a site of this platform.");
  }
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  expect((await go(toUrl(site.id))).status).toBe(404);
});
