import { describe, expect, test } from "vitest";
import { longestVariables } from "../../../../../src/document/repository/import-limits.ts";
import type { Variables } from "../../../../../src/service/areas/content/tree/tree.ts";
import { createVariablesFile } from "../../../../../src/service/areas/git/files/variables-file.ts";
import { createGitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { importListed, readContent } from "../../../../support/git/listed-import.ts";
import { publish, tree } from "../../../../support/organizations/content.ts";

const create = (now: Variables, before?: Variables) =>
  createVariablesFile(tree([], { variables: now }), before && tree([], { variables: before }));

describe("the file of the variables of a space", () => {
  test.each<[Variables, Variables | undefined, boolean | undefined]>([
    [{}, { a: 1 }, undefined],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: "1" }, false],
    [{ a: 1 }, undefined, false],
  ])("%j after %j is unchanged: %s", (now, before, isUnchanged) => {
    expect(create(now, before)?.isUnchanged).toBe(isUnchanged);
  });

  test.each<[string, string | undefined, Variables, string]>([
    ["without a file is new", undefined, { a: 1, b: "x" }, "a: 1\nb: x\n"],
    ["with the same values stays", "# Note\na:   1\n", { a: 1 }, "# Note\na:   1\n"],
    [
      "with another value changes its line",
      "# Note\na:   1\nb: 'x'\n",
      { a: 2, b: "x" },
      "# Note\na: 2\nb: 'x'\n",
    ],
    ["with a new variable gets a line", "a:   1\n", { a: 1, b: true }, "a:   1\nb: true\n"],
    ["without a variable loses its line", "a:   1\nb:   2\n", { b: 2 }, "b:   2\n"],
    [
      "with lines of Windows keeps them",
      "a:   1\r\nb:   2\r\n",
      { a: 1, b: 3 },
      "a:   1\r\nb: 3\r\n",
    ],
    ["in one line with the same values stays", "{ a: 1 }\r\n", { a: 1 }, "{ a: 1 }\r\n"],
    ["in one line with another value is written anew", "{ a: 1 }\n", { a: 2 }, "a: 2\n"],
    [
      "whose anchors would change another value is written anew",
      "a: &x 1\nb: &x 2\nc: *x\n",
      { a: 1, b: 3, c: 2 },
      "a: 1\nb: 3\nc: 2\n",
    ],
    ["that is invalid is written anew", "a: [1]\n", { a: 1 }, "a: 1\n"],
    ["that cannot be parsed is written anew", "a: [\n", { a: 1 }, "a: 1\n"],
  ])("%s", async (_, text, variables, expected) => {
    const base = text === undefined ? undefined : Buffer.from(text);
    expect((await create(variables)?.write(base))?.toString()).toBe(expected);
  });
});

test("the variables of a space are those of the repository, as long as it has the file", async () => {
  const rows = await createGitRows(await openGitPlatform());
  const home = { "README.md": "# Home\n" };
  const read = async (text?: string) => {
    await importListed(rows, text === undefined ? home : { ...home, ".gitbook/vars.yaml": text });
    return (await readContent(rows)).variables;
  };
  const own = () =>
    publish(rows.workspace, rows.spaceId, (content) => ({ ...content, variables: { own: 1 } }));
  await own();
  // Before the first import, and without a file, they stay.
  expect(await read()).toEqual({ own: 1 });
  expect(await read()).toEqual({ own: 1 });
  expect(await read("a: 1\n")).toEqual({ own: 1, a: 1 });
  expect(await read("a: 2\nb: x\n")).toEqual({ own: 1, a: 2, b: "x" });
  expect(await read()).toEqual({ own: 1 });
});

test("the variables of an export without their file stay", async () => {
  const rows = await createGitRows(await openGitPlatform());
  const home = { "README.md": "# Home\n" };
  await importListed(rows, home);
  await publish(rows.workspace, rows.spaceId, (content) => ({ ...content, variables: { own: 1 } }));
  // Earlier versions did not write the file.
  const synced_revision_id = await rows.getRevision();
  await rows.db
    .updateTable("git_syncs")
    .set({ synced_revision_id })
    .where("space_id", "=", rows.spaceId)
    .execute();
  await importListed(rows, { ...home, "a.md": "# A\n" });
  expect((await readContent(rows)).variables).toEqual({ own: 1 });
});

test("the file has a limit for its size", async () => {
  const rows = await createGitRows(await openGitPlatform());
  const read = (size: number) =>
    importListed(rows, { "README.md": "# Home\n", ".gitbook/vars.yaml": size });
  await expect(read(longestVariables + 1)).rejects.toMatchObject({
    reason: "too-large",
    message: `.gitbook/vars.yaml has ${longestVariables + 1} bytes, which exceeds the limit of ${longestVariables}.`,
  });
  // The file itself does not exist here.
  await expect(read(longestVariables)).rejects.toThrow("Cannot read .gitbook/vars.yaml");
});
