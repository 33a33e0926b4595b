/** Random organizations with all resources that files can describe, and empty organizations, for commands. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { parse } from "yaml";
import * as collection from "../../../src/contract/collection.ts";
import * as openapi from "../../../src/contract/openapi.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as site from "../../../src/contract/site.ts";
import * as link from "../../../src/contract/site-external-link.ts";
import * as section from "../../../src/contract/site-section.ts";
import * as group from "../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import * as team from "../../../src/contract/team.ts";
import { type Random, randomFrom } from "../generators/random.ts";
import {
  type Counts,
  makeOrganization,
  type RandomOrganization,
} from "../generators/random-organization.ts";
import { type AccessPlatform, openAccessPlatform } from "../platforms/access-platform.ts";
import type { Workspace } from "../platforms/workspace.ts";

export interface FileOrganization extends AccessPlatform {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly admin: string;
}

/** An organization with content, members, sites and specifications, with unique titles. */
export async function makeFileOrganization(
  workspace: Workspace,
  seed: number,
  counts?: Counts,
): Promise<FileOrganization & { readonly made: RandomOrganization }> {
  const random = randomFrom(seed);
  const made = await makeOrganization(workspace, random, counts);
  await addTitles(made, random);
  await addSites(made, random);
  const { admin, organizationId } = made;
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  return { ...platform, workspace, organizationId, admin, made };
}

/**
 * An organization whose only member is its admin. The email addresses of the other organizations' members
 * no longer have accounts, because existing users become members only when they accept an invitation.
 */
export async function makeEmptyOrganization(
  workspace: Workspace,
  admin: string,
): Promise<FileOrganization> {
  await workspace.db
    .updateTable("users")
    .set({ email: sql`'former-' || email` })
    .where("id", "<>", admin)
    .execute();
  const organizationId = await workspace.organization("Empty");
  await workspace.enroll(organizationId, admin, "admin");
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  return { ...platform, workspace, organizationId, admin };
}

const words = [
  "Guide",
  "Handbook",
  "API & more",
  "Überblick",
  "入門",
  "a: b # c",
  "“Quotes”",
  "- x",
];

async function addTitles(made: RandomOrganization, random: Random): Promise<void> {
  const { workspace, admin, organizationId, people, model } = made;
  let number = 0;
  const title = () => `${random.pick(words)} ${++number}`;
  const { items } = await workspace.ok(admin, team.list, { organizationId });
  for (const { id } of items) {
    await workspace.ok(admin, team.update, { organizationId, teamId: id, title: title() });
    const userId = random.pick(people);
    const at = { organizationId, teamId: id, userId };
    if (random.chance(0.5)) await workspace.ok(admin, team.putMember, { ...at, role: "owner" });
  }
  for (const { id } of model.collections) {
    const description = random.chance(0.5) ? { description: title() } : {};
    const asked = { collectionId: id, title: title(), ...description };
    await workspace.ok(admin, collection.update, asked);
  }
  for (const { id } of model.spaces) {
    const users = [random.pick(people), admin];
    const rules = [
      { rule: "require_one_of_specific_reviewers" as const, users },
      { rule: "require_change_request_subject" as const },
    ];
    const mergeRules = random.pick([
      { type: "inherit" as const },
      { type: "none" as const },
      { type: "rules" as const, rules },
    ]);
    const editMode = random.pick(["live", "locked"] as const);
    const more = { emoji: random.pick(["📘", "🚀"]), language: random.pick(["en", "de"] as const) };
    const asked = { spaceId: id, title: title(), mergeRules, editMode, ...more };
    await workspace.ok(admin, space.update, asked);
  }
  const changes = { inviteLinks: random.chance(0.5), ai: random.chance(0.5) };
  const defaultContent = { type: "space" as const, space: random.pick(model.spaces).id };
  const asked = { organizationId, title: title(), defaultContent, ...changes };
  await workspace.ok(admin, organization.update, asked);
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {},
  });
  if (random.chance(0.5)) {
    await workspace.ok(admin, openapi.create, { organizationId, slug: "things", source: { text } });
    await workspace.service.jobs.finish();
  }
}

async function addSites(made: RandomOrganization, random: Random): Promise<void> {
  const { workspace, admin, organizationId, model } = made;
  let number = 0;
  const title = () => `${random.pick(words)} ${++number}`;
  for (const { id: siteId } of model.sites) {
    const at = { organizationId, siteId };
    await workspace.ok(admin, site.update, { ...at, title: title() });
    if (random.chance(0.3)) continue;
    for (let count = 1 + random.below(3); count > 0; count--) {
      const spaceId = random.pick(model.spaces).id;
      const added = await workspace.ok(admin, section.create, { ...at, spaceId, title: title() });
      const extra = { siteSectionId: added.id, icon: "rocket", description: title() };
      if (random.chance(0.5)) await workspace.ok(admin, section.update, { ...at, ...extra });
      const more = { sectionId: added.id, spaceId: random.pick(model.spaces).id };
      if (random.chance(0.5)) await workspace.ok(admin, siteSpace.create, { ...at, ...more });
      if (random.chance(0.4)) {
        const sections = [added.id];
        const { id } = await workspace.ok(admin, group.create, { ...at, title: title(), sections });
        const inner = { ...at, title: title(), parent: id };
        if (random.chance(0.4)) await workspace.ok(admin, group.create, inner);
      }
    }
    const url = "https://example.com/status";
    if (random.chance(0.5)) await workspace.ok(admin, link.create, { ...at, title: title(), url });
    const { structure } = await workspace.ok(admin, site.structure, at);
    const last = structure.at(-1);
    const first = structure[0];
    if (first && last && first.id !== last.id && random.chance(0.5)) {
      const item = { type: last.object, id: last.id } as never;
      const before = { type: first.object, id: first.id } as never;
      await workspace.ok(admin, site.sort, { ...at, item, position: { before } });
    }
    if (random.chance(0.5)) await workspace.ok(admin, site.publish, at);
  }
}

/** The parsed files of a folder by name, without the lock file. */
export function valuesIn(folder: string, under = ""): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const name of readdirSync(join(folder, under))) {
    const path = join(under, name);
    if (name.startsWith(".") || name === "tome.lock.json") continue;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(values, valuesIn(folder, path));
    else values[path] = parse(readFileSync(join(folder, path), "utf8"));
  }
  return values;
}

/** Keeps only the files, so that they can be applied to another organization. */
export function forgetOrganization(folder: string): void {
  rmSync(join(folder, "tome.lock.json"));
}
