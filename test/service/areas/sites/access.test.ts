import { expect, test } from "vitest";
import type { Endpoint, Input } from "../../../../src/contract/endpoint.ts";
import { type Role, roles } from "../../../../src/contract/roles.ts";
import * as site from "../../../../src/contract/site.ts";
import * as schema from "../../../../src/contract/site-adaptive-schema.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { openSitesFixture, type SitesFixture } from "./fixture.ts";

/** The parts of a new site for each attempt. */
interface Scene {
  readonly fixture: SitesFixture;
  readonly of: { readonly organizationId: string; readonly siteId: string };
  readonly space: string;
  readonly section: string;
  readonly other: string;
  readonly group: string;
  readonly place: string;
}

async function scene(fixture: SitesFixture): Promise<Scene> {
  const id = await fixture.site();
  const space = await fixture.space("Guide");
  const first = await fixture.section(id, "First", space);
  const other = await fixture.section(id, "Other", space);
  const { id: groupId } = await fixture.group(id, "Group", [other.id]);
  const added = await fixture.add(id, space, first.id);
  const jsonSchema = { type: "object", properties: {}, additionalProperties: false };
  await fixture.workspace.ok(fixture.admin, schema.put, { ...fixture.of(id), jsonSchema });
  await fixture.workspace.ok(fixture.admin, site.publish, fixture.of(id));
  return {
    fixture,
    of: fixture.of(id),
    space,
    section: first.id,
    other: other.id,
    group: groupId,
    place: added.id,
  };
}

type Permission = "view" | "edit" | "admin";
type Try = (s: Scene, caller: string) => Promise<{ status: number }>;

function tried<E extends Endpoint>(endpoint: E, input: (s: Scene) => Input<E>): Try {
  return (s, caller) => s.fixture.workspace.ask(caller, endpoint, input(s));
}

/** Each operation and its required permission. */
const operations: readonly [Permission, string, Try][] = [
  ["view", "get", tried(site.get, (s) => s.of)],
  ["view", "structure", tried(site.structure, (s) => s.of)],
  ["view", "published", tried(site.published, (s) => s.of)],
  ["view", "schema", tried(schema.get, (s) => s.of)],
  ["view", "conditions", tried(schema.conditions, (s) => s.of)],
  ["view", "sections", tried(section.list, (s) => s.of)],
  ["view", "groups", tried(group.list, (s) => s.of)],
  ["view", "site spaces", tried(siteSpace.list, (s) => s.of)],
  ["view", "change nothing", tried(site.update, (s) => s.of)],
  ["admin", "title", tried(site.update, (s) => ({ ...s.of, title: "New" }))],
  ["edit", "default", tried(site.update, (s) => ({ ...s.of, defaultSiteSection: s.section }))],
  [
    "admin",
    "visibility",
    tried(site.update, (s) => ({ ...s.of, visibility: "unlisted" as const })),
  ],
  ["admin", "basename", tried(site.update, (s) => ({ ...s.of, basename: "new" }))],
  ["admin", "proxy", tried(site.update, (s) => ({ ...s.of, proxy: null }))],
  [
    "admin",
    "adaptive",
    tried(site.update, (s) => ({ ...s.of, adaptiveContent: { enabled: true } })),
  ],
  ["admin", "agents", tried(site.update, (s) => ({ ...s.of, agentsContext: "included" as const }))],
  [
    "admin",
    "put schema",
    tried(schema.put, (s) => ({
      ...s.of,
      jsonSchema: { type: "object", properties: {}, additionalProperties: false },
    })),
  ],
  ["admin", "publish", tried(site.publish, (s) => s.of)],
  ["admin", "unpublish", tried(site.unpublish, (s) => s.of)],
  ["admin", "delete", tried(site.remove, (s) => s.of)],
  ["edit", "add section", tried(section.create, (s) => ({ ...s.of, spaceId: s.space }))],
  ["edit", "update section", tried(section.update, (s) => ({ ...s.of, siteSectionId: s.section }))],
  ["edit", "move section", tried(section.move, (s) => ({ ...s.of, siteSectionId: s.section }))],
  ["edit", "delete section", tried(section.remove, (s) => ({ ...s.of, siteSectionId: s.section }))],
  ["edit", "add group", tried(group.create, (s) => ({ ...s.of, title: "New" }))],
  ["edit", "update group", tried(group.update, (s) => ({ ...s.of, siteSectionGroupId: s.group }))],
  ["edit", "delete group", tried(group.remove, (s) => ({ ...s.of, siteSectionGroupId: s.group }))],
  [
    "edit",
    "put into group",
    tried(group.addSection, (s) => ({
      ...s.of,
      siteSectionGroupId: s.group,
      sectionId: s.section,
    })),
  ],
  [
    "edit",
    "take out of group",
    tried(group.removeSection, (s) => ({
      ...s.of,
      siteSectionGroupId: s.group,
      siteSectionId: s.other,
    })),
  ],
  ["edit", "add space", tried(siteSpace.create, (s) => ({ ...s.of, spaceId: s.space }))],
  ["edit", "update space", tried(siteSpace.update, (s) => ({ ...s.of, siteSpaceId: s.place }))],
  ["edit", "move space", tried(siteSpace.move, (s) => ({ ...s.of, siteSpaceId: s.place }))],
  ["edit", "remove space", tried(siteSpace.remove, (s) => ({ ...s.of, siteSpaceId: s.place }))],
  [
    "edit",
    "sort",
    tried(site.sort, (s) => ({
      ...s.of,
      item: { type: "site-section" as const, id: s.section },
      position: {},
    })),
  ],
];

/** The rule, written independently: members see, creators build, admins manage. */
const powers: Record<Role, readonly Permission[]> = {
  read: ["view"],
  comment: ["view"],
  edit: ["view"],
  review: ["view"],
  create: ["view", "edit"],
  admin: ["view", "edit", "admin"],
};

test.each(sample(roles, 1))(
  "the permissions of a site for the role %s match its actions",
  async (role) => {
    const fixture = await openSitesFixture();
    const { workspace, org } = fixture;
    const caller = await workspace.member(org, role);
    const said = { view: true, edit: false, admin: false, ...whatIs(powers[role]) };
    let s = await scene(fixture);
    for (const [permission, name, attempt] of sample(operations, 5)) {
      const shown = await workspace.ok(caller, site.get, s.of);
      expect(shown.permissions).toEqual({
        ...said,
        access: said.view,
        create: said.edit,
        installIntegration: said.admin,
        viewAdaptiveSchema: said.view,
        editAdaptiveSchema: said.admin,
      });
      const { status } = await attempt(s, caller);
      expect([name, status < 300]).toEqual([name, said[permission]]);
      if (!said[permission]) expect([name, status]).toEqual([name, 403]);
      // An executed request may have changed the data; a refused one has not.
      if (said[permission] && permission !== "view") s = await scene(fixture);
    }
  },
);

function whatIs(permissions: readonly Permission[]) {
  return Object.fromEntries(permissions.map((permission) => [permission, true]));
}

slowTest("guests, disabled members and outsiders neither see nor change a site", async () => {
  const s = await scene(await openSitesFixture());
  const { workspace, org } = s.fixture;
  const before = await rows(s.fixture);
  const guest = await workspace.member(org, null);
  const disabled = await workspace.member(org, "admin", true);
  const home = await workspace.organization();
  const stranger = await workspace.member(home, "admin");
  for (const caller of [guest, disabled, stranger]) {
    for (const [, name, attempt] of sample(operations, 8)) {
      const { status } = await attempt(s, caller);
      const isGuestsDelete = name === "delete" && caller === guest;
      expect([name, status]).toEqual([name, isGuestsDelete ? 204 : 404]);
    }
  }
  const listed = await workspace.ok(guest, site.list, { organizationId: org });
  expect(listed.items).toEqual([]);
  const made = { organizationId: org, title: "Mine" };
  expect(await workspace.refused(guest, site.create, made)).toMatchObject({ status: 403 });
  expect(await workspace.refused(stranger, site.create, made)).toMatchObject({ status: 404 });
  const through = { ...s.of, organizationId: home };
  expect(await workspace.refused(stranger, site.get, through)).toMatchObject({ status: 404 });
  expect(await workspace.ask(stranger, site.remove, through)).toMatchObject({ status: 204 });
  const mine = await workspace.ok(stranger, site.create, { organizationId: home });
  const theirs = { organizationId: home, siteId: mine.id, spaceId: s.space };
  expect(await workspace.refused(stranger, siteSpace.create, theirs)).toMatchObject({
    status: 400,
  });
  await workspace.ok(stranger, site.remove, { organizationId: home, siteId: mine.id });
  expect(await rows(s.fixture)).toEqual(before);
});

async function rows({ workspace: { db } }: SitesFixture) {
  return {
    sites: await db.selectFrom("sites").selectAll().orderBy("id").execute(),
    groups: await db.selectFrom("site_section_groups").selectAll().orderBy("id").execute(),
    sections: await db.selectFrom("site_sections").selectAll().orderBy("id").execute(),
    places: await db.selectFrom("site_spaces").selectAll().orderBy("id").execute(),
    spaces: await db.selectFrom("spaces").selectAll().orderBy("id").execute(),
  };
}
