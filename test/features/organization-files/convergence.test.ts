/** Generated pairs of organization files: after an apply, the plan is empty. */
import { expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as site from "../../../src/contract/site.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import * as team from "../../../src/contract/team.ts";
import { amount } from "../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../support/generators/random.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const pairs = amount({ short: 12, full: 400 });
const seed = 98_000;

interface FileSpace {
  title: string;
  moved?: string;
}

interface FilePart {
  type: "section";
  key: string;
  title: string;
  path: string;
  children: { type: "space"; key: string; path: string; moved?: string }[];
}

interface Files {
  teams: Record<string, { title: string }>;
  collections: Record<string, { title: string; spaces: Record<string, FileSpace> }>;
  spaces: Record<string, FileSpace>;
  sections: FilePart[];
}

/** Every space is at the top level or in a collection, and some are on the site. */
function drawFiles(random: Random): Files {
  const files: Files = { teams: {}, collections: {}, spaces: {}, sections: [] };
  for (let at = 0; at < 1 + random.below(3); at++) files.teams[`t${at}`] = { title: `Team ${at}` };
  for (let at = 0; at < 1 + random.below(2); at++) {
    files.collections[`c${at}`] = { title: `Collection ${at}`, spaces: {} };
  }
  const keys = Array.from({ length: 3 + random.below(4) }, (_, at) => `s${at}`);
  for (const key of keys) {
    const parent = random.pick([files, ...Object.values(files.collections)]);
    parent.spaces[key] = { title: `Space ${key}` };
  }
  const shown = keys.filter(() => random.chance(0.7));
  while (shown.length > 0) {
    const inSection = shown.splice(0, 1 + random.below(3));
    const number = files.sections.length;
    files.sections.push({
      ...{ type: "section", key: `section-${number}`, title: `Section ${number}` },
      path: `section-${number}`,
      children: inSection.map((key) => ({ type: "space", key, path: key })),
    });
  }
  return files;
}

function listSpaceMaps({ spaces, collections }: Files): Record<string, FileSpace>[] {
  return [spaces, ...Object.values(collections).map((one) => one.spaces)];
}

/** The next files: titles change, keys are renamed, and spaces move between collections. */
function changeFiles(files: Files, random: Random): void {
  const maps = listSpaceMaps(files);
  const all = maps.flatMap((map) => Object.entries(map).map(([key, one]) => ({ map, key, one })));
  for (const { map, key, one } of all) {
    delete one.moved;
    if (random.chance(0.3)) one.title = `${one.title} again`;
    if (!random.chance(0.3)) continue;
    delete map[key];
    const isRenamed = random.chance(0.5);
    random.pick(maps)[isRenamed ? `${key}x` : key] = one;
    if (isRenamed) one.moved = key;
  }
  for (const { children } of files.sections) {
    for (const child of children) {
      delete child.moved;
      if (random.chance(0.2)) child.path = `${child.path}-new`;
    }
  }
  if (random.chance(0.5)) files.sections.reverse();
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

function writeFiles({ write }: Folder, { teams, collections, spaces, sections }: Files): void {
  write("people.yaml", { teams });
  write("content.yaml", { collections, spaces });
  if (sections.length === 0) return;
  write("sites/help.yaml", { site: { title: "Help", structure: sections } });
}

/** Deletes resources that the files contain, as a user does in the app. */
async function deleteSome({ workspace, admin, organizationId, spaces }: Folder, random: Random) {
  const own = { organizationId };
  // The platform lists in the order of random ids.
  const byTitle = (one: { title: string }, other: { title: string }) =>
    one.title < other.title ? -1 : 1;
  for (const { id: spaceId } of (await spaces()).toSorted(byTitle)) {
    if (random.chance(0.35)) await workspace.ok(admin, space.remove, { spaceId });
    else if (random.chance(0.2))
      await workspace.ok(admin, space.update, { spaceId, title: "Other" });
  }
  const { items: teams } = await workspace.ok(admin, team.list, own);
  for (const { id: teamId } of teams.toSorted(byTitle)) {
    if (random.chance(0.3)) await workspace.ok(admin, team.remove, { ...own, teamId });
  }
  const { items: sites } = await workspace.ok(admin, site.list, own);
  for (const { id: siteId } of sites) {
    if (random.chance(0.15)) await workspace.ok(admin, site.remove, { ...own, siteId });
    else {
      const { items } = await workspace.ok(admin, siteSpace.list, { ...own, siteId });
      for (const { id: siteSpaceId } of items) {
        const asked = { ...own, siteId, siteSpaceId };
        if (random.chance(0.2)) await workspace.ask(admin, siteSpace.remove, asked);
      }
    }
  }
  const { items: collections } = await workspace.ok(admin, collection.list, own);
  for (const { id: collectionId } of collections.toSorted(byTitle)) {
    if (random.chance(0.2)) await workspace.ask(admin, collection.remove, { collectionId });
  }
}

test.each(Array.from({ length: pairs }, (_, at) => seed + at))(
  "plan, apply and plan of pair %i end with an empty plan",
  async (pairSeed) => {
    const random = randomFrom(pairSeed);
    const at = await openFolder();
    const apply = async () => {
      const applied = await at.run(["apply", at.folder, "--yes"]);
      expect(applied.code, applied.stderr + applied.stdout).toBe(0);
      const planned = await at.run(["plan", at.folder, "--fail", "--json"]);
      const said = applied.stdout + planned.stderr;
      expect([planned.code, planned.stdout.trim()], said).toEqual([0, "[]"]);
    };
    const files = drawFiles(random);
    writeFiles(at, files);
    await apply();
    for (let round = 0; round < 3; round++) {
      const before = (await at.spaces()).length;
      const isDeleted = random.chance(0.6);
      if (isDeleted) await deleteSome(at, random);
      if (!isDeleted || random.chance(0.5)) changeFiles(files, random);
      writeFiles(at, files);
      await apply();
      expect(await at.spaces(), "no second, empty spaces").toHaveLength(before);
    }
  },
  120_000,
);
