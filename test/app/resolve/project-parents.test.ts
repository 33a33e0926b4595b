import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  describeProjectParents,
  describeTitledParents,
  withProjectParents,
} from "../../../src/app/resolve/project-parents.ts";
import type { ResolvedSettings } from "../../../src/context.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openTome, type Tome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

/** A folder whose project file names the organization of the local platform. */
async function project(tome: Tome) {
  const { stdout } = await tome("org list --local --format id");
  const org = stdout.trim();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".tome.json"), JSON.stringify({ org }));
  return { cwd, org };
}

test("a write in an organization of the project file names it in the sentence and the confirmation", async () => {
  const tome = openTome();
  const { cwd, org } = await project(tome);
  const made = await tome("site create --title Docs --type basic --local --format id", { cwd });
  expect(made.stderr).toContain(` Used organization ${org} (from .tome.json).`);
  const site = made.stdout.trim();
  const asked = await tome(`site delete ${site} --local`, { cwd, answers: ["n"] });
  expect(asked.code).toBe(3);
  expect(asked.stderr).toMatch(
    new RegExp(
      `, in organization "[^"]+" \\(${org}\\) \\(from \\.tome\\.json\\)\\? Its spaces are kept`,
    ),
  );
  const deleted = await tome(`site delete ${site} --yes --local`, { cwd });
  expect(deleted.stderr).toContain(` Used organization ${org} (from .tome.json).`);
});

slowTest("a typed parent and a read command do not name it", async () => {
  const tome = openTome();
  const { cwd, org } = await project(tome);
  const typed = await tome(`space create --title A --org ${org} --local`, { cwd });
  expect(typed.stderr).not.toContain(".tome.json");
  const read = await tome("space list --local", { cwd });
  expect(read.stderr).not.toContain(".tome.json");
});

slowTest("tome api and bulk runs name it too", async () => {
  const tome = openTome();
  const { cwd, org } = await project(tome);
  const byHand = await tome("api POST /orgs/{org}/spaces -f title=B --local", { cwd });
  expect(byHand.stderr).toContain(`Used organization ${org} (from .tome.json).`);
  const rows = join(cwd, "spaces.csv");
  writeFileSync(rows, "title\nC\nD\n");
  const many = await tome(`space create --from ${rows} --local`, {
    cwd,
    interrupted: () => new Promise(() => {}),
  });
  expect(many.stderr).toContain(`All 2 items are done, in organization ${org} (from .tome.json).`);
});

test("the confirmation of tome api DELETE names the parent", async () => {
  const tome = openTome();
  const { cwd, org } = await project(tome);
  const asked = await tome("api DELETE /orgs/{org}/teams/nowhere --local", { cwd, answers: ["n"] });
  expect(asked.code).toBe(3);
  expect(asked.stderr).toMatch(
    new RegExp(`teams/nowhere, in organization "[^"]+" \\(${org}\\) \\(from \\.tome\\.json\\)\\?`),
  );
});

test.each([
  "api PATCH /orgs/{org}/teams/nowhere -f title=A",
  "team update NowhereNowhereNowher --title A",
])("a failed write names its organization, also with --quiet: %s", async (line) => {
  const tome = openTome();
  const { cwd, org } = await project(tome);
  const failed = await tome(`${line} --quiet --local`, { cwd });
  expect([failed.code, failed.stderr]).toEqual([
    5,
    expect.stringContaining(` Used organization ${org} (from .tome.json).`),
  ]);
});

test.each([
  ["Acme", ', in organization "Acme" (O1) (from .tome.json)'],
  ["", ", in organization O1 (from .tome.json)"],
  [null, ", in organization O1 (from .tome.json)"],
  [undefined, ", in organization O1 (from .tome.json)"],
])("an organization with the title %j appears as%s", async (title, text) => {
  const { client } = openScriptedClient(() => ({ id: "O1", title }));
  const org = { value: "O1", from: "project file /p/.tome.json", projectFile: "/p/.tome.json" };
  const settings = createPartial<ResolvedSettings>({ org });
  const context = { client: async () => client, parentId: async () => "O1" };
  expect(await describeTitledParents(["org"], settings, "/p", context)).toBe(text);
});

test("only parents of the project file are read and named, in their order", async () => {
  const file = (value: string, projectFile = "/p/.tome.json") => ({
    ...{ value, from: `project file ${projectFile}`, projectFile },
  });
  const settings = createPartial<ResolvedSettings>({
    org: { value: "O1", from: "flag --org" },
    space: file("S1"),
    site: file("T1"),
  });
  const { client, sent } = openScriptedClient(({ line }) => ({
    title: line.includes("S1") ? "Guide" : "Docs",
  }));
  const context = {
    client: async () => client,
    parentId: async (parent: "org" | "space" | "site") => settings[parent]?.value,
  };
  const text = await describeTitledParents(["org", "space", "site"], settings, "/p/docs", context);
  expect(text).toBe(', in space "Guide" (S1), site "Docs" (T1) (from ../.tome.json)');
  expect(sent).toEqual(["GET /spaces/S1", "GET /orgs/O1/sites/T1"]);
  expect(describeProjectParents(["org"], settings, "/p")).toBe("");
  expect(describeProjectParents([], settings, "/p")).toBe("");
});

test.each([
  ["Delete it? It is gone.", "Delete it{projectParents}? It is gone."],
  ["Delete it?", "Delete it{projectParents}?"],
  ["Merge a.md. Continue?", "Merge a.md{projectParents}. Continue?"],
  ["No end", "No end"],
])("the parents are at the end of the first clause of %j", (sentence, expected) => {
  const [first, second] = [withProjectParents(sentence), expected];
  expect(first).toBe(second);
});
