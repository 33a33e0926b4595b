import { describe, expect, test } from "vitest";
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
