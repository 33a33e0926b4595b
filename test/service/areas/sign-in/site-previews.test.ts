/**
 * Previews of sites: limited to one site, to its visible spaces, and to the life of the requesting
 * token.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openSignIn } from "../../../../src/service/areas/sign-in/sign-ins.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { ask, openSignIns } from "./fixture.ts";

type Opened = Awaited<ReturnType<typeof openSignIns>>;

const member = "jonas@example.com";
const secret = "Plans that nobody knows";

/**
 * For a member of the sample who is an admin there: an unpublished site of another organization.
 */
async function openOtherSite({ api, db }: Opened, email: string) {
  const { id: user } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const { id: org } = await api("POST /v1/orgs", { title: "Other" });
  await db
    .insertInto("members")
    .values({
      organization_id: org,
      user_id: user,
      role: "admin",
      disabled: 0,
      sso: 0,
      joined_at: new Date().toISOString(),
      last_seen_at: null,
    })
    .execute();
  const space = await api(`POST /v1/orgs/${org}/spaces`, { title: secret });
  const site = await api(`POST /v1/orgs/${org}/sites`, { title: secret, spaces: [space.id] });
  return { user, path: `/_site/${site.id}/`, space: space.id };
}

async function getPreview({ base, signIn }: Opened, address: string) {
  const { cookie } = await signIn(member);
  const { location } = await ask(`${base}/_signin/to?${new URLSearchParams({ to: address })}`, {
    cookie,
  });
  return { location, cookie, token: new URL(location).searchParams.get("token") ?? "" };
}

async function getToken({ db }: Opened, role: "read" | "admin") {
  const { user_id: user } = await db
    .selectFrom("members")
    .select("user_id")
    .where("role", "=", role)
    .executeTakeFirstOrThrow();
  return issueToken(db, { user, label: "revoked later", now: new Date() });
}

const published = (base: string, address: string, bearer: string) =>
  ask(`${base}/v1/urls/published?url=${encodeURIComponent(address)}`, { bearer });

describe("a preview of one organization's site", () => {
  slowTest("shows nothing of another organization in a browser", async () => {
    const opened = await openSignIns();
    const address = await opened.privateSite();
    const other = await openOtherSite(opened, member);
    const { token, location } = await getPreview(opened, address);
    expect((await ask(location)).status).toBe(200);
    const there = opened.base + other.path;
    for (const asking of [`${there}?token=${token}`, `${there}~search?q=plans&token=${token}`]) {
      const { status, body } = await ask(asking);
      expect([status, body.includes(secret)]).toEqual([404, false]);
    }
    const { cookie } = await ask(location);
    expect((await ask(there, { cookie })).body).not.toContain(secret);
  });

  slowTest("is not offered for a published site of another organization", async () => {
    const opened = await openSignIns();
    const { api, db, base } = opened;
    await openOtherSite(opened, member);
    const { id, organization_id: org } = await db
      .selectFrom("sites")
      .selectAll()
      .where("title", "=", secret)
      .executeTakeFirstOrThrow();
    await api(`POST /v1/orgs/${org}/sites/${id}/publish`, {});
    const { urls } = await api(`GET /v1/orgs/${org}/sites/${id}`);
    expect((await ask(urls.published)).body).toContain(secret);
    const { cookie } = await opened.signIn(member);
    const query = new URLSearchParams({ to: urls.published });
    const { status, location, body } = await ask(`${base}/_signin/to?${query}`, { cookie });
    expect([status, location, body]).toEqual([404, "", expect.stringContaining("Site not found")]);
  });

  test("gives no token for another organization in the API", async () => {
    const opened = await openSignIns();
    const { base, db, org, provider } = opened;
    const address = await opened.privateSite();
    const { user, path, space } = await openOtherSite(opened, member);
    const tool = await openSignIn(db, {
      ...{ kind: "tool", user, organization: org, provider: provider.id, now: new Date() },
    });
    const own = await published(base, address, tool);
    expect(own.status).toBe(200);
    const { apiToken } = JSON.parse(own.body);
    expect((await published(base, base + path, tool)).status).toBe(404);
    expect((await published(base, base + path, apiToken)).status).toBe(404);
    expect((await ask(`${base}/v1/spaces/${space}`, { bearer: apiToken })).status).toBe(404);
  });
});

describe("a preview ends", () => {
  slowTest("with its session, at the minute", async () => {
    const opened = await openSignIns();
    const address = await opened.privateSite();
    const { location } = await getPreview(opened, address);
    opened.pass(11 * 60 + 59);
    const late = await getPreview(opened, address);
    expect((await ask(late.location)).status).toBe(200);
    opened.pass(2);
    expect((await ask(location)).status).toBe(404);
    expect((await ask(late.location)).status).toBe(200);
    opened.pass(12 * 60);
    expect((await ask(late.location)).status).toBe(404);
  });

  slowTest("with the verified domain of its user", async () => {
    const opened = await openSignIns();
    const { location, token } = await getPreview(opened, await opened.privateSite());
    const { base, api, org, site } = opened;
    const read = () => ask(`${base}/v1/orgs/${org}/sites/${site.id}/published`, { bearer: token });
    expect([(await ask(location)).status, (await read()).status]).toEqual([200, 200]);
    await api(`DELETE /v1/orgs/${org}/domains/example.com`);
    expect([(await ask(location)).status, (await read()).status]).toEqual([404, 401]);
  });

  slowTest("with the token of its user, even after a renewal", async () => {
    const opened = await openSignIns();
    const { base, db, org, site } = opened;
    const address = await opened.privateSite();
    const bearer = await getToken(opened, "admin");
    const { apiToken } = JSON.parse((await published(base, address, bearer)).body);
    const { apiToken: renewed } = JSON.parse((await published(base, address, apiToken)).body);
    const told = Buffer.from(apiToken.split(".")[1], "base64url").toString();
    expect(told).not.toContain(createHash("sha256").update(bearer).digest("hex"));
    const preview = await ask(`${base}/v1/orgs/${org}/sites/${site.id}/publishing/preview`, {
      bearer,
    });
    const { url } = JSON.parse(preview.body);
    const read = (token: string) =>
      ask(`${base}/v1/orgs/${org}/sites/${site.id}/published`, { bearer: token });
    const all = async () =>
      Promise.all([read(apiToken), read(renewed), ask(url)].map(async (one) => (await one).status));
    expect(await all()).toEqual([200, 200, 200]);
    await db.deleteFrom("tokens").where("label", "=", "revoked later").execute();
    expect(await all()).toEqual([401, 401, 404]);
  });
});

slowTest("a preview contains no space that its user may not see", async () => {
  const opened = await openSignIns();
  const { base, api, org } = opened;
  const hidden = await api(`POST /v1/orgs/${org}/spaces`, { title: secret });
  await api(`POST /v1/spaces/${hidden.id}/content/template`, { id: "help-center" }).catch(() => {});
  const open = await api(`POST /v1/orgs/${org}/spaces`, { title: "For everybody" });
  await api(`PATCH /v1/spaces/${hidden.id}`, { defaultLevel: null });
  const spaces = [open.id, hidden.id];
  const site = await api(`POST /v1/orgs/${org}/sites`, { title: "A site", spaces });
  const path = `/v1/orgs/${org}/sites/${site.id}`;
  const bearer = await getToken(opened, "read");
  expect((await ask(`${base}/v1/spaces/${hidden.id}`, { bearer })).status).toBe(404);
  const { url } = JSON.parse((await ask(`${base}${path}/publishing/preview`, { bearer })).body);
  const token = new URL(url).searchParams.get("token") ?? "";
  const { items } = await api(`GET ${path}/site-spaces`);
  const paths: string[] = items.map((one: { path: string }) => `/${one.path}`);
  for (const below of ["/", ...paths, "/~search?q=plans"]) {
    const address = new URL(`${base}/_site/${site.id}${below}`);
    address.searchParams.set("token", token);
    expect((await ask(address.href)).body).not.toContain(secret);
  }
  const shown = await ask(`${base}${path}/published`, { bearer: token });
  expect([shown.status, shown.body.includes(secret)]).toEqual([200, false]);
  const admin = await getToken(opened, "admin");
  const own = await ask(`${base}${path}/publishing/preview`, { bearer: admin });
  const seen = await ask(JSON.parse(own.body).url);
  expect(seen.body).toContain(secret);
});
