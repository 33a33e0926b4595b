/** Whether an installation may read a space or site: settings alone do not choose it. */
import { describe, expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as integration from "../../../../../src/contract/integration.ts";
import * as event from "../../../../../src/contract/integration-event.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import { scopes } from "../../../../../src/contract/integration-values.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as space from "../../../../../src/contract/space.ts";
import { findVisitorIntegration } from "../../../../../src/service/areas/sites/visitors/visitor-integration.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { publishPages } from "../../../../support/organizations/content.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";

const integrationName = "link-checker";

async function start() {
  const ground = await openIntegrations();
  const { workspace, org, admin, publish } = ground;
  await publish({ target: "all", scopes: [...scopes] });
  const installed = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: org,
  });
  const ids = { integrationName, installationId: installed.id };
  const { token } = await workspace.ok(admin, installation.createToken, ids);
  const spaces: string[] = [];
  const sites: string[] = [];
  for (const title of ["One", "Two"]) {
    spaces.push((await workspace.ok(admin, space.create, { organizationId: org, title })).id);
    sites.push((await workspace.ok(admin, site.create, { organizationId: org, title })).id);
  }
  /** Sends a request with the token of the installation. */
  const ask = async (what: string, body?: object): Promise<number> => {
    const [method, path = ""] = what.split(" ");
    const { status } = await workspace.service.transport({
      method: method === "PATCH" || method === "POST" ? method : "GET",
      url: `http://127.0.0.1:4000/v1${path}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return status;
  };
  const path = `/integrations/${integrationName}/installations/${installed.id}`;
  const select = (selection: "all" | "selected") =>
    workspace.ok(admin, installation.update, {
      ...ids,
      space_selection: selection,
      site_selection: selection,
    });
  const listed = async () => [
    ...(await workspace.ok(admin, installation.spaces, ids)).items.map((item) => item.space),
    ...(await workspace.ok(admin, installation.sites, ids)).items.map((item) => item.site),
  ];
  return { ...ground, ids, path, spaces, sites, ask, select, listed };
}

describe("a collection by its URL", () => {
  test("is read in the organization of the installation, and in no other", async () => {
    const { workspace, org, admin, ask } = await start();
    const other = await workspace.organization("Other");
    const { user } = await workspace.db
      .selectFrom("members")
      .select("user_id as user")
      .where("organization_id", "=", org)
      .executeTakeFirstOrThrow();
    await workspace.enroll(other, user, "admin");
    const read = async (organizationId: string) => {
      const made = { organizationId, title: "Guides" };
      const { urls } = await workspace.ok(admin, collection.create, made);
      const statuses: number[] = [];
      for (const url of [urls.app, urls.location]) {
        statuses.push(await ask(`GET /urls/content?url=${encodeURIComponent(url)}`));
      }
      return statuses;
    };
    expect(await read(org)).toEqual([200, 200]);
    expect(await read(other)).toEqual([404, 404]);
  });
});

describe("settings of an installation on all spaces and sites", () => {
  slowTest("that its token stores give no access to a space after a selection", async () => {
    const { workspace, admin, ids, path, spaces, ask, select, listed } = await start();
    const [one = "", two = ""] = spaces;
    expect(await ask(`PATCH ${path}/spaces/${one}`, { externalIds: ["mine"] })).toBe(200);
    expect(await ask(`GET /spaces/${one}/content`)).toBe(200);
    expect(await select("selected")).toMatchObject({ spaces: 0 });
    expect(await listed()).toEqual([]);
    expect(await ask(`GET /spaces/${one}`)).toBe(404);
    expect(await ask(`GET /spaces/${one}/content`)).toBe(404);
    expect(await ask(`GET ${path}/spaces/${one}`)).toBe(404);
    expect(await ask(`PATCH ${path}/spaces/${one}`, { externalIds: ["again"] })).toBe(404);
    const found = await workspace.ok(admin, integration.spaces, {
      integrationName,
      externalId: "mine",
    });
    expect(found.items).toEqual([]);
    await publishPages(workspace, one, [{ title: "Quiet", markdown: "Unheard\n" }]);
    const { items } = await workspace.ok(admin, event.list, { integrationName });
    expect(items.map(({ payload }) => payload.type)).not.toContain("space_content_updated");
    const there = await workspace.ok(admin, integration.listForSpace, { spaceId: one });
    expect(there.items).toEqual([]);
    const added = await workspace.ok(admin, installation.installOnSpace, { ...ids, space: one });
    expect(added.externalIds).toEqual(["mine"]);
    expect(await ask(`GET /spaces/${one}/content`)).toBe(200);
    expect(await ask(`GET /spaces/${two}/content`)).toBe(404);
  });

  slowTest("that its token stores give no access to a site after a selection", async () => {
    const { workspace, org, admin, ids, path, sites, ask, select, listed } = await start();
    const [siteId = ""] = sites;
    const row = { id: siteId, organization_id: org };
    expect(await ask(`PATCH ${path}/sites/${siteId}`, { externalIds: ["mine"] })).toBe(200);
    expect(await ask(`GET /orgs/${org}/sites/${siteId}`)).toBe(200);
    expect((await findVisitorIntegration(workspace.db, row))?.name).toBe(integrationName);
    await select("selected");
    expect(await listed()).toEqual([]);
    expect(await ask(`GET /orgs/${org}/sites/${siteId}`)).toBe(404);
    expect(await ask(`GET ${path}/sites/${siteId}`)).toBe(404);
    expect(await ask(`PATCH ${path}/sites/${siteId}`, { externalIds: ["again"] })).toBe(404);
    expect(await findVisitorIntegration(workspace.db, row)).toBeUndefined();
    const added = await workspace.ok(admin, installation.installOnSite, { ...ids, siteId });
    expect(added.externalIds).toEqual(["mine"]);
    expect(await ask(`GET /orgs/${org}/sites/${siteId}`)).toBe(200);
    expect((await findVisitorIntegration(workspace.db, row))?.name).toBe(integrationName);
  });

  test("that an admin stores choose no space either, and are found while it works on all", async () => {
    const { workspace, admin, ids, spaces, select, listed } = await start();
    const [spaceId = ""] = spaces;
    await workspace.ok(admin, installation.updateOnSpace, {
      ...ids,
      spaceId,
      externalIds: ["theirs"],
    });
    const asked = { integrationName, externalId: "theirs" };
    expect((await workspace.ok(admin, integration.spaces, asked)).items).toHaveLength(1);
    await select("selected");
    expect(await listed()).toEqual([]);
  });
});

slowTest("a chosen space stays chosen after new settings and a selection of all", async () => {
  const { workspace, admin, ids, path, spaces, ask, select, listed } = await start();
  const [spaceId = ""] = spaces;
  await select("selected");
  expect(await ask(`POST ${path}/spaces`, { space: spaceId })).toBe(201);
  expect(await ask(`PATCH ${path}/spaces/${spaceId}`, { externalIds: ["new"] })).toBe(200);
  await select("all");
  expect(await ask(`PATCH ${path}/spaces/${spaceId}`, { externalIds: ["newer"] })).toBe(200);
  await select("selected");
  expect(await listed()).toEqual([spaceId]);
  await workspace.ask(admin, installation.removeFromSpace, { ...ids, spaceId });
  expect(await listed()).toEqual([]);
});

slowTest("any order of changes gives access only to what was installed", async () => {
  const { workspace, org, admin, ids, path, spaces, sites, ask, select, listed } = await start();
  const random = randomFrom(43);
  const chosen = new Set<string>();
  let selection: "all" | "selected" = "all";
  const contents = [
    ...spaces.map((id) => ({ id, kind: "space", get: `GET /spaces/${id}` })),
    ...sites.map((id) => ({ id, kind: "site", get: `GET /orgs/${org}/sites/${id}` })),
  ];
  for (let step = 0; step < 80; step++) {
    const { id, kind } = random.pick(contents);
    const change = random.pick(["settings", "install", "remove", "select"]);
    if (change === "settings") {
      await ask(`PATCH ${path}/${kind}s/${id}`, { externalIds: [`step-${step}`] });
    } else if (change === "install") {
      const status =
        kind === "space"
          ? (await workspace.ask(admin, installation.installOnSpace, { ...ids, space: id })).status
          : (await workspace.ask(admin, installation.installOnSite, { ...ids, siteId: id })).status;
      const isRefused = selection === "all" || chosen.has(id);
      expect([step, status]).toEqual([step, isRefused ? 409 : 201]);
      if (!isRefused) chosen.add(id);
    } else if (change === "remove") {
      if (kind === "space") {
        await workspace.ask(admin, installation.removeFromSpace, { ...ids, spaceId: id });
      } else {
        await workspace.ask(admin, installation.removeFromSite, { ...ids, siteId: id });
      }
      if (selection === "selected") chosen.delete(id);
    } else {
      selection = selection === "all" ? "selected" : "all";
      await select(selection);
    }
    const accessible = contents.filter(({ id }) => selection === "all" || chosen.has(id));
    // Contents of one millisecond are listed in the order of their ids.
    expect([step, (await listed()).sort()]).toEqual([step, accessible.map(({ id }) => id).sort()]);
    for (const { id, get } of contents) {
      const isAccessible = accessible.some((one) => one.id === id);
      expect([step, get, await ask(get)]).toEqual([step, get, isAccessible ? 200 : 404]);
    }
  }
});
