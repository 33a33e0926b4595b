/**
 * The requests of one command are undone together: an apply, a member sync, the decisions of a
 * review.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { valuesIn } from "../../support/organizations/file-organization.ts";

/** The sample, its owner's organization as files, and helpers to change and compare them. */
async function sample() {
  const platform = openWithHistory({ withSample: true });
  const all: { id: string; title: string }[] = JSON.parse(await platform.ok("org list --json"));
  const org = all.find(({ title }) => title === "My organization")?.id;
  const run = (line: string, more?: Readonly<Record<string, string>>) =>
    platform.run(line, { TOME_ORG: org ?? "", ...more });
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    expect(code, `${line}: ${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  const exported = async () => {
    const folder = join(temporaryFolder(), "acme");
    await ok(`export ${folder} --with grants`);
    return folder;
  };
  return { run, ok, exported };
}

interface Tree {
  title?: string;
  description?: string;
  grants?: Record<string, string>;
  spaces?: Record<string, object>;
  collections?: Record<string, Tree>;
}

function change<T>(file: string, by: (value: T) => void): void {
  const value: T = parse(readFileSync(file, "utf8"));
  by(value);
  writeFileSync(file, stringify(value));
}

slowTest(
  "an apply is undone in reverse with its new resources, and a dry run lists all of it",
  async () => {
    const { run, ok, exported } = await sample();
    const before = await exported();
    const folder = join(temporaryFolder(), "acme");
    cpSync(before, folder, { recursive: true });
    change<{ collections: Record<string, Tree>; spaces: Record<string, object> }>(
      join(folder, "content.yaml"),
      ({ collections, spaces }) => {
        const { developers, operations } = collections;
        if (developers) developers.title = "Engineers";
        const { welcome } = spaces;
        delete spaces.welcome;
        if (operations?.spaces && welcome) operations.spaces.welcome = welcome;
        collections.research = {
          ...{ title: "Research", description: "New", grants: { "teams/writers": "edit" } },
          spaces: { papers: { title: "Papers", defaultLevel: "comment" } },
        };
      },
    );
    change<{ site: { title: string; structure: object[] } }>(
      join(folder, "sites", "lumen-documentation.yaml"),
      ({ site }) => {
        const children = [{ type: "space", key: "papers", title: "Papers", path: "papers" }];
        const section = { type: "section", key: "section-papers", title: "Papers", path: "papers" };
        site.structure = [...site.structure.toReversed(), { ...section, children }];
      },
    );
    await ok(`apply ${folder} --yes`);
    const dry = await run("undo --dry-run");
    expect(dry.stderr).not.toContain("changed since");
    const deleted = (text: string) => [...text.matchAll(/"method": "DELETE"/g)].length;
    // The section, the space, the collection, and the role of the team in it.
    expect(deleted(dry.stdout)).toBe(4);
    const undone = await run("undo --yes");
    expect([undone.code, undone.stderr]).toEqual([0, ""]);
    expect(undone.stdout).toContain("was deleted with");
    expect(valuesIn(await exported())).toEqual(valuesIn(before));
    expect((await run("undo --yes")).stderr).toContain("nothing to undo");
  },
);

slowTest(
  "undo reverts a member sync except for invitations, also for members named by email",
  async () => {
    const { run, ok, exported } = await sample();
    const before = valuesIn(await exported());
    const roster = join(temporaryFolder(), "roster.csv");
    const people = ["aiko@example.com,create,Writers", "new@example.com,read,Writers"];
    writeFileSync(roster, `email,role,teams\n${people.join("\n")}\n`);
    await ok(`member sync --roster ${roster} --yes`);
    const undone = await run("undo --yes");
    expect([undone.code, undone.stderr]).toEqual([
      9,
      expect.stringContaining("The invitations have been sent, and users may be members already"),
    ]);
    const invited = JSON.parse(await ok("member list --search new@example.com --json id"));
    await ok(`member remove ${invited[0].id} --yes`);
    expect(valuesIn(await exported())).toEqual(before);
  },
);

slowTest("decisions of a review are undone role by role", async () => {
  const { ok, exported } = await sample();
  const before = valuesIn(await exported());
  const review = join(temporaryFolder(), "review");
  await ok(`access review --save ${review}`);
  const decisions = join(review, "access.csv");
  const lines = readFileSync(decisions, "utf8").trim().split("\n");
  const decided = lines.map((line) => {
    if (/^,.*claire@example.com,guest,space,Support answers/.test(line)) return `revoke${line}`;
    if (/^,.*aiko@example.com,member,space,Incident/.test(line)) return `edit${line}`;
    return line;
  });
  writeFileSync(decisions, `${decided.join("\n")}\n`);
  await ok(`access apply ${decisions} --yes`);
  expect(valuesIn(await exported())).not.toEqual(before);
  await ok("undo --yes");
  expect(valuesIn(await exported())).toEqual(before);
});

test("new resources of a group stay if another user has changed content in them", async () => {
  const { run, ok } = await sample();
  const folder = temporaryFolder();
  const notes = { title: "Notes", grants: { "aiko@example.com": "edit" } };
  writeFileSync(join(folder, "content.yaml"), stringify({ spaces: { notes } }));
  await ok(`apply ${folder} --yes`);
  const others = "space permission update Notes --user aiko@example.com --role read";
  expect((await run(others, { TOME_HISTORY: "off" })).code).toBe(0);
  const kept = await run("undo --yes --json status,error");
  const left = { status: "changed since", error: expect.stringContaining("has changed since") };
  expect([kept.code, JSON.parse(kept.stdout)]).toEqual([9, [left, left]]);
  expect(await ok("space get Notes --json title")).toContain("Notes");
  await ok("undo --force --yes");
  expect((await run("space get Notes")).code).toBe(5);
});
