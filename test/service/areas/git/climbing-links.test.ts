/** Links with more `..` than folders: as in any URL, they end at the root. */
import { expect, test } from "vitest";
import { collectReferences } from "../../../../src/document/references.ts";
import { checkRepository } from "../../../../src/document/repository/check.ts";
import { getDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";

const page = [
  "# Start",
  "[Up](../../README.md#welcome)",
  "![It](../../../../.gitbook/assets/a.svg)",
  "[Round](../../docs/guides/start.md)",
  "[Out](../../other.md)\n",
].join("\n\n");

const files = (root: string) => ({
  [`${root}README.md`]: "# Welcome\n\n## Welcome\n",
  [`${root}SUMMARY.md`]: "* [Welcome](README.md)\n* [Start](guides/start.md)\n",
  [`${root}guides/start.md`]: page,
  [`${root}.gitbook/assets/a.svg`]: "<svg/>",
  "other.md": "# Not of the content\n",
});

async function kinds(root: string) {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit(files(root));
  const asked = root === "" ? {} : { repoProjectDirectory: root.slice(0, -1) };
  expect(await space.imports(repository.path, asked)).toMatchObject({ state: "success" });
  const { document = "" } = pageCalled(await space.tree(), "Start");
  const found = collectReferences(await getDocument(space.workspace.db, space.spaceId, document));
  const head = repository.head();
  expect(await space.exports(repository.path, asked)).toMatchObject({ commit: head });
  return found.map(({ ref }) => ref.kind);
}

slowTest(
  "links above the root of a repository stay at the root, and are not reported as broken",
  async () => {
    expect(await kinds("")).toEqual(["anchor", "file", "url", "url"]);
    const all = Object.entries(files(""));
    const { faults } = await checkRepository({
      files: all.map(([path, { length: size }]) => ({ path, size, stamp: "" })),
      read: async (path) => Object.fromEntries(all)[path] ?? "",
      mayBeUnlisted: () => true,
    });
    expect(faults.map(({ rule, target }) => [rule, target])).toEqual([
      ["link-broken", "../../docs/guides/start.md"],
      ["link-broken", "../../other.md"],
    ]);
  },
);

test("in a folder of a repository, links above the folder leave it, unless they return", async () => {
  expect(await kinds("docs/")).toEqual(["url", "url", "page", "url"]);
});
