import { expect } from "vitest";
import * as section from "../../../../src/contract/site-section.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openSitesFixture, type SitesFixture, type Structure } from "./fixture.ts";

type Item = Structure["structure"][number];

/** The structure of a site, without ids and URLs that the platform assigned. */
function plain(value: unknown): unknown {
  const dropped = ["id", "section", "sectionGroup", "urls", "sections"];
  return JSON.parse(
    JSON.stringify(value, (name, member) => {
      if (name === "space") return { spaceId: member.id };
      return dropped.includes(name) ? undefined : member;
    }),
  );
}

/** Forty sections in eight groups, two of them nested, with all features of a section. */
async function build(fixture: SitesFixture, siteId: string): Promise<void> {
  const { workspace, admin } = fixture;
  const of = fixture.of(siteId);
  const groups: string[] = [];
  for (let number = 0; number < 8; number++) {
    const parent = number >= 6 ? groups[number - 6] : undefined;
    const made = await workspace.ok(admin, group.create, {
      ...of,
      title: `Group ${number}`,
      icon: "folder",
      ...(parent !== undefined && { parent }),
    });
    groups.push(made.id);
  }
  for (let number = 0; number < 40; number++) {
    const made = await fixture.section(siteId, `Part ${number % 7}`);
    const siteSectionId = made.id;
    if (number % 3 === 0)
      await fixture.add(siteId, await fixture.space(`Version ${number}`), made.id);
    const changes = {
      ...(number % 4 === 0 && { condition: `visitor.claims.unsigned.tier${number} == true` }),
      ...(number % 5 === 0 && { description: `About part ${number}`, icon: "gear" }),
    };
    await workspace.ok(admin, section.update, { ...of, siteSectionId, ...changes });
    const siteSectionGroupId = groups[number % 9];
    if (siteSectionGroupId === undefined) continue;
    const input = { ...of, siteSectionGroupId, sectionId: siteSectionId };
    await workspace.ok(admin, group.addSection, input);
  }
  const all = await fixture.sections(siteId);
  await fixture.change(siteId, { defaultSiteSection: all[17]?.id ?? "" });
}

async function tearDown(fixture: SitesFixture, siteId: string): Promise<void> {
  const { workspace, admin } = fixture;
  const of = fixture.of(siteId);
  for (const { id } of await fixture.sections(siteId)) {
    const input = { ...of, siteSectionId: id };
    expect(await workspace.ask(admin, section.remove, input)).toMatchObject({ status: 205 });
  }
  for (const { id } of (await workspace.ok(admin, group.list, of)).items) {
    const input = { ...of, siteSectionGroupId: id };
    expect(await workspace.ask(admin, group.remove, input)).toMatchObject({ status: 205 });
  }
}

/** Builds the content of an export from the top down, with ordinary operations. */
async function rebuild(
  fixture: SitesFixture,
  siteId: string,
  items: readonly Item[],
): Promise<void> {
  const { workspace, admin } = fixture;
  const of = fixture.of(siteId);
  let main = "";
  const add = async (item: Item, parent?: string): Promise<void> => {
    if (item.object === "site-space") throw new Error("The export has no sections.");
    if (item.object === "site-external-link") throw new Error("The export has no links.");
    const { title, icon = null } = item;
    if (item.object === "site-section-group") {
      const input = { ...of, title, icon, ...(parent !== undefined && { parent }) };
      const { id } = await workspace.ok(admin, group.create, input);
      for (const child of item.children) await add(child, id);
      return;
    }
    const [first, ...others] = item.siteSpaces;
    const spaceId = first?.space.id ?? "";
    const { id } = await workspace.ok(admin, section.create, { ...of, spaceId, title, icon });
    for (const other of others) await fixture.add(siteId, other.space.id, id);
    const { path, condition = null, description = null } = item;
    const changes = { siteSectionId: id, path, condition, description };
    await workspace.ok(admin, section.update, { ...of, ...changes });
    if (parent !== undefined) {
      const input = { ...of, siteSectionGroupId: parent, sectionId: id };
      await workspace.ok(admin, group.addSection, input);
    }
    if (item.default) main = id;
  };
  for (const item of items) await add(item);
  await fixture.change(siteId, { defaultSiteSection: main });
}

slowTest(
  "a site of forty sections in eight groups is deleted and rebuilt from its export",
  async () => {
    const fixture = await openSitesFixture();
    const id = await fixture.site();
    await build(fixture, id);
    const text = JSON.stringify(await fixture.structure(id));
    const exported: Structure = JSON.parse(text);
    expect((await fixture.sections(id)).length).toBe(40);
    await tearDown(fixture, id);
    expect(await fixture.structure(id)).toEqual({ type: "siteSpaces", structure: [] });
    await rebuild(fixture, id, exported.structure);
    expect(plain(await fixture.structure(id))).toEqual(plain(exported));
  },
);
