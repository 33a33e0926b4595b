/** An integration on selected spaces and docs sites, with separate settings there. */
import { expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as integration from "../../../../../src/contract/integration.ts";
import * as event from "../../../../../src/contract/integration-event.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import * as script from "../../../../../src/contract/integration-script.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as space from "../../../../../src/contract/space.ts";
import { findInstallationAgent } from "../../../../../src/service/areas/integrations/installations/agent-token.ts";
import { listInstalledIn } from "../../../../../src/service/areas/integrations/installations/installed.ts";
import { listStatuses } from "../../../../../src/service/areas/integrations/installations/statuses.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { publishPages } from "../../../../support/organizations/content.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

const integrationName = "link-checker";
const text = { type: "string" as const };
const configurations = {
  account: { properties: { token: text }, required: ["token"] },
  space: {
    properties: { channel: text, loud: { type: "boolean" as const, default: false } },
    required: ["channel"],
  },
};

async function start() {
  const ground = await openIntegrations();
  const { workspace, org, admin, publish } = ground;
  await publish({ target: "all" });
  const made = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: org,
  });
  const ids = { integrationName, installationId: made.id };
  const one = await workspace.ok(admin, space.create, { organizationId: org, title: "One" });
  const two = await workspace.ok(admin, space.create, { organizationId: org, title: "Two" });
  const choose = () =>
    workspace.ok(admin, installation.update, { ...ids, space_selection: "selected" });
  const spaces = async () =>
    (await workspace.ok(admin, installation.spaces, ids)).items.map((item) => item.space);
  const types = async () => {
    const { items } = await workspace.ok(admin, event.list, { integrationName });
    return items.map(({ payload }) => payload.type);
  };
  return { ...ground, ids, one: one.id, two: two.id, choose, spaces, types };
}

test("an installation works on all spaces until some are selected, and then on those", async () => {
  const { workspace, admin, ids, one, two, choose, spaces } = await start();
  expect(await spaces()).toEqual([one, two]);
  const early = await workspace.refused(admin, installation.installOnSpace, { ...ids, space: one });
  expect(early).toMatchObject({ status: 409 });
  expect(early.message).toContain("space_selection");
  expect(await choose()).toMatchObject({ space_selection: "selected", spaces: 0 });
  expect(await spaces()).toEqual([]);
  const made = await workspace.ok(admin, installation.installOnSpace, { ...ids, space: two });
  expect(made).toMatchObject({ space: two, status: "active", installation: ids.installationId });
  expect(await spaces()).toEqual([two]);
  const shown = { ...ids, spaceId: two };
  expect(await workspace.ok(admin, installation.getOnSpace, shown)).toEqual(made);
  const whole = await workspace.ok(admin, installation.getOnSpace, { ...shown, extended: true });
  expect(whole).toMatchObject({ space: { object: "space", title: "Two" } });
  const other = { ...ids, spaceId: one };
  expect(await workspace.refused(admin, installation.getOnSpace, other)).toMatchObject({
    status: 404,
  });
  expect(await workspace.ok(admin, installation.get, ids)).toMatchObject({ spaces: 1 });
});

test("a selected space is removed, and one of all spaces only by a selection", async () => {
  const { workspace, admin, ids, one, choose, spaces, types } = await start();
  const asked = { ...ids, spaceId: one };
  const all = await workspace.refused(admin, installation.removeFromSpace, asked);
  expect(all).toMatchObject({ status: 409 });
  await choose();
  expect(await workspace.ask(admin, installation.removeFromSpace, asked)).toMatchObject({
    status: 204,
  });
  await workspace.ok(admin, installation.installOnSpace, { ...ids, space: one });
  expect(await workspace.ask(admin, installation.removeFromSpace, asked)).toMatchObject({
    status: 205,
  });
  expect(await spaces()).toEqual([]);
  expect((await types()).slice(0, 3)).toEqual([
    "space_installation_deleted",
    "space_installation_setup",
    "installation_setup",
  ]);
});

test("settings are validated against the manifest, and complete an installation", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  await publish({ configurations });
  const made = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: org,
  });
  expect(made.status).toBe("pending");
  const ids = { integrationName, installationId: made.id };
  const wrong = { ...ids, configuration: { token: 7 } };
  const refused = await workspace.refused(admin, installation.update, wrong);
  expect(refused.message).toContain("configuration.token must be a string");
  const configuration = { token: "t-1" };
  const externalIds = ["T024BE7LD"];
  expect(
    await workspace.ok(admin, installation.update, { ...ids, configuration, externalIds }),
  ).toMatchObject({ status: "active", configuration, externalIds });
  const { items } = await workspace.ok(admin, event.list, { integrationName });
  expect(items[0]?.payload).toMatchObject({
    type: "installation_setup",
    status: "active",
    previous: { status: "pending", configuration: {} },
  });
  const found = await workspace.ok(admin, integration.installations, {
    integrationName,
    externalId: "T024BE7LD",
  });
  expect(found.items).toHaveLength(1);
});

test("a space has its own settings, even if the installation works on all spaces", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  await publish({ configurations: { space: configurations.space } });
  const made = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: org,
  });
  const ids = { integrationName, installationId: made.id, spaceId };
  expect(await workspace.ok(admin, installation.getOnSpace, ids)).toMatchObject({
    status: "pending",
    configuration: { loud: false },
  });
  const configuration = { channel: "docs", loud: true };
  const changed = { ...ids, configuration, externalIds: ["C1"] };
  expect(await workspace.ok(admin, installation.updateOnSpace, changed)).toMatchObject({
    status: "active",
    configuration,
  });
  const { items } = await workspace.ok(admin, integration.spaces, { integrationName });
  expect(items).toMatchObject([{ space: spaceId, configuration, externalIds: ["C1"] }]);
  const asked = { integrationName, externalId: "C1" };
  expect((await workspace.ok(admin, integration.spaces, asked)).items).toHaveLength(1);
  const none = { integrationName, externalId: "C2" };
  expect((await workspace.ok(admin, integration.spaces, none)).items).toEqual([]);
});

test("only events of selected spaces are sent to an integration", async () => {
  const { workspace, ids, admin, one, two, choose, types } = await start();
  await choose();
  await workspace.ok(admin, installation.installOnSpace, { ...ids, space: one });
  await publishPages(workspace, two, [{ title: "Quiet", markdown: "Unheard\n" }]);
  expect(await types()).not.toContain("space_content_updated");
  await publishPages(workspace, one, [{ title: "Loud", markdown: "Heard\n" }]);
  expect((await types())[0]).toBe("space_content_updated");
});

slowTest("a docs site is selected in the same way", async () => {
  const { workspace, org, admin, ids, types } = await start();
  const made = await workspace.ok(admin, site.create, { organizationId: org, title: "Docs" });
  const siteId = made.id;
  await workspace.ok(admin, installation.update, { ...ids, site_selection: "selected" });
  const list = async () => (await workspace.ok(admin, installation.sites, ids)).items;
  expect(await list()).toEqual([]);
  expect(await workspace.ok(admin, installation.installOnSite, { ...ids, siteId })).toMatchObject({
    site: siteId,
    status: "active",
  });
  expect((await types())[0]).toBe("site_installation_setup");
  expect(await list()).toHaveLength(1);
  const on = { organizationId: org, siteId };
  const { items } = await workspace.ok(admin, integration.listForSite, on);
  expect(items.map(({ name }) => name)).toEqual([integrationName]);
  const settings = { ...ids, siteId, configuration: { color: "red" } };
  await workspace.ok(admin, installation.updateOnSite, settings);
  expect(
    await workspace.ok(admin, installation.getOnSite, { ...ids, siteId, extended: true }),
  ).toMatchObject({ configuration: { color: "red" }, site: { object: "site" } });
  await workspace.ask(admin, site.remove, on);
  const rows = await workspace.db.selectFrom("installation_contents").selectAll().execute();
  expect(rows).toEqual([]);
});

test("the integrations of an organization, a space and a site are listed", async () => {
  const { workspace, org, admin, one, choose } = await start();
  const installed = await workspace.ok(admin, integration.listInstalled, { organizationId: org });
  expect(installed.items).toMatchObject([
    { integration: { name: integrationName }, installation: { status: "active" } },
  ]);
  const none = { organizationId: org, search: "nothing" };
  expect((await workspace.ok(admin, integration.listInstalled, none)).items).toEqual([]);
  const available = { organizationId: org };
  const { items } = await workspace.ok(admin, integration.listForOrganization, available);
  expect(items.map(({ name }) => name)).toEqual([integrationName]);
  const reader = await workspace.member(org, "read");
  const there = await workspace.ok(reader, integration.listForSpace, { spaceId: one });
  expect(there.items.map(({ name }) => name)).toEqual([integrationName]);
  await choose();
  expect((await workspace.ok(reader, integration.listForSpace, { spaceId: one })).items).toEqual(
    [],
  );
});

slowTest("a selection ends with the space, the installation and a transfer", async () => {
  const { workspace, org, admin, ids, one, two, choose } = await start();
  await choose();
  for (const id of [one, two]) {
    await workspace.ok(admin, installation.installOnSpace, { ...ids, space: id });
  }
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  await workspace.ok(admin, space.transfer, { spaceId: one, organization: other });
  const rows = async () =>
    (await workspace.db.selectFrom("installation_contents").selectAll().execute()).map(
      ({ content_id }) => content_id,
    );
  expect(await rows()).toEqual([two]);
  const { id: collectionId } = await workspace.ok(admin, collection.create, {
    organizationId: org,
    title: "All",
  });
  await workspace.ok(admin, space.move, { spaceId: two, parent: collectionId });
  await workspace.ok(admin, collection.transfer, { collectionId, organization: other });
  expect(await rows()).toEqual([]);
  await workspace.ask(admin, installation.remove, ids);
  expect(await workspace.refused(admin, installation.spaces, ids)).toMatchObject({ status: 404 });
});

test("only admins of a space install there", async () => {
  const { workspace, org, ids, one, choose } = await start();
  await choose();
  const editor = await workspace.member(org, "edit");
  const asked = { ...ids, space: one };
  expect(await workspace.refused(editor, installation.installOnSpace, asked)).toMatchObject({
    status: 403,
  });
  const stranger = await workspace.person();
  expect(await workspace.refused(stranger, installation.installOnSpace, asked)).toMatchObject({
    status: 404,
  });
});

slowTest("a tunnel is removed once", async () => {
  const { workspace, admin, types, one } = await start();
  const { db } = workspace;
  await db
    .updateTable("integration_feeds")
    .set({ tunnel_url: "https://tunnel.example.com/" })
    .execute();
  expect(await workspace.ask(admin, integration.devOff, { integrationName })).toMatchObject({
    status: 205,
  });
  await publishPages(workspace, one, [{ title: "A", markdown: "A\n" }]);
  expect((await types())[0]).toBe("space_content_updated");
  const rows = await db.selectFrom("integration_events").select("delivery").execute();
  expect(new Set(rows.map(({ delivery }) => delivery))).toEqual(new Set(["none"]));
  expect(await workspace.ask(admin, integration.devOff, { integrationName })).toMatchObject({
    status: 204,
  });
});

slowTest(
  "each change of an installation on a space or site is an event with its previous settings",
  async () => {
    const { workspace, org, admin, ids, one } = await start();
    const { installationId } = ids;
    const { id: siteId } = await workspace.ok(admin, site.create, {
      ...{ organizationId: org, title: "Docs" },
    });
    const selected = { space_selection: "selected", site_selection: "selected" } as const;
    await workspace.ok(admin, installation.update, { ...ids, ...selected });
    const before = await workspace.ok(admin, event.list, { integrationName });
    const onSpace = { ...ids, spaceId: one };
    const onSite = { ...ids, siteId };
    await workspace.ok(admin, installation.installOnSpace, { ...ids, space: one });
    await workspace.ok(admin, installation.updateOnSpace, { ...onSpace, configuration: { a: 1 } });
    await workspace.ok(admin, installation.updateOnSpace, { ...onSpace, externalIds: ["C1"] });
    expect(await workspace.ok(admin, installation.getOnSpace, onSpace)).toMatchObject({
      ...{ configuration: { a: 1 }, externalIds: ["C1"] },
    });
    await workspace.ask(admin, installation.removeFromSpace, onSpace);
    await workspace.ok(admin, installation.installOnSite, onSite);
    await workspace.ok(admin, installation.updateOnSite, { ...onSite, configuration: { b: 2 } });
    await workspace.ask(admin, installation.removeFromSite, onSite);
    const { items } = await workspace.ok(admin, event.list, { integrationName });
    const payloads = items.slice(0, items.length - before.items.length).map(({ payload }) => {
      const { eventId: _, ...rest } = payload as Record<string, unknown>;
      return rest;
    });
    const status = "active";
    const inSpace = { installationId, spaceId: one };
    const inSite = { installationId, siteId };
    expect(payloads.toReversed()).toEqual([
      { type: "space_installation_setup", ...inSpace, status },
      {
        ...{ type: "space_installation_setup", ...inSpace, status },
        previous: { status, configuration: {} },
      },
      {
        ...{ type: "space_installation_setup", ...inSpace, status },
        previous: { status, configuration: { a: 1 } },
      },
      {
        type: "space_installation_deleted",
        ...inSpace,
        previous: { configuration: { a: 1 } },
      },
      { type: "site_installation_setup", ...inSite, status },
      {
        ...{ type: "site_installation_setup", ...inSite, status },
        previous: { status, configuration: {} },
      },
      {
        type: "site_installation_deleted",
        ...inSite,
        previous: { configuration: { b: 2 } },
      },
    ]);
  },
);

test("an installation is refused where it is, and where it cannot be", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  await publish({ target: "site" });
  const installed = { integrationName, organization: org };
  const made = await workspace.ok(admin, integration.install, installed);
  expect(await workspace.refused(admin, integration.install, installed)).toEqual({
    status: 409,
    message: `link-checker is already installed in this organization, as ${made.id}.`,
  });
  const ids = { integrationName, installationId: made.id };
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const { id: siteId } = await workspace.ok(admin, site.create, {
    ...{ organizationId: org, title: "Docs" },
  });
  const onSpace = { ...ids, space: spaceId };
  expect(await workspace.refused(admin, installation.installOnSpace, onSpace)).toEqual({
    ...{ status: 400, message: "link-checker does not support spaces." },
  });
  expect(await workspace.refused(admin, installation.getOnSpace, { ...ids, spaceId })).toEqual({
    ...{ status: 404, message: `link-checker is not installed on the space ${spaceId}.` },
  });
  const onSite = { ...ids, siteId };
  expect(await workspace.refused(admin, installation.installOnSite, onSite)).toEqual({
    status: 409,
    message:
      "link-checker is already installed on this docs site, because it is installed on all docs sites of the organization. Set site_selection to selected to choose them.",
  });
  expect(await workspace.refused(admin, installation.removeFromSite, onSite)).toEqual({
    status: 409,
    message:
      "link-checker is installed on all docs sites of the organization. Set site_selection to selected, and install it on the chosen ones.",
  });
  await workspace.ok(admin, installation.update, { ...ids, site_selection: "selected" });
  await workspace.ok(admin, installation.installOnSite, onSite);
  expect(await workspace.refused(admin, installation.installOnSite, onSite)).toEqual({
    status: 409,
    message: "link-checker is already installed on this docs site.",
  });
});

slowTest(
  "installations are listed oldest first, and integrations by name, page by page",
  async () => {
    const { workspace, org, admin, publish } = await openIntegrations();
    const integrationNames = ["gamma", "alpha", "beta"];
    for (const name of integrationNames) {
      await publish({ integrationName: name, title: `Tool ${name}`, visibility: "public" });
      await workspace.ok(admin, integration.install, { integrationName: name, organization: org });
    }
    const elsewhere = await workspace.organization("Elsewhere");
    await workspace.enroll(elsewhere, admin, "admin");
    workspace.passDays(1);
    const install = { integrationName: "alpha", organization: elsewhere };
    await workspace.ok(admin, integration.install, install);
    type Installed = { integration: { name: string }; installation: object };
    const inOrganization = await readAllPages<Installed>(
      workspace,
      admin,
      integration.listInstalled,
      {
        organizationId: org,
      },
    );
    expect(inOrganization.map((item) => item.integration.name)).toEqual(["alpha", "beta", "gamma"]);
    const search = { organizationId: org, search: "TOOL b" };
    const matching = await workspace.ok(admin, integration.listInstalled, search);
    expect(matching.items.map((item) => item.integration.name)).toEqual(["beta"]);
    type Item = { target: { organization: string } };
    const ofAlpha = { integrationName: "alpha" };
    const all = await readAllPages<Item>(workspace, admin, integration.installations, ofAlpha);
    expect(all.map(({ target }) => target.organization)).toEqual([org, elsewhere]);
    const first = await workspace.ok(admin, integration.listInstalled, {
      ...{ organizationId: org, limit: 1 },
    });
    const page = first.next?.page ?? "";
    const refusedSearch = { ...search, page };
    expect((await workspace.refused(admin, integration.listInstalled, refusedSearch)).status).toBe(
      400,
    );
    const one = await workspace.ok(admin, integration.installations, { ...ofAlpha, limit: 1 });
    const refusedId = { ...ofAlpha, externalId: "C1", page: one.next?.page ?? "" };
    expect((await workspace.refused(admin, integration.installations, refusedId)).status).toBe(400);
  },
);

test("only admins of its organization change a public integration", async () => {
  const { workspace, org, publish } = await openIntegrations();
  await publish({ visibility: "public" });
  const stranger = await workspace.member(await workspace.organization(), "admin");
  const editor = await workspace.member(org, "create");
  const named = { integrationName };
  const task = { ...named, task: { type: "a", payload: {} } } as never;
  for (const caller of [stranger, editor]) {
    const statuses = [
      (await workspace.refused(caller, integration.unpublish, named)).status,
      (await workspace.refused(caller, integration.createToken, named)).status,
      (await workspace.refused(caller, integration.devOff, named)).status,
      (
        await workspace.refused(caller, integration.dev, {
          ...{ ...named, tunnelUrl: "https://tunnel.example.com/" },
        })
      ).status,
      (await workspace.refused(caller, script.queueTask, task)).status,
    ];
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
  }
  const rows = await workspace.db.selectFrom("integration_feeds").select("tunnel_url").execute();
  expect(rows).toEqual([{ tunnel_url: null }]);
});

test("the token of an installation lists only itself, and settings do not end a pause", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const { db } = workspace;
  const ids: Record<string, string> = {};
  for (const name of ["alpha", "beta"]) {
    const configurations = { account: { properties: { key: text }, required: ["key"] } };
    await publish({ integrationName: name, configurations });
    const installed = { integrationName: name, organization: org };
    ids[name] = (await workspace.ok(admin, integration.install, installed)).id;
  }
  const known = await findInstallationAgent(db, "beta", ids.beta ?? "");
  const call = createPartial<Call>({ db, caller: admin, agent: known?.agent, base: "" });
  const installed = await listInstalledIn(call, org, {});
  expect(installed.items.map((item) => item.integration.name)).toEqual(["beta"]);
  const statuses = await listStatuses(call, org, {});
  expect(statuses.items.map((item) => item.integration.name)).toEqual(["beta"]);
  const all = createPartial<Call>({ db, caller: admin, base: "" });
  expect((await listStatuses(all, org, {})).items).toHaveLength(2);
  await db
    .updateTable("installations")
    .set({ status: "paused" })
    .where("id", "=", ids.alpha ?? "")
    .execute();
  const settings = { configuration: { key: "k" } };
  const update = async (name: string) => {
    const named = { integrationName: name, installationId: ids[name] ?? "" };
    return (await workspace.ok(admin, installation.update, { ...named, ...settings })).status;
  };
  expect([await update("alpha"), await update("beta")]).toEqual(["paused", "active"]);
});

test("the integrations of a space are searched by name and title", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  for (const [name, title] of [
    ["alpha", "Boards"],
    ["beta", "Charts"],
  ]) {
    await publish({ integrationName: name ?? "", title: title ?? "" });
    const installed = { integrationName: name ?? "", organization: org };
    await workspace.ok(admin, integration.install, installed);
  }
  const search = async (word: string) => {
    const listed = await workspace.ok(admin, integration.listForSpace, { spaceId, search: word });
    return [listed.count, ...listed.items.map((item) => item.name)];
  };
  expect([await search("BOARD"), await search("beta"), await search("nothing")]).toEqual([
    ...[[1, "alpha"], [1, "beta"], [0]],
  ]);
});
