import { expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
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

test("the spaces of an integration are those of every organization that installed it, page by page", async () => {
  const { workspace, org, admin, elsewhere, publish, install, make } = await start();
  await workspace.enroll(elsewhere, admin, "admin");
  await publish({ visibility: "public" });
  const titles = ["One", "Two", "Three"];
  const made: string[] = [];
  for (const organization of [org, elsewhere].toSorted()) {
    await install(organization);
    for (const title of titles) made.push((await make(organization, title)).id);
  }
  await workspace.ok(admin, space.remove, { spaceId: made[1] ?? "" });
  const listed: unknown[] = [];
  let page: string | undefined;
  do {
    const asked = { integrationName, limit: 2, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, integration.spaces, asked);
    listed.push(...answer.items.map((item) => item.space));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(listed).toEqual(made.filter((_, index) => index !== 1));
});

test("a space is returned completely on request", async () => {
  const { workspace, org, admin, publish, install, make } = await start();
  await publish({
    configurations: { space: { properties: { depth: { type: "number", default: 2 } } } },
  });
  const { id: installationId } = await install(org);
  const made = await make(org, "One");
  const { items } = await workspace.ok(admin, integration.spaces, {
    integrationName,
    extended: true,
  });
  expect(items).toMatchObject([
    {
      integration: integrationName,
      installation: installationId,
      status: "active",
      configuration: { depth: 2 },
      externalIds: [],
      space: made,
    },
  ]);
});

test("an integration for sites only has no spaces", async () => {
  const { workspace, org, admin, publish, install, make } = await start();
  await make(org, "One");
  await publish({ target: "site" });
  expect(await install(org)).toMatchObject({
    space_selection: "selected",
    site_selection: "all",
    spaces: 0,
  });
  const { items } = await workspace.ok(admin, integration.spaces, { integrationName });
  expect(items).toEqual([]);
});

slowTest(
  "the sites of an integration are those of every organization that installed it, page by page",
  async () => {
    const { workspace, org, admin, elsewhere, publish, install } = await start();
    await workspace.enroll(elsewhere, admin, "admin");
    await publish({ visibility: "public", target: "site" });
    const made: { id: string }[] = [];
    for (const organization of [org, elsewhere].toSorted()) {
      await install(organization);
      for (const title of ["Docs", "Help", "Blog"]) {
        made.push(await workspace.ok(admin, site.create, { organizationId: organization, title }));
        workspace.passDays(1);
      }
    }
    const listed: unknown[] = [];
    let page: string | undefined;
    do {
      const asked = { integrationName, limit: 2, ...(page !== undefined && { page }) };
      const answer = await workspace.ok(admin, integration.sites, asked);
      listed.push(...answer.items.map((item) => item.site));
      page = answer.next?.page;
    } while (page !== undefined);
    expect(listed).toEqual(made.map(({ id }) => id));
    const whole = await workspace.ok(admin, integration.sites, { integrationName, extended: true });
    expect(whole.items.map((item) => item.site)).toEqual(made);
    const { items } = await workspace.ok(admin, integration.spaces, { integrationName });
    expect(items).toEqual([]);
  },
);

test("members without the admin role see neither spaces nor sites of an integration", async () => {
  const { workspace, org, publish, install, make } = await start();
  await publish({ visibility: "public" });
  await install(org);
  await make(org, "One");
  for (const caller of [await workspace.member(org, "create"), await workspace.person()]) {
    for (const list of [integration.spaces, integration.sites]) {
      const { items } = await workspace.ok(caller, list, { integrationName });
      expect(items).toEqual([]);
    }
  }
});
