import { beforeAll, describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as cr from "../../../../src/contract/cr.ts";
import { type Endpoint, endpoint, type Route } from "../../../../src/contract/endpoint.ts";
import { type Field, id, text } from "../../../../src/contract/fields.ts";
import * as git from "../../../../src/contract/git-installation.ts";
import * as integration from "../../../../src/contract/integration.ts";
import type { Noun } from "../../../../src/contract/nouns.ts";
import * as saml from "../../../../src/contract/saml.ts";
import * as link from "../../../../src/contract/site-external-link.ts";
import * as mcpServer from "../../../../src/contract/site-mcp-server.ts";
import * as team from "../../../../src/contract/team.ts";
import type { JsonObject } from "../../../../src/json/values.ts";
import { computeDigest } from "../../../../src/service/areas/audit/payload.ts";
import {
  findTargetInPath,
  findTargetInResponse,
  loadOrganizations,
} from "../../../../src/service/areas/audit/subject.ts";
import { openSitesFixture } from "../sites/fixture.ts";

async function open() {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  await workspace.db
    .updateTable("organizations")
    .set({ hostname: "other" })
    .where("id", "=", other)
    .execute();
  const organizationId = org;
  const spaceId = await fixture.space("Guide");
  const secondSpace = await fixture.space("Second");
  const siteId = await fixture.site("Start");
  await fixture.change(siteId, { hostname: "docs.example.com" });
  const user = await workspace.person("ada@example.com");
  await workspace.db
    .updateTable("users")
    .set({ display_name: "Ada" })
    .where("id", "=", user)
    .execute();
  const create = async <E extends Endpoint>(one: E, input: object) =>
    (await workspace.ok(admin, one, input as never)) as { readonly id: string };
  await create(integration.publish, {
    integrationName: "checker",
    title: "Checker",
    description: "Checks",
    organization: organizationId,
    runtime: "v1",
    script: "export default {}",
    visibility: "public",
    scopes: [],
  });
  const installation = await create(integration.install, {
    integrationName: "checker",
    organization: other,
  });
  const now = workspace.now.toISOString();
  await workspace.db
    .insertInto("git_installations")
    .values({
      ...{ id: "G1", space_id: spaceId, provider: "git", config: "{}", credentials: null },
      ...{ webhook_secret: "", created_by: admin, principal: "{}", created_at: now },
      ...{ updated_at: now, removed_at: null, observed_commit: null, checked_at: null },
      ...{ next_check_at: null, check_number: 0 },
      ...{ failures: 0, problem: null, changed_at: null, received_at: null, rewritten: null },
    })
    .execute();
  const parents = { organizationId, siteId };
  // The subjects of change requests with equal numbers in two spaces.
  const inSpace = await create(cr.create, { spaceId, subject: "First" });
  await create(cr.create, { spaceId: secondSpace, subject: "Elsewhere" });
  return {
    workspace,
    ids: {
      org,
      other,
      spaceId,
      secondSpace,
      user,
      collection: (await create(collection.create, { organizationId, title: "Shelf" })).id,
      space: spaceId,
      site: siteId,
      siteSection: (await fixture.section(siteId, "Section")).id,
      siteSectionGroup: (await fixture.group(siteId, "Group")).id,
      siteExternalLink: (
        await create(link.create, { ...parents, title: "Link", url: "https://example.com" })
      ).id,
      mcpServer: (
        await create(mcpServer.create, {
          ...parents,
          name: "Tools",
          url: "https://example.com",
          headers: {},
        })
      ).id,
      team: (await create(team.create, { organizationId, title: "Writers" })).id,
      provider: (await create(saml.create, { organizationId, label: "Login" })).id,
      installation: installation.id,
      cr: inSpace.id,
    },
  };
}

let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
});

/** An operation with these fields. */
function operation(route: Route, input: Readonly<Record<string, Field>>): Endpoint {
  return endpoint({ summary: "Try", operation: "try", route, input });
}

describe("the organizations of a request", () => {
  const organizationId = id("org");
  const spaceId = id("space");
  const none: readonly string[] = [];

  test.each<[string, Endpoint, () => JsonObject, () => readonly string[]]>([
    [
      "by id",
      operation("PATCH /orgs/{organizationId}", { organizationId }),
      () => ({ organizationId: opened.ids.org }),
      () => [opened.ids.org],
    ],
    [
      "by hostname",
      operation("PATCH /orgs/{organizationId}", { organizationId }),
      () => ({ organizationId: "other" }),
      () => [opened.ids.other],
    ],
    [
      "unknown",
      operation("PATCH /orgs/{organizationId}", { organizationId }),
      () => ({ organizationId: "unknown" }),
      () => none,
    ],
    ["absent", operation("POST /orgs", { organizationId }), () => ({}), () => none],
    [
      "a text that is no reference",
      operation("POST /x", { organizationId: text("Id") }),
      () => ({ organizationId: opened.ids.org }),
      () => none,
    ],
    [
      "the id of another kind",
      operation("POST /x", { organizationId: id("team") }),
      () => ({ organizationId: opened.ids.org }),
      () => none,
    ],
    [
      "a space in the path",
      operation("PATCH /spaces/{spaceId}", { spaceId }),
      () => ({ spaceId: opened.ids.space }),
      () => [opened.ids.org],
    ],
    [
      "an unknown space",
      operation("PATCH /spaces/{spaceId}", { spaceId }),
      () => ({ spaceId: "unknown" }),
      () => none,
    ],
    [
      "a space in the body",
      operation("POST /users/me/x", { spaceId }),
      () => ({ spaceId: opened.ids.space }),
      () => none,
    ],
    [
      "a transfer",
      operation("POST /spaces/{spaceId}/transfer", { spaceId, organization: organizationId }),
      () => ({ spaceId: opened.ids.space, organization: opened.ids.other }),
      () => [opened.ids.org, opened.ids.other],
    ],
    [
      "the same organization twice",
      operation("POST /spaces/{spaceId}/transfer", { spaceId, organization: organizationId }),
      () => ({ spaceId: opened.ids.space, organization: opened.ids.org }),
      () => [opened.ids.org],
    ],
    [
      "a collection",
      operation("PATCH /collections/{collectionId}", { collectionId: id("collection") }),
      () => ({ collectionId: opened.ids.collection }),
      () => [opened.ids.org],
    ],
    [
      "an installation of an integration",
      operation("PATCH /integrations/{integrationName}/installations/{installationId}", {
        integrationName: text("Name", { names: "integration" }),
        installationId: id("installation"),
      }),
      () => ({ integrationName: "checker", installationId: opened.ids.installation }),
      () => [opened.ids.other],
    ],
    [
      "an integration",
      operation("DELETE /integrations/{integrationName}", {
        integrationName: text("Name", { names: "integration" }),
      }),
      () => ({ integrationName: "checker" }),
      () => [opened.ids.org],
    ],
    [
      "the publisher of an installed integration",
      integration.install,
      () => ({ integrationName: "checker", organization: opened.ids.other }),
      () => [opened.ids.other],
    ],
    [
      "a site by its hostname",
      operation("POST /sites/{hostname}/x", { hostname: text("Hostname") }),
      () => ({ hostname: "docs.example.com" }),
      () => [opened.ids.org],
    ],
    ["a Git installation", git.uninstall, () => ({ installationId: "G1" }), () => [opened.ids.org]],
    ["an unknown Git installation", git.uninstall, () => ({ installationId: "G2" }), () => none],
    [
      "a new Git installation",
      git.install,
      () => ({ target: { type: "space", spaceId: opened.ids.space } }),
      () => [opened.ids.org],
    ],
    [
      "a new Git installation of an unknown space",
      git.install,
      () => ({ target: { type: "space", spaceId: "unknown" } }),
      () => none,
    ],
    ["a new Git installation without a target", git.install, () => ({ target: "x" }), () => none],
  ])("%s", async (_, one, input, expected) => {
    expect(await loadOrganizations(opened.workspace.db, one, input())).toEqual(expected());
  });
});

describe("the target in the path of a request", () => {
  const find = (one: Endpoint, input: JsonObject) =>
    findTargetInPath(opened.workspace.db, one, input);

  test.each<[Noun & keyof Awaited<ReturnType<typeof open>>["ids"], string, string]>([
    ["org", "organization", "Acme"],
    ["collection", "collection", "Shelf"],
    ["space", "space", "Guide"],
    ["site", "site", "Docs"],
    ["siteSection", "site-section", "Section"],
    ["siteSectionGroup", "site-section-group", "Group"],
    ["siteExternalLink", "site-external-link", "Link"],
    ["mcpServer", "site-mcp-server", "Tools"],
    ["team", "team", "Writers"],
    ["user", "user", "Ada"],
    ["provider", "saml-provider", "Login"],
    ["installation", "installation", "checker"],
    ["cr", "change-request", "First"],
  ])("has the name of a resource: %s", async (noun, type, label) => {
    const target = { type, id: opened.ids[noun], label };
    const one = operation("DELETE /x/{targetId}", { targetId: id(noun) });
    expect(await find(one, { targetId: target.id })).toEqual(target);
    expect(await find(one, { targetId: "unknown" })).toEqual({
      type,
      id: "unknown",
      label: undefined,
    });
  });

  test("is the last resource in the path", async () => {
    const { org, team: teamId } = opened.ids;
    const input = { organizationId: org, teamId };
    expect(await find(team.remove, input)).toEqual({ type: "team", id: teamId, label: "Writers" });
  });

  test.each<[string, Field, string, object]>([
    [
      "a secret",
      text("Link", { secret: "whole" }),
      "key",
      { type: "targetId", id: computeDigest("key") },
    ],
    ["a text", text("Text"), "word", { type: "targetId", id: "word" }],
    [
      "the name of an integration",
      text("Name", { names: "integration" }),
      "checker",
      { type: "integration", id: "checker" },
    ],
    ["an id without a table of names", id("invite"), "i1", { type: "invite", id: "i1" }],
  ])("is identified by its value without a name: %s", async (_, field, value, expected) => {
    const one = operation("DELETE /x/{targetId}", { targetId: field });
    expect(await find(one, { targetId: value })).toEqual(expected);
  });

  test("is a user by their email address in any case", async () => {
    const person = text("User", { refers: "user" });
    const one = operation("DELETE /x/{userId}", { userId: person });
    const target = { type: "user", id: opened.ids.user, label: "Ada" };
    expect(await find(one, { userId: "Ada@Example.COM" })).toEqual(target);
    expect(await find(one, { userId: opened.ids.user })).toEqual(target);
    const byTeam = operation("DELETE /x/{teamId}", { teamId: id("team") });
    expect(await find(byTeam, { teamId: "ada@example.com" })).toMatchObject({ label: undefined });
  });

  test("is a change request by its number in its space", async () => {
    const { spaceId, secondSpace, cr: first } = opened.ids;
    const byNumber = (space: string, changeRequestId: string) =>
      find(cr.update, { spaceId: space, changeRequestId });
    expect(await byNumber(spaceId, "1")).toEqual({
      type: "change-request",
      id: first,
      label: "First",
    });
    expect(await byNumber(secondSpace, "1")).toMatchObject({ label: "Elsewhere" });
    for (const number of ["01", "0", "1x", "x1", "2", "1000000000"]) {
      expect(await byNumber(spaceId, number)).toMatchObject({ id: number, label: undefined });
    }
    // Without a space, it is an id.
    const one = operation("DELETE /x/{changeRequestId}", { changeRequestId: id("cr") });
    expect(await find(one, { changeRequestId: "1" })).toMatchObject({ label: undefined });
  });

  test("is the Git installation of a space", async () => {
    expect(await find(git.uninstall, { installationId: "G1" })).toMatchObject({
      type: "git-sync-installation",
      id: "G1",
    });
  });

  test("is absent without a parameter in the path, or without its value", async () => {
    expect(await find(operation("POST /orgs", { title: text("Title") }), {})).toBeUndefined();
    expect(await find(team.remove, { organizationId: opened.ids.org })).toBeUndefined();
    expect(await find(operation("DELETE /x/{id}", {}), { id: "a" })).toBeUndefined();
  });
});

describe("the target in a response", () => {
  const plain = operation("POST /x", {});
  const hidden = { ...plain, secretMembers: ["id"] };
  const otherHidden = { ...plain, secretMembers: ["token"] };

  test.each<[Endpoint, unknown, object | undefined]>([
    [plain, undefined, undefined],
    [plain, null, undefined],
    [plain, "text", undefined],
    [plain, {}, undefined],
    [plain, { object: "space" }, undefined],
    [plain, { id: "s1" }, undefined],
    [plain, { object: 1, id: "s1" }, undefined],
    [plain, { object: "space", id: 1 }, undefined],
    [plain, { object: "space", id: "s1" }, { type: "space", id: "s1" }],
    [hidden, { object: "invite", id: "key" }, { type: "invite", id: computeDigest("key") }],
    [otherHidden, { object: "invite", id: "key" }, { type: "invite", id: "key" }],
    ...[
      [{ title: "T", subject: "S", displayName: "D", name: "N", slug: "L" }, "T"],
      [{ title: "", subject: "S", displayName: "D", name: "N", slug: "L" }, "S"],
      [{ title: 1, displayName: "D", name: "N", slug: "L", user: { displayName: "U" } }, "D"],
      [{ name: "N", slug: "L", user: { displayName: "U" } }, "N"],
      [{ slug: "L", user: { displayName: "U" } }, "L"],
      [{ user: { displayName: "U" } }, "U"],
      [{ user: "u1" }, undefined],
      [{ user: { displayName: "" } }, undefined],
    ].map(([answer, label]): [Endpoint, unknown, object] => [
      plain,
      { object: "space", id: "s1", ...(answer as object) },
      { type: "space", id: "s1", label },
    ]),
  ])("case %#", (one, answer, expected) => {
    expect(findTargetInResponse(one, answer)).toEqual(expected);
  });
});
