import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { openGround } from "../../../support/integrations.ts";

test("The list finds by name, title, category, scope, target, owner, domain, blocks and sources", async () => {
  const { workspace, org, admin, publish } = await openGround();
  const elsewhere = await workspace.organization("Elsewhere");
  await workspace.enrol(elsewhere, admin, "admin");
  await publish({
    integrationName: "boards",
    title: "Ärger 100% off_er",
    categories: ["content"],
    scopes: ["space:content:write", "space:content:read"],
    target: "space",
    blocks: [{ id: "board", title: "Board", urlUnfurl: ["https://*.Boards.example.com/**"] }],
  });
  await publish({
    integrationName: "Feeds_2",
    title: "Feeds",
    organization: elsewhere,
    categories: ["content", "analytics"],
    scopes: ["site:views:read"],
    target: "site",
    contentSources: [{ id: "a", title: "Feed", configuration: { componentId: "c" } }],
  });
  const found = async (filters: object) =>
    (await workspace.ok(admin, integration.list, filters)).items.map((item) => item.name);
  expect(await found({})).toEqual(["Feeds_2", "boards"]);
  expect(await found({ search: "FEEDS" })).toEqual(["Feeds_2"]);
  expect(await found({ search: "ärger" })).toEqual(["boards"]);
  expect(await found({ search: "100% off_" })).toEqual(["boards"]);
  expect(await found({ search: "%" })).toEqual(["boards"]);
  expect(await found({ search: "\\" })).toEqual([]);
  expect(await found({ category: "content" })).toEqual(["Feeds_2", "boards"]);
  expect(await found({ category: "analytics" })).toEqual(["Feeds_2"]);
  expect(await found({ scope: "space:content:read" })).toEqual(["boards"]);
  expect(await found({ target: "site" })).toEqual(["Feeds_2"]);
  expect(await found({ owner: org })).toEqual(["boards"]);
  expect(await found({ blocks: true })).toEqual(["boards"]);
  expect(await found({ blocks: false })).toEqual(["Feeds_2"]);
  expect(await found({ contentSources: true })).toEqual(["Feeds_2"]);
  expect(await found({ blockDomain: "boards.example.com" })).toEqual(["boards"]);
  expect(await found({ blockDomain: "EXAMPLE.com" })).toEqual(["boards"]);
  expect(await found({ blockDomain: "ample.com" })).toEqual([]);
  expect(await found({ category: "content", target: "space", search: "b" })).toEqual(["boards"]);
});

test("Pages of the list follow each other, each integration once", async () => {
  const { workspace, admin, publish } = await openGround();
  const names = ["a", "b", "c", "d", "e"];
  for (const integrationName of names) await publish({ integrationName });
  const listed: string[] = [];
  let page: string | undefined;
  do {
    const asked = { limit: 2, search: "link", ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, integration.list, asked);
    listed.push(...answer.items.map((item) => item.name));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(listed).toEqual(names);
});
