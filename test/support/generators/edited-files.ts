/** Files of an organization that change at random, and changes that other users make on its platform. */
import fc from "fast-check";
import { sql } from "kysely";
import * as collection from "../../../src/contract/collection.ts";
import * as member from "../../../src/contract/member.ts";
import * as site from "../../../src/contract/site.ts";
import * as link from "../../../src/contract/site-external-link.ts";
import * as section from "../../../src/contract/site-section.ts";
import * as group from "../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import * as team from "../../../src/contract/team.ts";
import type { openFolder } from "../organizations/organization-folder.ts";

export type Folder = Awaited<ReturnType<typeof openFolder>>;

interface FileResource {
  title: string;
  moved?: string;
}

interface FileSpace extends FileResource {
  emoji?: string | null;
  grants?: Record<string, string>;
}

interface FileCollection extends FileResource {
  grants?: Record<string, string>;
  spaces: Record<string, FileSpace>;
}

interface FileTeam extends FileResource {
  members: Record<string, string>;
}

interface FileSitePart {
  type: "space" | "section" | "section-group" | "external-link";
  key: string;
  title?: string;
  moved?: string;
  path?: string;
  url?: string;
  default?: boolean;
  children?: FileSitePart[];
}

export interface OrganizationFiles {
  members: Record<string, string>;
  teams: Record<string, FileTeam>;
  collections: Record<string, FileCollection>;
  spaces: Record<string, FileSpace>;
  structure: FileSitePart[];
  shareLinks: Record<string, boolean>;
  /** Makes keys and titles unique. */
  count: number;
}

const emails = ["ada", "bea", "cem", "dan"].map((name) => `${name}@example.com`);
const roles = ["read", "comment", "edit", "review", "create"] as const;

/** Numbers that select a resource and a value, so that each edit can shrink by itself. */
export interface Edit {
  readonly kind: (typeof editKinds)[number];
  readonly at: number;
  readonly to: number;
}

const editKinds = [
  "retitle",
  "rename key",
  "move space",
  "remove space",
  "add space",
  "show space",
  "hide space",
  "role",
  "remove member",
  "grant",
  "team member",
  "add team",
  "remove team",
  "add collection",
  "remove collection",
  "section",
  "group",
  "link",
  "remove part",
  "reorder",
  "default",
  "path",
  "share link",
] as const;

const platformKinds = [
  "delete space",
  "retitle space",
  "move space",
  "delete team",
  "delete collection",
  "delete site",
  "delete site space",
  "delete section",
  "delete group",
  "delete link",
  "retitle section",
  "role",
  "remove member",
  "empty team",
  "sort",
] as const;

export interface PlatformEdit {
  readonly kind: (typeof platformKinds)[number];
  readonly at: number;
}

/** The edits of one round, of the files and of the platform. */
export interface Round {
  readonly files: readonly Edit[];
  readonly platform: readonly PlatformEdit[];
}

const edits = (maxLength: number) =>
  fc.array(fc.record({ kind: fc.constantFrom(...editKinds), at: fc.nat(50), to: fc.nat(50) }), {
    maxLength,
  });

export const rounds: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    files: edits(6),
    platform: fc.array(fc.record({ kind: fc.constantFrom(...platformKinds), at: fc.nat(50) }), {
      maxLength: 3,
    }),
  }),
  { minLength: 1, maxLength: 3 },
);

export function buildFiles(): OrganizationFiles {
  return {
    members: { "ada@example.com": "edit", "bea@example.com": "read" },
    teams: { docs: { title: "Docs", members: { "ada@example.com": "owner" } } },
    collections: {
      product: { title: "Product", spaces: { guides: { title: "Guides" } } },
      old: { title: "Old", spaces: {} },
    },
    spaces: {
      notes: { title: "Notes", grants: { "bea@example.com": "edit" } },
      api: { title: "API" },
    },
    structure: [
      {
        ...{ type: "section", key: "start", title: "Start", path: "start" },
        children: [{ type: "space", key: "guides", path: "guides" }],
      },
      {
        ...{ type: "section", key: "more", title: "More", path: "more" },
        children: [
          { type: "space", key: "notes", path: "notes" },
          { type: "space", key: "api", path: "api" },
        ],
      },
    ],
    shareLinks: {},
    count: 0,
  };
}

function pick<T>(all: readonly T[], at: number): T | undefined {
  return all.length === 0 ? undefined : all[at % all.length];
}

interface FileSpaceLocation {
  readonly key: string;
  readonly one: FileSpace;
  readonly map: Record<string, FileSpace>;
}

function listSpaceMaps({ spaces, collections }: OrganizationFiles): Record<string, FileSpace>[] {
  return [spaces, ...Object.values(collections).map((one) => one.spaces)];
}

export function listSpaces(files: OrganizationFiles): FileSpaceLocation[] {
  return listSpaceMaps(files).flatMap((map) =>
    Object.entries(map).map(([key, one]) => ({ key, one, map })),
  );
}

/** A list of parts, and the type of their parent. */
interface PartList {
  readonly parts: FileSitePart[];
  readonly parent: FileSitePart | undefined;
}

function listParts(files: OrganizationFiles): PartList[] {
  const found: PartList[] = [];
  const walk = (parts: FileSitePart[], parent: FileSitePart | undefined): void => {
    found.push({ parts, parent });
    for (const part of parts) if (part.children) walk(part.children, part);
  };
  walk(files.structure, undefined);
  return found;
}

/** Removes parts of spaces that are in no file, empty sections, and links without a section. */
function tidy(files: OrganizationFiles): void {
  const keys = new Set(listSpaces(files).map(({ key }) => key));
  const keep = (parts: FileSitePart[]): FileSitePart[] =>
    parts.filter((part) => {
      if (part.children) part.children = keep(part.children);
      if (part.type === "space") return keys.has(part.key);
      return part.type !== "section" || (part.children ?? []).length > 0;
    });
  files.structure = keep(files.structure);
  if (!listParts(files).some(({ parent }) => parent?.type === "section")) files.structure = [];
  for (const one of [
    ...listSpaces(files).map(({ one }) => one),
    ...Object.values(files.collections),
  ]) {
    for (const grantee of Object.keys(one.grants ?? {})) {
      const isTeam = grantee.startsWith("teams/");
      const isThere = isTeam ? grantee.slice(6) in files.teams : grantee in files.members;
      if (!isThere) delete one.grants?.[grantee];
    }
  }
  for (const { members } of Object.values(files.teams)) {
    for (const email of Object.keys(members)) if (!(email in files.members)) delete members[email];
  }
}

/** Renames a key and keeps its position. */
function renameKey<T extends FileResource>(map: Record<string, T>, key: string, to: string): void {
  const one = map[key];
  if (one === undefined) return;
  delete map[key];
  map[to] = { ...one, moved: key };
}

/** Removes the notes about renamed keys, which an apply has recorded. */
export function removeMovedKeys(files: OrganizationFiles): void {
  for (const { one } of listSpaces(files)) delete one.moved;
  for (const one of [...Object.values(files.teams), ...Object.values(files.collections)]) {
    delete one.moved;
  }
  for (const { parts } of listParts(files)) for (const part of parts) delete part.moved;
}

function renameAt(files: OrganizationFiles, at: number, next: string): void {
  const chosen = pick(listSpaces(files), at);
  const parts = listParts(files).flatMap((list) => list.parts);
  const partsWithKeys = parts.filter((part) => part.type !== "space");
  switch (at % 4) {
    case 0: {
      const [key, one] = pick(Object.entries(files.teams), at) ?? [];
      if (key === undefined || one?.moved) return;
      renameKey(files.teams, key, next);
      for (const { one: granted } of listSpaces(files)) {
        const role = granted.grants?.[`teams/${key}`];
        if (role === undefined || granted.grants === undefined) continue;
        delete granted.grants[`teams/${key}`];
        granted.grants[`teams/${next}`] = role;
      }
      return;
    }
    case 1: {
      const [key, one] = pick(Object.entries(files.collections), at) ?? [];
      if (key !== undefined && one?.moved === undefined) renameKey(files.collections, key, next);
      return;
    }
    case 2: {
      if (chosen === undefined || chosen.one.moved) return;
      renameKey(chosen.map, chosen.key, next);
      for (const part of parts) {
        if (part.type !== "space" || part.key !== chosen.key) continue;
        part.key = next;
        part.moved = chosen.key;
      }
      return;
    }
    default: {
      const part = pick(partsWithKeys, at);
      if (part === undefined || part.moved) return;
      part.moved = part.key;
      part.key = next;
    }
  }
}

export function editFiles(files: OrganizationFiles, { kind, at, to }: Edit): void {
  const next = `k${++files.count}`;
  const title = `T ${files.count}`;
  const chosen = pick(listSpaces(files), at);
  const lists = listParts(files);
  const everyPart = lists.flatMap(({ parts }) => parts);
  const sections = everyPart.filter((part) => part.type === "section");
  switch (kind) {
    case "retitle": {
      const all: { title?: string }[] = [
        ...listSpaces(files).map(({ one }) => one),
        ...Object.values(files.teams),
        ...Object.values(files.collections),
        ...everyPart.filter((part) => part.type !== "space"),
      ];
      const one = pick(all, at);
      if (one !== undefined) one.title = title;
      break;
    }
    case "rename key":
      renameAt(files, at, next);
      break;
    case "move space":
      if (chosen === undefined) break;
      delete chosen.map[chosen.key];
      (pick(listSpaceMaps(files), to) ?? files.spaces)[chosen.key] = chosen.one;
      break;
    case "remove space":
      if (chosen !== undefined) delete chosen.map[chosen.key];
      break;
    case "add space":
      (pick(listSpaceMaps(files), at) ?? files.spaces)[next] = { title };
      break;
    case "show space": {
      const shown = new Set(everyPart.map(({ key }) => key));
      const hidden = pick(
        listSpaces(files).filter(({ key }) => !shown.has(key)),
        at,
      );
      const parent = pick(sections, to);
      if (hidden !== undefined)
        parent?.children?.push({ type: "space", key: hidden.key, path: hidden.key });
      break;
    }
    case "hide space": {
      const list = pick(
        lists.filter(({ parent }) => parent?.type === "section"),
        at,
      );
      list?.parts.splice(to % Math.max(1, list.parts.length), 1);
      break;
    }
    case "role":
      files.members[pick(emails, at) ?? ""] = pick(roles, to) ?? "read";
      break;
    case "remove member":
      delete files.members[pick(emails, at) ?? ""];
      break;
    case "grant": {
      const owner = pick(
        [...listSpaces(files).map(({ one }) => one), ...Object.values(files.collections)],
        at,
      );
      const grantees = [
        ...Object.keys(files.members),
        ...Object.keys(files.teams).map((key) => `teams/${key}`),
      ];
      const grantee = pick(grantees, to);
      if (owner === undefined || grantee === undefined) break;
      owner.grants ??= {};
      if (grantee in owner.grants) delete owner.grants[grantee];
      else owner.grants[grantee] = pick(roles, at + to) ?? "read";
      break;
    }
    case "team member": {
      const one = pick(Object.values(files.teams), at);
      const email = pick(Object.keys(files.members), to);
      if (one === undefined || email === undefined) break;
      if (email in one.members) delete one.members[email];
      else one.members[email] = at % 2 === 0 ? "member" : "owner";
      break;
    }
    case "add team":
      files.teams[next] = { title, members: {} };
      break;
    case "remove team":
      delete files.teams[pick(Object.keys(files.teams), at) ?? ""];
      break;
    case "add collection":
      files.collections[next] = { title, spaces: {} };
      break;
    case "remove collection": {
      const [key, one] = pick(Object.entries(files.collections), at) ?? [];
      if (key === undefined || one === undefined) break;
      delete files.collections[key];
      if (to % 2 === 0) Object.assign(files.spaces, one.spaces);
      break;
    }
    case "section": {
      const from = pick(
        lists.filter(({ parent, parts }) => parent?.type === "section" && parts.length > 1),
        at,
      );
      const [moved] = from?.parts.splice(to % from.parts.length, 1) ?? [];
      if (moved === undefined) break;
      files.structure.push({ type: "section", key: next, title, path: next, children: [moved] });
      break;
    }
    case "group": {
      const groups = everyPart.filter((part) => part.type === "section-group");
      const from = pick(
        lists.filter(({ parts }) => parts.some(({ type }) => type === "section")),
        at,
      );
      const moved = pick(from?.parts.filter(({ type }) => type === "section") ?? [], to);
      if (from === undefined || moved === undefined) break;
      from.parts.splice(from.parts.indexOf(moved), 1);
      const target = to % 3 === 0 ? undefined : pick(groups, to);
      if (to % 3 === 0) files.structure.push(moved);
      else if (target?.children) target.children.push(moved);
      else files.structure.push({ type: "section-group", key: next, title, children: [moved] });
      break;
    }
    case "link":
      files.structure.push({
        ...{ type: "external-link", key: next, title },
        url: `https://example.com/${next}`,
      });
      break;
    case "remove part": {
      const list = pick(
        lists.filter(({ parts }) => parts.length > 0),
        at,
      );
      list?.parts.splice(to % list.parts.length, 1);
      break;
    }
    case "reorder":
      pick(
        lists.filter(({ parts }) => parts.length > 1),
        at,
      )?.parts.reverse();
      break;
    case "default": {
      for (const part of everyPart) delete part.default;
      const one = pick(
        everyPart.filter(({ type }) => type === "section" || type === "space"),
        at,
      );
      if (one !== undefined) one.default = true;
      break;
    }
    case "path": {
      const one = pick(
        everyPart.filter(({ path }) => path !== undefined),
        at,
      );
      if (one !== undefined) one.path = next;
      break;
    }
    case "share link": {
      const name = pick(["one", "two"], at) ?? "one";
      if (name in files.shareLinks) delete files.shareLinks[name];
      else files.shareLinks[name] = true;
      break;
    }
  }
  tidy(files);
}

export function writeFiles({ write }: Folder, files: OrganizationFiles): void {
  const { members, teams, collections, spaces, structure, shareLinks } = files;
  write("people.yaml", { members, teams });
  write("content.yaml", { collections, spaces });
  write("sites/help.yaml", { site: { title: "Help", structure }, shareLinks });
}

/** Former members get another email, because existing users become members only when they accept. */
export async function forgetFormerMembers({ workspace, admin, organizationId }: Folder) {
  const { items } = await workspace.ok(admin, member.list, { organizationId });
  await workspace.db
    .updateTable("users")
    .set({ email: sql`'former-' || id || email` })
    .where(
      "id",
      "not in",
      items.map(({ id }) => id),
    )
    .execute();
}

/** A change that a user makes in the app. The platform may refuse it. */
export async function editPlatform(folder: Folder, { kind, at }: PlatformEdit): Promise<void> {
  const { workspace, admin, organizationId } = folder;
  const own = { organizationId };
  const byTitle = (one: { title: string }, other: { title: string }) =>
    one.title < other.title ? -1 : 1;
  const spaces = (await folder.spaces()).toSorted(byTitle);
  const spaceId = pick(spaces, at)?.id ?? "";
  const collections = (await workspace.ok(admin, collection.list, own)).items.toSorted(byTitle);
  const teams = (await workspace.ok(admin, team.list, own)).items.toSorted(byTitle);
  const [first] = (await workspace.ok(admin, site.list, own)).items;
  const atSite = { ...own, siteId: first?.id ?? "" };
  const items = async <T extends { id: string }>(load: Promise<{ items: readonly T[] }>) =>
    pick((await load).items, at)?.id ?? "";
  switch (kind) {
    case "delete space":
      await workspace.ask(admin, space.remove, { spaceId });
      return;
    case "retitle space":
      await workspace.ask(admin, space.update, { spaceId, title: "Other" });
      return;
    case "move space": {
      const parent = pick(collections, at)?.id ?? null;
      await workspace.ask(admin, space.move, { spaceId, parent: parent as never });
      return;
    }
    case "delete team":
      await workspace.ask(admin, team.remove, { ...own, teamId: pick(teams, at)?.id ?? "" });
      return;
    case "delete collection":
      await workspace.ask(admin, collection.remove, {
        collectionId: pick(collections, at)?.id ?? "",
      });
      return;
    case "empty team": {
      const teamId = pick(teams, at)?.id ?? "";
      const { items: members } = await workspace.ok(admin, member.list, own);
      const remove = members.map(({ id }) => id);
      await workspace.ask(admin, team.changeMembers, { ...own, teamId, remove });
      return;
    }
    case "role":
    case "remove member": {
      const { items: all } = await workspace.ok(admin, member.list, own);
      const others = all.filter(({ id }) => id !== admin);
      const userId = pick(others.map(({ id }) => id).toSorted(), at) ?? "";
      if (kind === "role")
        await workspace.ask(admin, member.update, { ...own, userId, role: "create" });
      else await workspace.ask(admin, member.remove, { ...own, userId });
      return;
    }
    default:
  }
  if (first === undefined) return;
  switch (kind) {
    case "delete site":
      await workspace.ask(admin, site.remove, atSite);
      return;
    case "delete site space": {
      const siteSpaceId = await items(workspace.ok(admin, siteSpace.list, atSite));
      await workspace.ask(admin, siteSpace.remove, { ...atSite, siteSpaceId });
      return;
    }
    case "delete section":
    case "retitle section": {
      const siteSectionId = await items(workspace.ok(admin, section.list, atSite));
      const asked = { ...atSite, siteSectionId };
      if (kind === "delete section") await workspace.ask(admin, section.remove, asked);
      else await workspace.ask(admin, section.update, { ...asked, title: "Other" });
      return;
    }
    case "delete group": {
      const siteSectionGroupId = await items(workspace.ok(admin, group.list, atSite));
      await workspace.ask(admin, group.remove, { ...atSite, siteSectionGroupId });
      return;
    }
    case "delete link":
    case "sort": {
      const { structure } = await workspace.ok(admin, site.structure, atSite);
      const parts = structure.map(({ object, id }) => ({ object, id }));
      const chosen = pick(parts, at);
      const before = parts[0];
      if (chosen === undefined || before === undefined) return;
      if (kind === "delete link") {
        await workspace.ask(admin, link.remove, { ...atSite, siteExternalLinkId: chosen.id });
        return;
      }
      const item = { type: chosen.object, id: chosen.id } as never;
      const position = { before: { type: before.object, id: before.id } as never };
      await workspace.ask(admin, site.sort, { ...atSite, item, position });
      return;
    }
    default:
  }
}
