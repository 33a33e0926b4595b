import { expect, test } from "vitest";
import type { Document } from "../../../../src/contract/document.model.ts";
import { getDocument, putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { changedLines } from "../../../support/commands/changed-lines.ts";
import { amount } from "../../../support/generators/amount.ts";
import { toMarkdown } from "../../../support/generators/markdown-trees.ts";
import { randomFrom, sameSeed } from "../../../support/generators/random.ts";
import { addWord, edited, wordsIn } from "../../../support/generators/random-edits.ts";
import { type GitRepository, gitRepository } from "../../../support/git/git.ts";
import { everyPage, type GitSpace, gitSpace } from "../../../support/git/git-space.ts";

const packages = ["undici", "fastify", "pino", "bun-types"].slice(0, amount({ short: 1, full: 4 }));

const most = amount({ short: 12, full: 1000 });

/** A repository with the documentation of a package, and a space into which it was imported. */
async function imported(name: string) {
  const space = await gitSpace();
  const repository = gitRepository();
  const files = Object.fromEntries(
    toMarkdown(name)
      .filter(({ text }) => text.length < 60_000)
      .slice(0, most)
      .map(({ path, text }) => [path.slice(name.length + 1), text]),
  );
  repository.commit({ "README.md": `# ${name}\n`, ...files });
  expect(await space.imports(repository.path)).toMatchObject({ state: "success" });
  return { space, repository };
}

/** Edits the documents of pages like users. */
async function editPages(
  { edit, spaceId, workspace, tree }: GitSpace,
  change: (document: Document, page: ContentPage) => Document | undefined,
): Promise<string[]> {
  const { db } = workspace;
  const changed: [ContentPage, string][] = [];
  for (const page of everyPage((await tree()).pages)) {
    if (page.document === undefined) continue;
    const next = change(await getDocument(db, spaceId, page.document), page);
    if (next) changed.push([page, await putDocument(db, spaceId, next)]);
  }
  await edit((content) =>
    changed.reduce((all, [{ id }, document]) => withPage(all, id, { document }), content),
  );
  return changed.map(([{ git }]) => git?.path ?? "");
}

/** The changed files, with their changes. */
function changedFiles(before: Readonly<Record<string, string>>, repository: GitRepository) {
  const after = repository.files();
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, ...changedLines(before[name] ?? "", after[name] ?? "") }));
}

test.each(packages)(
  "a change in each page of %s changes only that block of its file",
  async (name) => {
    const { space, repository } = await imported(name);
    const random = randomFrom(sameSeed());
    const head = repository.head();
    expect(await space.exports(repository.path)).toMatchObject({ commit: head });
    const before = repository.files();
    const paths = await editPages(space, (document) =>
      edited(document, random.pick(["word", "insert"]), random),
    );
    expect(paths.length).toBeGreaterThan(5);
    expect(await space.exports(repository.path)).toMatchObject({ state: "success" });
    const changed = changedFiles(before, repository).filter(({ name }) => name !== "SUMMARY.md");
    expect(changed.map((file) => file.name).sort()).toEqual(paths.sort());
    const wide = changed.filter(({ blocks }) => blocks !== 1);
    expect(wide, `TOME_SEED=${random.seed}`).toEqual([]);
  },
);

const synced: readonly (readonly [string, RegExp])[] = [
  ["undici", /api\/.*\.md$/],
  ["pino", /^docs\/.*\.md$/],
  ["bun-types", /^docs\/.*\.md$/],
];

test.each(synced.slice(0, amount({ short: 1, full: synced.length })))(
  "three rounds of edits on both sides of %s lose no word, keep each page, and change no other line",
  async (name, edited) => {
    const { space, repository } = await imported(name);
    const random = randomFrom(sameSeed());
    const about = `TOME_SEED=${random.seed}`;
    const ids = everyPage((await space.tree()).pages).map(({ id }) => id);
    let said: string[] = [];
    for (let round = 1; round <= 3; round++) {
      // In the repository, half of the files get a line, and one of them moves.
      const paths = Object.keys(repository.files()).filter((path) => edited.test(path));
      const theirs = paths.filter((_, at) => at % 2 === round % 2);
      const [moved = ""] = theirs;
      const texts = repository.files();
      const lines = theirs.map((path) => `Line ${round} of ${path}.`);
      const files: Record<string, string | null> = {};
      for (const [at, path] of theirs.entries()) {
        files[path] = `${texts[path]?.trimEnd()}\n\n${lines[at]}\n`;
      }
      files[moved.replace(".md", `-${round}.md`)] = files[moved] ?? null;
      files[moved] = null;
      repository.commit(files);
      // On the platform, the others get a word.
      await editPages(space, (document, { git }) => {
        const isOurs = paths.includes(git?.path ?? "") && !theirs.includes(git?.path ?? "");
        const [leaf] = wordsIn(document.nodes);
        if (!isOurs || !leaf) return undefined;
        addWord(leaf);
        return document;
      });
      expect(await space.imports(repository.path), about).toMatchObject({ state: "success" });
      const before = repository.files();
      expect(await space.exports(repository.path), about).toMatchObject({ state: "success" });
      const changed = changedFiles(before, repository).filter(({ name }) => name !== "SUMMARY.md");
      // Links to the moved page are updated on all pages.
      const wide = changed.filter(
        ({ blocks, added }) => blocks !== 1 && !added.every((line) => /zebra|-\d\.md/.test(line)),
      );
      expect(wide, about).toEqual([]);
      said = [...said, ...lines];
      const whole = Object.values(repository.files()).join("\n").replaceAll(" zebra ", " ");
      expect(said.filter((line) => !whole.includes(line))).toEqual([]);
      expect(
        everyPage((await space.tree()).pages)
          .map(({ id }) => id)
          .sort(),
        about,
      ).toEqual([...ids].sort());
    }
  },
);
