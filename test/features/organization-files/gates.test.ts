/** Refusals and reports of plan and apply for incomplete or repeated input. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import * as site from "../../../src/contract/site.ts";
import * as space from "../../../src/contract/space.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

type Folder = Awaited<ReturnType<typeof openFolder>>;

async function apply(at: Folder, ...flags: string[]) {
  const applied = await at.run(["apply", at.folder, "--yes", ...flags]);
  expect(applied.code, applied.stderr + applied.stdout).toBe(0);
  return applied;
}

const people = `members:
  ada@example.com: edit
  grace@example.com: read
teams:
  docs:
    title: Docs
    members:
      ada@example.com: owner
`;

const content = `collections:
  product:
    title: Product
    spaces:
      guides: { title: Guides }
spaces:
  notes:
    title: Notes
    grants:
      ada@example.com: edit
`;

const help = `site:
  title: Help
  structure:
    - type: section
      key: one
      title: One
      children:
        - { type: space, key: guides }
shareLinks:
  reviewers: true
`;

function writeSources(at: Folder): void {
  at.write("people.yaml", people);
  at.write("content.yaml", content);
  at.write("sites/help.yaml", help);
  at.write("org.yaml", "emailDomains: [example.com]\n");
}

async function openApplied() {
  const at = await openFolder();
  writeSources(at);
  await apply(at);
  return at;
}

/** A folder that was applied, for tests that send no changes. Each writes the files first. */
let shared: Folder;

beforeAll(async () => {
  shared = await openApplied();
});

/** Comments out the lines of a list, which leaves its key without a value. */
function commentOut(text: string, key: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.trim() === `${key}:`);
  const indent = lines[at]?.search(/\S/) ?? 0;
  const end = lines.findIndex((line, index) => index > at && line.search(/\S/) <= indent);
  return lines.map((line, index) => (index > at && index < end ? `# ${line}` : line)).join("\n");
}

describe("a list without entries", () => {
  const lists = [
    ["people.yaml", people, "members", "members has no entries, but had 2 entries", "{}"],
    ["people.yaml", people, "teams", "teams has no entries, but had 1 entry", "{}"],
    ["content.yaml", content, "collections", "collections has no entries", "{}"],
    ["content.yaml", content, "spaces", "collections.product.spaces has no entries", "{}"],
    ["content.yaml", content, "grants", "spaces.notes.grants has no entries", "{}"],
    ["sites/help.yaml", help, "structure", "site.structure has no entries", "[]"],
    ["sites/help.yaml", help, "shareLinks", "shareLinks has no entries", "{}"],
    ["org.yaml", "emailDomains:\n", "emailDomains", "emailDomains has no entries", "[]"],
  ] as const;

  const flagLists = [[], ["--prune"], ["--prune", "--max-deletes", "100%"]];
  const cases = lists.flatMap((list) => flagLists.map((flags) => ({ list, flags })));

  slowTest("is refused for a commented-out list in any file", async () => {
    const at = shared;
    for (const { list, flags } of sample(cases, 8)) {
      const [file, text, key, said, explicit] = list;
      writeSources(at);
      at.write(file, commentOut(text, key));
      // The space of the site is in content.yaml.
      if (key === "spaces") at.write("sites/help.yaml", "site: { title: Help }\n");
      const { code, stderr } = await at.run(["apply", at.folder, "--yes", ...flags]);
      expect([key, flags, code, at.writes()], stderr).toEqual([key, flags, 2, []]);
      expect(stderr).toContain(`${said}`);
      expect(stderr).toContain(`write ${explicit}`);
    }
  });

  test("with only exclusive is refused too", async () => {
    const at = shared;
    writeSources(at);
    at.write("people.yaml", people.replace("ada@example.com: owner", "exclusive: true"));
    const { code, stderr } = await at.run(["plan", at.folder]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("teams.docs.members has no entries"),
    ]);
  });

  slowTest("is accepted if it is explicit, or was empty before", async () => {
    const at = await openApplied();
    at.write("people.yaml", people.replace(/members:\n +ada@example.com: owner/, "members: {}"));
    await apply(at);
    at.write("people.yaml", people.replace(/members:\n +ada@example.com: owner/, "members:"));
    expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
    at.write("org.yaml", "emailDomains: []\n");
    await apply(at);
  });
});

slowTest(
  "the deletion limit applies to a single resource if none of its kind would be left",
  async () => {
    const at = await openFolder();
    at.write("content.yaml", { spaces: { one: { title: "One" } } });
    await apply(at);
    at.write("content.yaml", { spaces: {} });
    const { code, stderr } = await at.run(["apply", at.folder, "--prune", "--yes"]);
    expect([code, at.writes()]).toEqual([2, []]);
    expect(stderr).toContain("1 of 1 managed spaces would be deleted, but --max-deletes permits 0");
    await apply(at, "--prune", "--max-deletes", "1");
    expect(await at.spaces()).toEqual([]);
  },
);

describe("a user in a team, a grant or a rule", () => {
  const rules = {
    type: "rules",
    rules: [{ rule: "require_one_of_specific_reviewers", users: ["cem@example.com"] }],
  };
  const grants = { "cem@example.com": "edit" };

  const wrong = [
    [
      "people.yaml",
      people.replace("ada@example.com: owner", "CEM@example.com: owner"),
      "teams/docs",
    ],
    ["content.yaml", { spaces: { notes: { title: "Notes", grants } } }, "spaces/notes"],
    ["content.yaml", { spaces: { notes: { title: "Notes", mergeRules: rules } } }, "spaces/notes"],
    ["sites/other.yaml", { site: { title: "Other" }, grants }, "sites/other"],
  ] as const;

  slowTest("who is not a member is refused in any file", async () => {
    const at = shared;
    const lines = [["plan"], ["apply", "--yes"]];
    const cases = wrong.flatMap((row) => lines.map((words) => ({ row, words })));
    for (const { row, words } of sample(cases, 4)) {
      const [file, value, address] = row;
      writeSources(at);
      rmSync(join(at.folder, "sites/other.yaml"), { force: true });
      at.write(file, value);
      const { code, stderr } = await at.run([...words, at.folder]);
      expect([file, words, code, at.writes()], stderr).toEqual([file, words, 2, []]);
      expect(stderr).toContain(`${address} refers to cem@example.com, who is not a member`);
    }
    rmSync(join(at.folder, "sites/other.yaml"), { force: true });
  });

  slowTest(
    "is refused if the plan removes the member, and accepted if another user invited them",
    async () => {
      const at = shared;
      writeSources(at);
      at.write("people.yaml", people.replace("  ada@example.com: edit\n", ""));
      expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
      const refused = await at.run(["apply", at.folder, "--prune", "--max-deletes", "9", "--yes"]);
      expect([refused.code, at.writes()]).toEqual([2, []]);
      expect(refused.stderr).toContain("refers to ada@example.com, who would be removed");
    },
  );
});

slowTest("an external link without a section is refused before anything is written", async () => {
  const at = await openFolder();
  const link = {
    type: "external-link",
    key: "status",
    title: "Status",
    url: "https://example.com",
  };
  at.write("content.yaml", { spaces: { notes: { title: "Notes" } } });
  for (const structure of [[link], [{ type: "space", key: "notes" }, link]]) {
    at.write("sites/help.yaml", { site: { title: "Help", structure } });
    for (const command of ["plan", "apply"]) {
      const { code, stderr } = await at.run([
        command,
        at.folder,
        ...(command === "apply" ? ["--yes"] : []),
      ]);
      expect([code, at.writes()]).toEqual([2, []]);
      expect(stderr).toMatch(
        /sites\/help\.yaml, line \d+: sites\/help\/status is an external link/,
      );
    }
  }
  const section = { type: "section", key: "one", children: [{ type: "space", key: "notes" }] };
  at.write("sites/help.yaml", {
    site: { title: "Help", structure: [link, { ...section, title: "One" }] },
  });
  await apply(at);
  expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
});

slowTest(
  "the only space of a section stays until the section is deleted with --prune",
  async () => {
    const at = await openFolder();
    const build = (...keys: string[]) => ({
      site: {
        title: "Help",
        structure: keys.map((key) => ({
          ...{ type: "section", key, title: key, path: key },
          children: [{ type: "space", key: "notes", path: "notes" }],
        })),
      },
    });
    at.write("content.yaml", { spaces: { notes: { title: "Notes" } } });
    at.write("sites/help.yaml", build("one"));
    await apply(at);
    at.write("sites/help.yaml", build("two"));
    const applied = await apply(at);
    expect(applied.stderr).toContain("stays in sites/help/one, which is not in the files");
    expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
    await apply(at, "--prune", "--max-deletes", "100%");
    expect(at.writes()).toEqual([expect.stringMatching(/^DELETE .*\/sections\//)]);
    expect((await at.run(["plan", at.folder, "--prune", "--fail"])).code).toBe(0);
  },
);

describe("the key of a space on a site", () => {
  slowTest("is renamed only with moved, which also covers the site file", async () => {
    const at = await openApplied();
    const before = await at.spaces();
    at.write("content.yaml", content.replace("guides:", "manual:"));
    const refused = await at.run(["apply", at.folder, "--yes"]);
    expect([refused.code, at.writes()]).toEqual([2, []]);
    expect(refused.stderr).toContain('add "moved: guides" to spaces/manual');
    at.write("content.yaml", content.replace("guides: {", "manual: { moved: guides,"));
    await apply(at);
    expect(at.writes()).toEqual([]);
    // "moved" is removed after the apply; the site file keeps the old key.
    at.write("content.yaml", content.replace("guides:", "manual:"));
    await apply(at);
    expect(at.writes()).toEqual([]);
    expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
    expect(await at.spaces()).toEqual(before);
  });

  slowTest("is refused if only the key of the part is renamed", async () => {
    const at = await openApplied();
    const { length } = await at.spaces();
    at.write("sites/help.yaml", help.replace("key: guides", "key: manual, title: Guides"));
    const refused = await at.run(["apply", at.folder, "--yes"]);
    expect([refused.code, at.writes()]).toEqual([2, []]);
    expect(refused.stderr).toContain('add "moved: guides" to sites/help/manual');
    at.write("sites/help.yaml", help.replace("key: guides", "key: manual, moved: guides"));
    await apply(at);
    expect(await at.spaces()).toHaveLength(length);
    expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
  });
});

slowTest("a deleted space is restored with its place on the site", async () => {
  const at = await openApplied();
  const guides = (await at.spaces()).find(({ title }) => title === "Guides");
  const spaceId = guides?.id ?? "";
  await at.workspace.ok(at.admin, space.remove, { spaceId });
  const planned = await at.run(["plan", at.folder]);
  expect(planned.stderr).toContain(`tome space restore ${spaceId}`);
  expect(planned.stdout).toContain("restore\tspaces/guides");
  const dry = await at.run(["apply", at.folder, "--dry-run"]);
  expect(dry.stdout).toContain(`/spaces/${spaceId}/restore`);
  expect(dry.stdout).not.toContain("/site-spaces");
  await apply(at);
  expect((await at.spaces()).map(({ id }) => id)).toContain(spaceId);
  expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
});

slowTest(
  "two checkouts create each resource once, one after the other and at the same time",
  async () => {
    const at = await openFolder();
    at.write("content.yaml", content);
    at.write("people.yaml", people);
    at.write("sites/help.yaml", help);
    const other = temporaryFolder();
    mkdirSync(join(other, "sites"));
    for (const name of ["content.yaml", "people.yaml", "sites/help.yaml"]) {
      writeFileSync(join(other, name), readFileSync(join(at.folder, name)));
    }
    const runs = await Promise.all([
      at.run(["apply", at.folder, "--yes"]),
      at.run(["apply", other, "--yes"]),
    ]);
    expect(runs.map(({ code }) => code).toSorted(), runs.map((one) => one.stderr).join()).toEqual([
      0, 6,
    ]);
    const refused = runs.find(({ code }) => code === 6);
    expect(refused?.stdout).toMatch(
      /The collection .*Product.* already exists \(\w+\), so collections\/product was not created/,
    );
    expect(await at.spaces()).toHaveLength(2);
    const own = { organizationId: at.organizationId };
    expect((await at.workspace.ok(at.admin, site.list, own)).items).toHaveLength(1);

    const third = temporaryFolder();
    writeFileSync(join(third, "content.yaml"), "spaces: { notes: { title: Notes } }\n");
    const later = await at.run(["apply", third, "--yes"]);
    expect([later.code, at.writes()]).toEqual([6, []]);
    const another = await at.run(["apply", third, "--yes", "--adopt", "spaces/notes=new"]);
    expect(another.code, another.stderr).toBe(0);
    expect(await at.spaces()).toHaveLength(3);
  },
);

test("plan in a pipe prints old and new values and the number of examined resources", async () => {
  const at = shared;
  writeSources(at);
  at.write("content.yaml", content.replace("title: Notes", "title: Release notes"));
  const { stdout, stderr } = await at.run(["plan", at.folder]);
  expect(stdout).toContain('title: "Notes" → "Release notes"');
  expect(stderr).toMatch(/Examined 4 files and \d+ resources, skipped 1 resource that is not in/);
});

slowTest(
  "drift reports the number of compared resources and fields, and of skipped ones",
  async () => {
    const at = await openApplied();
    const drift = async (...flags: string[]) => at.run(["drift", at.folder, ...flags]);
    const { code, stderr } = await drift();
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/\nExamined 10 resources and \d+ fields\.\n$/),
    ]);
    const spaceId = (await at.spaces()).find(({ title }) => title === "Notes")?.id ?? "";
    await at.workspace.ok(at.admin, space.update, { spaceId, title: "Other" });
    expect((await drift()).code).toBe(10);
    const ignored = await drift("--ignore", "spaces/notes.title");
    expect([ignored.code, ignored.stderr]).toEqual([
      0,
      expect.stringContaining("skipped 1 change of --ignore."),
    ]);
    at.write("people.yaml", people.replace(/teams:[\s\S]*/, "teams: {}\n"));
    await apply(at);
    expect((await drift()).stderr).toContain("skipped 1 resource that the files no longer contain");
  },
);

slowTest(
  "specifications of an export can be removed with --prune, and their list is not emptied by comments",
  async () => {
    const at = await openFolder();
    at.write("specs.yaml", "specs:\n  pets: { file: pets.yaml, visibility: public }\n");
    at.write("pets.yaml", "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n");
    await apply(at);
    await at.workspace.service.jobs.finish();
    const folder = join(temporaryFolder(), "copy");
    expect((await at.run(["export", folder])).code).toBe(0);
    writeFileSync(join(folder, "specs.yaml"), "specs:\n#  pets: { file: pets.yaml }\n");
    const refused = await at.run(["plan", folder, "--prune"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("specs has no entries, but had 1 entry before");
    writeFileSync(join(folder, "specs.yaml"), "specs: {}\n");
    const plan = await at.run(["plan", folder, "--prune", "--max-deletes", "1"]);
    expect(plan.stdout, plan.stderr).toContain("delete\tspecs/pets");
  },
);
