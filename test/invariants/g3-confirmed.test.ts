/** The findings of a check of a repository match the following import. */
import { expect, test } from "vitest";
import * as space from "../../src/contract/space.ts";
import { checkRepository } from "../../src/document/repository/check.ts";
import type { ContentPage } from "../../src/service/areas/content/tree/tree.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { type Files, faults, randomRepository } from "../support/generators/random-repository.ts";
import { gitRepository } from "../support/git/git.ts";
import { type GitSpace, gitSpaceIn } from "../support/git/git-space.ts";
import { openWorkspace } from "../support/platforms/workspace.ts";

const count = amount({ short: 1, full: 50 });
/** The number of rules, selected at random. */
const most = amount({ short: 2, all: 4, full: 12 });

/** The state of the space after the import. */
async function after(where: GitSpace, files: Files) {
  const repository = gitRepository();
  repository.commit(files);
  const info = await where.imports(repository.path);
  const { workspace, admin, spaceId } = where;
  const tree = await where.tree();
  const links = await workspace.ok(admin, space.links, { spaceId, status: "broken", limit: 1000 });
  const all: ContentPage[] = [];
  const walk = (pages: typeof tree.pages) => {
    for (const one of pages) {
      all.push(one);
      walk(one.pages);
    }
  };
  walk(tree.pages);
  const texts = await Promise.all(all.map((one) => where.text(one)));
  return { info, tree, all, texts, broken: JSON.stringify(links.items) };
}

type After = Awaited<ReturnType<typeof after>>;

/** The effect of each rule in a space; rules about content that an import replaces are omitted. */
const signs: Partial<Record<keyof typeof faults, (said: After) => boolean>> = {
  "readme-missing": ({ all }) => !all.some(({ location }) => location === "README.md"),
  "page-missing": ({ all }) =>
    all.some((one) => one.location === "gone.md" && one.document === undefined),
  "page-twice": ({ all }) => all.some(({ title, type }) => title === "Again" && type === "link"),
  "page-unlisted": ({ all }) => !all.some(({ title }) => title === "Draft"),
  "redirect-broken": ({ info }) => /old\/way leads to gone\.md/.test(String(info.warnings)),
  "redirect-slash": ({ info }) => /\/old\/way must not begin/.test(String(info.warnings)),
  "too-large": ({ info }) => info.state === "failure",
  "link-broken": ({ broken }) => broken.includes("gone.md"),
  "anchor-broken": ({ broken }) => broken.includes("no-such-heading"),
  "block-unknown": ({ texts }) => texts.some((text) => text.includes("{% hind %}")),
  "block-unclosed": ({ texts }) =>
    texts.some((text) => /\{% hint %\}(?![\s\S]*endhint)/.test(text)),
  "front-matter-lost": ({ texts }) => texts.some((text) => text.includes('title: "one')),
  // The date is only in the file.
  "review-due": () => true,
};

slowTest("every finding of a repository appears in the space after the import", async () => {
  const workspace = await openWorkspace({ allowPrivate: true });
  let tried = 0;
  for (let round = 0; round < count; round++) {
    const random = randomFrom();
    const repository = randomRepository(random);
    const about = { seed: random.seed };
    const calm = await after(await gitSpaceIn(workspace), repository.files);
    expect({ about, state: calm.info.state, broken: calm.broken }).toEqual({
      ...{ about, state: "success", broken: "[]" },
    });
    const rules = Object.entries(signs);
    const first = random.below(rules.length);
    for (const [rule, isShown] of [...rules, ...rules].slice(first, first + most)) {
      const files = faults[rule as keyof typeof faults](repository, random);
      const said = await after(await gitSpaceIn(workspace), files);
      expect({ about, rule, isShown: isShown(said) }).toEqual({ about, rule, isShown: true });
      tried++;
    }
  }
  report("G3", `${tried} findings, each shown by the import`);
});

test("a repository without findings is imported without problems", async () => {
  const random = randomFrom();
  const { files } = randomRepository(random);
  const { faults: found } = await checkRepository({
    files: Object.entries(files).map(([path, text]) => ({ path, size: text.length })),
    read: async (path) => files[path] ?? "",
    mayBeUnlisted: () => false,
  });
  expect({ seed: random.seed, found }).toEqual({ seed: random.seed, found: [] });
});
