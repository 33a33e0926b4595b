import { expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as contract from "../../../../../src/contract/site-auth.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { manifestFor, publishAs } from "../../../../support/organizations/integrations.ts";
import { openSitesFixture } from "../fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Guide");
  const of = fixture.of(siteId);
  const get = () => workspace.ok(admin, contract.get, of);
  return { fixture, workspace, admin, of, get };
}

test("each site has its own private key, which stays until it is replaced", async () => {
  const { fixture, workspace, admin, of, get } = await start();
  const first = await get();
  expect(first).toMatchObject({ object: "publishing-auth", backend: "custom" });
  expect(Buffer.from(first.privateKey, "base64url")).toHaveLength(32);
  expect(await get()).toEqual(first);
  const other = fixture.of(await fixture.site("Other"));
  expect((await workspace.ok(admin, contract.get, other)).privateKey).not.toBe(first.privateKey);
  const replaced = await workspace.ok(admin, contract.regenerate, of);
  expect(replaced.privateKey).not.toBe(first.privateKey);
  expect(await get()).toEqual(replaced);
});

test("URLs for signing in and out are stored, changed separately, and removed", async () => {
  const { workspace, admin, of, get } = await start();
  const change = (changes: object) => workspace.ask(admin, contract.update, { ...of, ...changes });
  const fallbackURL = "https://example.com/login";
  const { privateKey } = await get();
  expect((await change({ backend: "custom", fallbackURL })).body).toMatchObject({
    fallbackURL,
    privateKey,
  });
  const logoutURL = "https://example.com/logout";
  expect((await change({ logoutURL })).body).toMatchObject({ fallbackURL, logoutURL });
  expect((await change({ fallbackURL: null })).body).not.toHaveProperty("fallbackURL");
  await workspace.ok(admin, contract.regenerate, of);
  expect(await get()).toMatchObject({ logoutURL });
  for (const wrong of [{ fallbackURL: "javascript:alert(1)" }, { backend: "integration" }]) {
    expect(await change(wrong)).toMatchObject({ status: 400 });
  }
});

slowTest(
  "visitors are signed in by an integration that is installed on the site with the scope",
  async () => {
    const { fixture, workspace, admin, of, get } = await start();
    const name = { integrationName: "sign-in" };
    const manifest = { ...manifestFor(fixture.org, name), scopes: ["site:visitor:auth"] as const };
    await publishAs(workspace, admin, {
      ...manifest,
      scopes: [...manifest.scopes],
      target: "site",
    });
    const asked = { ...of, backend: "integration" } as const;
    expect((await workspace.refused(admin, contract.update, asked)).status).toBe(400);
    const installed = { ...name, organization: fixture.org };
    const { id } = await workspace.ok(admin, integration.install, installed);
    expect(await get()).toMatchObject({ backend: "custom", integration: "sign-in" });
    expect(await workspace.ok(admin, contract.update, asked)).toMatchObject({
      backend: "integration",
      integration: "sign-in",
    });
    const one = { ...name, installationId: id };
    await workspace.ok(admin, installation.update, { ...one, site_selection: "selected" });
    expect(await get()).toMatchObject({ backend: "custom" });
    await workspace.ok(admin, installation.installOnSite, { ...one, siteId: of.siteId });
    expect(await get()).toMatchObject({ backend: "integration" });
    expect((await workspace.ok(admin, contract.update, { ...of, backend: "custom" })).backend).toBe(
      "custom",
    );
  },
);

test("the key is stored encrypted, and returned only to admins of the site", async () => {
  const { fixture, workspace, admin, of, get } = await start();
  const { privateKey } = await get();
  const rows = JSON.stringify(await workspace.db.selectFrom("site_auth").selectAll().execute());
  expect(rows).not.toContain(privateKey);
  const creator = await workspace.member(fixture.org, "create");
  for (const endpoint of [contract.get, contract.regenerate]) {
    expect((await workspace.refused(creator, endpoint, of)).status).toBe(403);
  }
  await workspace.db.updateTable("site_auth").set({ sealed_key: "AAAA" }).execute();
  expect(await workspace.refused(admin, contract.get, of)).toEqual({
    status: 409,
    message: expect.stringContaining("Regenerate"),
  });
  await workspace.ok(admin, contract.regenerate, of);
  await workspace.ask(admin, site.remove, of);
  expect(await workspace.db.selectFrom("site_auth").selectAll().execute()).toEqual([]);
});

test("the key and the URLs are for admins only", async () => {
  const { fixture, workspace, admin, of, get } = await start();
  const before = await get();
  const author = await workspace.member(fixture.org, "create");
  const refused = [
    await workspace.refused(author, contract.get, of),
    await workspace.refused(author, contract.update, { ...of, logoutURL: null }),
    await workspace.refused(author, contract.regenerate, of),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(await get()).toEqual(before);
  for (const field of ["fallbackURL", "logoutURL"] as const) {
    expect(
      await workspace.refused(admin, contract.update, { ...of, [field]: "ftp://example.com/" }),
    ).toEqual({ status: 400, message: `${field} must be an http or https URL.` });
  }
});
