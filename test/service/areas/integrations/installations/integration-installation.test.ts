import { expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import * as space from "../../../../../src/contract/space.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";

const integrationName = "link-checker";

async function start() {
  const ground = await openIntegrations();
  const { workspace, admin } = ground;
  const elsewhere = await workspace.organization("Elsewhere");
  const install = (organization: string, caller = admin) =>
    workspace.ok(caller, integration.install, { integrationName, organization });
  const make = (organizationId: string, title: string) =>
    workspace.ok(admin, space.create, { organizationId, title });
  return { ...ground, elsewhere, install, make };
}

test("installing creates an installation with the manifest's default settings", async () => {
  const { workspace, org, admin, publish, install, make } = await start();
  await make(org, "One");
  await publish({
    configurations: {
      account: {
        properties: {
          region: { type: "string", default: "eu" },
          loud: { type: "boolean" },
        },
        required: ["region"],
      },
    },
  });
  const made = await install(org);
  expect(made).toMatchObject({
    status: "active",
    space_selection: "all",
    site_selection: "all",
    spaces: 1,
    configuration: { region: "eu" },
    externalIds: [],
    target: { organization: org },
    createdAt: workspace.now.toISOString(),
  });
  const asked = { integrationName, installationId: made.id };
  expect(await workspace.ok(admin, installation.get, asked)).toEqual(made);
  const { items } = await workspace.ok(admin, integration.installations, { integrationName });
  expect(items).toEqual([made]);
});

test("an installation with missing settings is pending", async () => {
  const { org, publish, install } = await start();
  await publish({
    configurations: {
      account: { properties: { token: { type: "string" } }, required: ["token"] },
    },
  });
  expect(await install(org)).toMatchObject({ status: "pending", configuration: {} });
});

test("only an admin of the organization installs in it, once", async () => {
  const { workspace, org, admin, elsewhere, publish, install } = await start();
  await publish({ visibility: "public" });
  const asked = { integrationName, organization: org };
  for (const role of ["create", "read", null] as const) {
    const member = await workspace.member(org, role);
    expect(await workspace.refused(member, integration.install, asked)).toMatchObject({
      status: 403,
    });
  }
  expect(
    await workspace.refused(admin, integration.install, { ...asked, organization: elsewhere }),
  ).toEqual({
    status: 404,
    message: `Organization ${elsewhere} does not exist, or you are not a member of it.`,
  });
  const { id } = await install(org);
  expect(await workspace.refused(admin, integration.install, asked)).toEqual({
    status: 409,
    message: `link-checker is already installed in this organization, as ${id}.`,
  });
});

test("an unknown integration, and a private one of another organization, cannot be installed", async () => {
  const { workspace, admin, elsewhere, publish } = await start();
  await workspace.enroll(elsewhere, admin, "admin");
  const rival = await workspace.member(elsewhere, "admin");
  const asked = { integrationName, organization: elsewhere };
  const unknown = await workspace.refused(rival, integration.install, asked);
  await publish();
  expect(unknown).toMatchObject({ status: 404 });
  expect(await workspace.refused(rival, integration.install, asked)).toEqual(unknown);
  // Its own admin sees it, but cannot install it elsewhere.
  expect(await workspace.refused(admin, integration.install, asked)).toEqual(unknown);
});

test("installations are listed only for admins of their organization", async () => {
  const { workspace, org, admin, elsewhere, publish, install } = await start();
  await publish({ visibility: "public" });
  const other = await workspace.member(elsewhere, "admin");
  const mine = await install(org);
  const theirs = await install(elsewhere, other);
  const listed = async (caller: string) => {
    const { items } = await workspace.ok(caller, integration.installations, { integrationName });
    return items.map(({ id }) => id);
  };
  expect(await listed(admin)).toEqual([mine.id]);
  expect(await listed(other)).toEqual([theirs.id]);
  expect(await listed(await workspace.member(org, "create"))).toEqual([]);
  expect(await listed(await workspace.member(org, "admin", true))).toEqual([]);
  const asked = { integrationName, installationId: theirs.id };
  expect(await workspace.refused(admin, installation.get, asked)).toMatchObject({ status: 404 });
  expect(await workspace.ask(admin, installation.remove, asked)).toMatchObject({ status: 204 });
  const reader = await workspace.member(elsewhere, "read");
  for (const attempt of [installation.get, installation.remove]) {
    expect(await workspace.refused(reader, attempt, asked)).toMatchObject({ status: 403 });
  }
  expect(await listed(other)).toEqual([theirs.id]);
});

test("uninstalling removes it from the organization, and it can be installed again", async () => {
  const { workspace, org, admin, publish, install } = await start();
  await publish();
  const { id } = await install(org);
  const asked = { integrationName, installationId: id };
  expect(await workspace.ask(admin, installation.remove, asked)).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, installation.remove, asked)).toMatchObject({ status: 204 });
  expect(await workspace.refused(admin, installation.get, asked)).toMatchObject({ status: 404 });
  expect((await install(org)).id).not.toBe(id);
});

test("an installation belongs to its integration only", async () => {
  const { workspace, org, admin, publish, install } = await start();
  await publish();
  await publish({ integrationName: "other" });
  const { id } = await install(org);
  const asked = { integrationName: "other", installationId: id };
  expect(await workspace.refused(admin, installation.get, asked)).toMatchObject({ status: 404 });
  expect(await workspace.ask(admin, installation.remove, asked)).toMatchObject({ status: 204 });
});

test("an integration that became private is still listed and uninstalled where it is installed", async () => {
  const { workspace, elsewhere, publish, install } = await start();
  const other = await workspace.member(elsewhere, "admin");
  await publish({ visibility: "public" });
  const { id: installationId } = await install(elsewhere, other);
  await publish({ visibility: "private" });
  await workspace.ok(other, integration.get, { integrationName });
  const asked = { integrationName, installationId };
  expect(await workspace.ask(other, installation.remove, asked)).toMatchObject({ status: 205 });
  expect(await workspace.refused(other, integration.get, { integrationName })).toMatchObject({
    status: 404,
  });
});

test("installations and spaces are found by their external id", async () => {
  const { workspace, org, admin, publish, install, make } = await start();
  await publish();
  await make(org, "One");
  const { id } = await install(org);
  await workspace.db
    .updateTable("installations")
    .set({ external_ids: JSON.stringify(['T"1_', "x"]) })
    .where("id", "=", id)
    .execute();
  const listedBy = async (externalId: string) => {
    const asked = { integrationName, externalId };
    const { items } = await workspace.ok(admin, integration.installations, asked);
    const spaces = await workspace.ok(admin, integration.spaces, asked);
    expect(spaces.items).toEqual([]);
    return items.length;
  };
  expect(await listedBy('T"1_')).toBe(1);
  expect(await listedBy("x")).toBe(1);
  expect(await listedBy("T")).toBe(0);
  expect(await listedBy('T"11')).toBe(0);
  expect(await listedBy("%")).toBe(0);
  expect(await listedBy('t"1_')).toBe(0);
});
