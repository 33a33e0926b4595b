/** Every kind of change of a file in the branch, with every kind of change of its page in the space. */
import { expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putDocuments } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage, ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import {
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { type GitSpace, gitSpace, pageCalled } from "../../../support/git/git-space.ts";

const fileChanges = ["nothing", "text", "title", "move", "move and text", "deletion"] as const;
const pageChanges = ["nothing", "text", "title", "description", "move", "deletion"] as const;

interface Pair {
  readonly file: (typeof fileChanges)[number];
  readonly page: (typeof pageChanges)[number];
  /** Its name in paths. */
  readonly name: string;
}

const pairs: readonly Pair[] = fileChanges.flatMap((file, row) =>
  pageChanges.map((page, column) => ({ file, page, name: `page-${row}${column}` })),
);

/** The same property has two new values, or one side deletes what the other one changes. */
const isConflict = ({ file, page }: Pair) =>
  (file === "title" && page === "title") ||
  (file === "deletion" && page !== "deletion" && page !== "nothing") ||
  (page === "deletion" && file !== "deletion" && file !== "nothing");

/** Names of the file, so that Git finds no other file with the same lines. */
const filler = (name: string) =>
  Array.from({ length: 12 }, (_, line) => `Line ${line} of ${name}.\n\n`).join("");
const writeText = (name: string, { first = "First", last = "Last" } = {}) =>
  `${first} of ${name}.\n\n${filler(name)}${last} of ${name}.\n`;
const writeFile = (name: string, title: string, first = "First") =>
  `# ${title}\n\n${writeText(name, { first })}`;

const oldPath = (name: string) => `${name}.md`;
const newPath = (name: string) => `moved/${name}.md`;
const hasMoved = ({ file }: Pair) => file.startsWith("move");
const hasText = ({ file }: Pair) => file.endsWith("text");

/** The file of a pair after its change in the branch. */
function changeFile(pair: Pair): Record<string, string | null> {
  const { file, name } = pair;
  if (file === "nothing") return {};
  if (file === "deletion") return { [oldPath(name)]: null };
  const text = writeFile(
    name,
    file === "title" ? `Git ${name}` : `Title ${name}`,
    hasText(pair) ? "Git" : "First",
  );
  return hasMoved(pair)
    ? { [oldPath(name)]: null, [newPath(name)]: text }
    : { [oldPath(name)]: text };
}

function writeSummary(some: readonly Pair[]): string {
  const lines = some
    .filter(({ file }) => file !== "deletion")
    .map((pair) => {
      const path = hasMoved(pair) ? newPath(pair.name) : oldPath(pair.name);
      return `* [${pair.file === "title" ? "Git" : "Title"} ${pair.name}](${path})\n`;
    });
  return `# Table of contents\n\n* [Home](README.md)\n* [Shelf](shelf.md)\n${lines.join("")}`;
}

/** The page of a pair after its change in the space. */
function changePage(
  tree: ContentTree,
  { page, name }: Pair,
  { id }: ContentPage,
  document: string,
): ContentTree {
  switch (page) {
    case "nothing":
      return tree;
    case "text":
      return withPage(tree, id, { document });
    case "title":
      return withPage(tree, id, { title: `Space ${name}` });
    case "description":
      return withPage(tree, id, { description: `About ${name}` });
    case "move":
      return withPageMoved(tree, id, { into: pageCalled(tree, "Shelf").id });
    case "deletion":
      return withoutPage(tree, id);
  }
}

/** A space that was synchronized before both sides changed every page. */
async function open(some: readonly Pair[]) {
  const space = await gitSpace();
  const repository = gitRepository();
  const unchanged = some.map((pair) => ({ ...pair, file: "nothing" as const }));
  repository.commit({
    "README.md": "# Home\n",
    "shelf.md": "# Shelf\n",
    "SUMMARY.md": writeSummary(unchanged),
    ...Object.fromEntries(
      some.map(({ name }) => [oldPath(name), writeFile(name, `Title ${name}`)]),
    ),
  });
  await space.imports(repository.path);
  const before = await space.tree();
  const ids = new Map(some.map(({ name }) => [name, pageCalled(before, `Title ${name}`).id]));
  const hashes = await putDocuments(
    space.workspace.db,
    space.spaceId,
    some.map(({ name }) => parseMarkdown(writeText(name, { last: "Space" }))),
  );
  await space.edit((tree) =>
    some.reduce(
      (now, pair, index) =>
        changePage(now, pair, pageCalled(before, `Title ${pair.name}`), hashes[index] ?? ""),
      tree,
    ),
  );
  repository.commit({
    ...Object.assign({}, ...some.map(changeFile)),
    "SUMMARY.md": writeSummary(some),
  });
  return { ...space, repository, ids };
}

/** The pages of a space by id: title, description, location, parent, first and last word. */
async function listPages(space: GitSpace) {
  const found = new Map<string, readonly unknown[]>();
  const collect = async (pages: readonly ContentPage[], parent?: string): Promise<void> => {
    for (const page of pages) {
      const text = await space.text(page);
      const first = text.split(" ")[0];
      const last = text.trimEnd().split("\n").at(-1)?.split(" ")[0];
      const { title, description, location } = page;
      found.set(page.id, [title, description, location, parent, first, last]);
      await collect(page.pages, title);
    }
  };
  await collect((await space.tree()).pages);
  return found;
}

/** The page of a pair after both changes; `side` has precedence if they contradict. */
function describeMerged(pair: Pair, side: "file" | "page" = "page") {
  const { file, page, name } = pair;
  const deleted = isConflict(pair)
    ? pair[side] === "deletion"
    : file === "deletion" || page === "deletion";
  if (deleted) return undefined;
  const hasOwn = side === "page" || file !== "title";
  const title = page === "title" && hasOwn ? "Space" : file === "title" ? "Git" : "Title";
  return [
    `${title} ${name}`,
    page === "description" ? `About ${name}` : undefined,
    hasMoved(pair) ? newPath(name) : oldPath(name),
    page === "move" ? "Shelf" : undefined,
    hasText(pair) ? "Git" : "First",
    page === "text" ? "Space" : "Last",
  ];
}

slowTest("changes that do not contradict are all imported, and then exported", async () => {
  const some = pairs.filter((pair) => !isConflict(pair));
  const space = await open(some);
  const { repository, ids } = space;
  expect(await space.imports(repository.path)).toMatchObject({ state: "success" });
  const pages = await listPages(space);
  for (const pair of some) {
    const page = pages.get(ids.get(pair.name) ?? "");
    expect([pair, page]).toEqual([pair, describeMerged(pair)]);
  }
  // No page has been added.
  expect(pages.size).toBe(some.filter((pair) => describeMerged(pair)).length + 2);

  const before = repository.files();
  expect(await space.exports(repository.path)).toMatchObject({ state: "success" });
  const after = repository.files();
  for (const pair of some) {
    const [title, description, path] = describeMerged(pair) ?? [];
    const { page, name } = pair;
    if (path === undefined) {
      expect([pair, Object.keys(after).filter((file) => file.includes(name))]).toEqual([pair, []]);
      continue;
    }
    const head = description === undefined ? "" : `---\ndescription: ${description}\n---\n\n`;
    const text = writeText(name, {
      first: hasText(pair) ? "Git" : "First",
      last: page === "text" ? "Space" : "Last",
    });
    expect([pair, after[path]]).toEqual([pair, `${head}# ${title}\n\n${text}`]);
    if (page === "nothing" || page === "move") expect(after[path]).toBe(before[path]);
  }
  const again = await space.imports(repository.path);
  expect(again).toMatchObject({ state: "success", report: { changes: [], ahead: 0 } });
});

test("changes that contradict are all named, and force imports those of the repository", async () => {
  const some = pairs.filter(isConflict);
  const space = await open(some);
  const { repository, ids } = space;
  const before = await space.tree();
  const refused = await space.imports(repository.path);
  expect(refused).toMatchObject({
    state: "failure",
    error: expect.stringMatching(/^The space and the repository have conflicting changes: /),
  });
  for (const { name } of some) expect(refused.error).toContain(name);
  expect(await space.tree()).toEqual(before);
  const forced = await space.imports(repository.path, { force: true });
  expect(forced).toMatchObject({ state: "success" });
  const pages = await listPages(space);
  for (const pair of some) {
    const page = pages.get(ids.get(pair.name) ?? "");
    expect([pair, page]).toEqual([pair, describeMerged(pair, "file")]);
  }
  expect(repository.files()["SUMMARY.md"]).toBe(writeSummary(some));
});

slowTest(
  "an export writes only files that the branch has not changed, unless it is forced",
  async () => {
    const some = pairs.filter((pair) => !hasMoved(pair));
    const space = await open(some);
    const { repository } = space;
    const before: Readonly<Record<string, string>> = repository.files();
    const head = repository.head();
    /** Whether the page is written as another file than before. */
    const isWritten = ({ page }: Pair) => page !== "nothing" && page !== "move";
    const conflicts = some.filter(
      (pair) =>
        isWritten(pair) &&
        pair.file !== "nothing" &&
        !(pair.file === "deletion" && pair.page === "deletion"),
    );
    const refused = await space.exports(repository.path);
    expect(refused).toMatchObject({
      state: "failure",
      error: expect.stringMatching(
        /^The branch has changes that were not imported: .* and \d+ more\./,
      ),
    });
    expect(refused.error).toContain(` and ${conflicts.length + 1 - 10} more. Nothing was pushed.`);
    expect(repository.head()).toBe(head);

    expect(await space.exports(repository.path, { force: true })).toMatchObject({
      state: "success",
    });
    const after: Readonly<Record<string, string>> = repository.files();
    for (const pair of some) {
      const { page, name } = pair;
      const path = oldPath(name);
      const last = page === "text" ? "Space" : "Last";
      const title = page === "title" ? "Space" : "Title";
      const headText = page === "description" ? `---\ndescription: About ${name}\n---\n\n` : "";
      const own = `${headText}# ${title} ${name}\n\n${writeText(name, { last })}`;
      const expected = page === "deletion" ? undefined : isWritten(pair) ? own : before[path];
      expect([pair, after[path]]).toEqual([pair, expected]);
    }
  },
);
