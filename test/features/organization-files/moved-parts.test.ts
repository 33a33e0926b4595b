/** Parts of a docs site that files move. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as site from "../../../src/contract/site.ts";
import * as siteSection from "../../../src/contract/site-section.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const spaces = {
  guides: { title: "Guides" },
  reference: { title: "Reference" },
  news: { title: "News" },
  plans: { title: "Plans" },
};

const spacePart = (key: string, more: object = {}) => ({ type: "space", key, ...more });
const section = (key: string, children: readonly object[], more: object = {}) => ({
  type: "section",
  key,
  title: key.toUpperCase(),
  ...more,
  children,
});
const group = (key: string, children: readonly object[]) => ({
  type: "section-group",
  key,
  title: key.toUpperCase(),
  children,
});

/** A folder that was applied, with one docs site. */
async function openSite(structure: readonly object[]) {
  const at = await openFolder();
  const write = (parts: readonly object[]) =>
    at.write("sites/docs.yaml", JSON.stringify({ site: { title: "Docs", structure: parts } }));
  at.write("content.yaml", { spaces });
  write(structure);
  const applied = await at.run(["apply", at.folder, "--yes"]);
  expect(applied.code, applied.stderr).toBe(0);
  const { organizationId, admin, workspace } = at;
  const { items } = await workspace.ok(admin, site.list, { organizationId });
  const ofSite = { organizationId, siteId: items[0]?.id ?? "" };
  return {
    ...at,
    ofSite,
    write,
    /** The site spaces by section, each with its path. */
    shows: async () => {
      const answer = await workspace.ok(admin, site.structure, ofSite);
      return answer.structure.flatMap((part) =>
        part.object === "site-section"
          ? [[part.title, ...part.siteSpaces.map(({ path, space: of }) => `${path}: ${of.title}`)]]
          : [],
      );
    },
  };
}

slowTest("site spaces that swap sections and paths leave nothing behind", async () => {
  const at = await openSite([
    section("one", [
      spacePart("guides", { path: "a" }),
      spacePart("news", { path: "x", default: true }),
    ]),
    section("two", [spacePart("plans"), spacePart("reference", { path: "y", default: true })]),
  ]);
  at.write([
    section("one", [spacePart("guides", { path: "a" }), spacePart("reference", { path: "x" })]),
    section("two", [spacePart("plans"), spacePart("news", { path: "y", default: true })]),
  ]);
  const applied = await at.run(["apply", at.folder, "--yes"]);
  expect(applied.code, applied.stderr + applied.stdout).toBe(0);
  expect(await at.shows()).toEqual([
    ["ONE", "a: Guides", "x: Reference"],
    ["TWO", "plans: Plans", "y: News"],
  ]);
  expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
  expect((await at.run(["drift", at.folder])).code).toBe(0);
});

slowTest("a replaced site space is deleted after its successor is written", async () => {
  const before = [
    section("one", [spacePart("guides"), spacePart("news")]),
    section("two", [spacePart("plans")]),
  ];
  const at = await openSite(before);
  const { workspace, admin, ofSite } = at;
  const { items } = await workspace.ok(admin, siteSpace.list, ofSite);
  const plans = items.find(({ space }) => space.title === "Plans");
  const spaceId = (await at.spaces()).find(({ title }) => title === "Reference")?.id ?? "";
  const sectionId = plans?.section;
  if (sectionId === undefined) throw new Error("Plans is in a section.");
  const others = await workspace.ok(admin, siteSpace.create, { ...ofSite, spaceId, sectionId });
  await workspace.ok(admin, siteSpace.update, { ...ofSite, siteSpaceId: others.id, path: "new" });

  at.write([
    section("one", [spacePart("guides")]),
    section("two", [spacePart("plans"), spacePart("news", { path: "new" })]),
  ]);
  const refused = await at.run(["apply", at.folder, "--yes"]);
  expect(refused.code).toBe(9);
  expect((await at.shows())[0]).toEqual(["ONE", "guides: Guides", "news: News"]);
  expect((await at.run(["drift", at.folder])).stdout).not.toContain("sites/docs/one");

  await workspace.ok(admin, siteSpace.update, { ...ofSite, siteSpaceId: others.id, path: "old" });
  const applied = await at.run(["apply", at.folder, "--yes"]);
  expect(applied.code, applied.stderr + applied.stdout).toBe(0);
  expect(await at.shows()).toEqual([
    ["ONE", "guides: Guides"],
    ["TWO", "plans: Plans", "old: Reference", "new: News"],
  ]);
});

slowTest("sections that leave a group are not reported as drift of the order", async () => {
  const one = section("one", [spacePart("guides")]);
  const two = section("two", [spacePart("news")]);
  const last = section("last", [spacePart("plans")]);
  const at = await openSite([
    last,
    group("more", [one, two, section("in", [spacePart("reference")])]),
  ]);
  at.write([two, group("more", [section("in", [spacePart("reference")])]), one, last]);
  const applied = await at.run(["apply", at.folder, "--yes"]);
  expect(applied.code, applied.stderr + applied.stdout).toBe(0);
  expect((await at.shows()).map(([title]) => title)).toEqual(["TWO", "ONE", "LAST"]);
});

slowTest(
  "resources removed from the files are unmanaged, and can still be deleted with --prune",
  async () => {
    const one = section("one", [spacePart("guides")]);
    const two = section("two", [spacePart("news")]);
    const at = await openSite([one, two]);
    at.write([two]);
    const applied = await at.run(["apply", at.folder, "--yes"]);
    expect(applied.code, applied.stderr).toBe(0);
    const { workspace, admin, ofSite } = at;
    const { structure } = await workspace.ok(admin, site.structure, ofSite);
    const [first = "", second = ""] = structure.map(({ id }) => id);
    const item = { type: "site-section", id: first } as const;
    const position = { after: { type: "site-section", id: second } } as const;
    await workspace.ok(admin, site.sort, { ...ofSite, item, position });
    await workspace.ok(admin, siteSection.update, {
      ...ofSite,
      siteSectionId: first,
      title: "Theirs",
    });
    const drifted = await at.run(["drift", at.folder]);
    expect([drifted.code, drifted.stdout]).toEqual([0, expect.not.stringContaining("order")]);
    const pruned = await at.run(["apply", at.folder, "--prune", "--yes"]);
    expect(pruned.code, pruned.stderr).toBe(0);
    expect(await at.shows()).toEqual([["TWO", "news: News"]]);
    const lock = readFileSync(join(at.folder, "tome.lock.json"), "utf8");
    expect(lock).not.toMatch(/sites.docs.(?:one|guides)/);
  },
);

slowTest(
  "a space renamed in an exported folder is planned and applied without a note about its title",
  async () => {
    const { tome, ok } = openLocalTome({ withSample: true });
    const folder = join(temporaryFolder(), "acme");
    await ok(`export ${folder}`);
    const file = join(folder, "content.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(": API reference\n", ": API manual\n"));
    const planned = await tome(`plan ${folder} --local`);
    expect(planned.stdout).toContain("API manual");
    expect(planned.stderr).not.toContain("has no effect");
    const applied = await tome(`apply ${folder} --yes --local`, {
      interrupted: () => new Promise(() => {}),
    });
    expect(applied.stdout + applied.stderr).toContain("Applied 1 of 1 change.");
    const again = await tome(`plan ${folder} --local`);
    expect(again.stderr).toContain("The organization matches the files");
    expect(again.stderr).not.toContain("has no effect");
  },
);

test("a rename of a space says nothing about the title that an earlier export wrote", async () => {
  const at = await openSite([section("one", [spacePart("guides", { title: "Guides" })])]);
  const file = join(at.folder, "content.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("Guides", "Manuals"));
  const planned = await at.run(["plan", at.folder]);
  expect(planned.stdout).toContain("Manuals");
  expect(planned.stderr).not.toContain("has no effect");
});

slowTest("plan reports a site space title that has no effect", async () => {
  const at = await openSite([section("one", [spacePart("guides", { title: "Guides" })])]);
  expect((await at.run(["plan", at.folder])).stderr).not.toContain("changes nothing");
  at.write([section("one", [spacePart("guides", { title: "Manuals" })])]);
  const planned = await at.run(["plan", at.folder, "--fail"]);
  expect([planned.code, planned.stderr]).toEqual([
    0,
    expect.stringContaining(
      'sites/docs.yaml: the title "Manuals" of sites/docs/guides has no effect, because a site space has the title of its space (spaces/guides, "Guides"). Remove it.',
    ),
  ]);
});
