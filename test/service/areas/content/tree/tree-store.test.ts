import { expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { computeHash, toCanonicalText } from "../../../../../src/json/canonical.ts";
import { commitRevision, readTree } from "../../../../../src/service/areas/content/revisions.ts";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import {
  copyTree,
  loadTree,
  storeTree,
} from "../../../../../src/service/areas/content/tree/tree-store.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { amount, slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { editRandomly, randomTree } from "../../../../support/generators/random-trees.ts";
import { page, publish, tree } from "../../../../support/organizations/content.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const make = async () => (await workspace.ok(admin, space.create, { organizationId })).id;
  const pieces = async () =>
    (await workspace.db.selectFrom("tree_objects").select("hash").execute()).length;
  return { workspace, make, spaceId: await make(), pieces };
}

const many = Array.from({ length: 2000 }, (_, at) => page(`page${at}`, { title: `Page ${at}` }));

test("a tree is read as written: pages in order and depth, files, variables", async () => {
  const { workspace, spaceId } = await start();
  const whole = tree(
    [
      page("g", { type: "group", pages: [page("a", { pages: [page("b"), page("c")] })] }),
      ...many,
      page("l", { type: "link", slug: undefined as never, target: { kind: "url", url: "x:" } }),
    ],
    {
      files: [{ id: "f", name: "f", contentType: "x/y", hash: "0", size: 1 }],
      reusableContents: [{ id: "r", title: "R" }],
      variables: { one: 1, two: "2", three: true },
    },
  );
  const { id } = await publish(workspace, spaceId, () => whole);
  const read = await readTree(workspace.db, id);
  // Another space has the same objects under its own name, so they are read again from there.
  const ids = (pages: readonly ContentPage[]): string[] =>
    pages.flatMap((one) => [one.id, ...ids(one.pages)]);
  expect(ids(read.pages)).toEqual(ids(whole.pages));
  expect(read).toMatchObject({ files: whole.files, variables: whole.variables });
  expect(read.reusableContents).toEqual(whole.reusableContents);
});

slowTest(
  "an edit of one page among thousands writes a few objects, and so does an insertion",
  async () => {
    const { workspace, spaceId, pieces } = await start();
    await publish(workspace, spaceId, () => tree(many));
    const before = await pieces();
    expect(before).toBeGreaterThan(10);
    await publish(workspace, spaceId, (now) => withPage(now, "page1000", { title: "Changed" }));
    expect((await pieces()) - before).toBe(2);
    await publish(workspace, spaceId, (now) => ({
      ...now,
      pages: now.pages.toSpliced(1000, 0, page("new")),
    }));
    expect((await pieces()) - before).toBeLessThanOrEqual(5);
  },
);

slowTest(
  "a tree that is read again shares its unchanged pages with trees of later revisions",
  async () => {
    const { workspace, make, spaceId } = await start();
    const nested = [page("g", { type: "group", pages: many.slice(0, 300) }), ...many.slice(300)];
    const first = await publish(workspace, spaceId, () => tree(nested));
    const second = await publish(workspace, spaceId, (now) =>
      withPage(now, "page1000", { title: "Changed" }),
    );
    const before = await readTree(workspace.db, first.id);
    // More pages than the cache of trees may hold, so that the first two leave it.
    for (let number = 0; number < 32; number++) {
      const shared = { title: "T", slug: "t" };
      const other = Array.from({ length: 2000 }, (_, at) => page(`other${number}-${at}`, shared));
      await publish(workspace, await make(), () => tree(other));
    }
    const [one, two] = [
      await readTree(workspace.db, first.id),
      await readTree(workspace.db, second.id),
    ];
    expect(one).not.toBe(before);
    expect(one.pages.filter((it) => two.pages.includes(it))).toHaveLength(one.pages.length - 1);
    expect(one.pages[0]?.pages).toBe(before.pages[0]?.pages);
  },
);

test("equal content has equal hashes, for any order of its fields", async () => {
  const { workspace, spaceId } = await start();
  const one = tree([page("a", { emoji: "🔧", description: "D" })], { variables: { a: 1, b: 2 } });
  const other = tree([page("a", { description: "D", emoji: "🔧" })], { variables: { b: 2, a: 1 } });
  expect(await storeTree(workspace.db, spaceId, one)).toBe(
    await storeTree(workspace.db, spaceId, other),
  );
});

test("a reverted revision leaves no object that another one could miss", async () => {
  const { workspace, spaceId } = await start();
  const { db, now } = workspace;
  const made = { space: spaceId, parents: [], type: "edits" as const, tree: tree([page("a")]) };
  const undone = db.transaction().execute(async (transaction) => {
    await commitRevision({ db: transaction, now, newId: createId }, { ...made, author: null });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  const kept = await commitRevision({ db, now, newId: createId }, { ...made, author: null });
  const rows = await db
    .selectFrom("tree_objects")
    .select("hash")
    .where("hash", "=", kept.root)
    .execute();
  expect(rows).toHaveLength(1);
});

slowTest(
  "A tree that shares pages with stored trees has the same objects as its copy, in every space",
  async () => {
    const { workspace, make, spaceId } = await start();
    const random = randomFrom();
    let current = randomTree(random, 400);
    for (let round = 0; round < amount({ short: 3, all: 10, full: 100 }); round++) {
      const root = await storeTree(workspace.db, spaceId, current);
      const other = await make();
      expect(await storeTree(workspace.db, other, structuredClone(current))).toBe(root);
      const another = await make();
      expect(await storeTree(workspace.db, another, current)).toBe(root);
      const objects = async (space: string) =>
        workspace.db
          .selectFrom("tree_objects")
          .select(["hash", "body"])
          .where("space_id", "=", space)
          .orderBy("hash")
          .execute();
      const stored = new Map((await objects(spaceId)).map(({ hash, body }) => [hash, body]));
      for (const space of [other, another]) {
        for (const { hash, body } of await objects(space)) expect(body).toBe(stored.get(hash));
      }
      expect((await objects(another)).map(({ hash }) => hash)).toEqual(
        (await objects(other)).map(({ hash }) => hash),
      );
      current = editRandomly(current, random, 3);
    }
  },
);

const deep = tree(
  [
    page("g", { type: "group", pages: [page("a", { pages: [page("b"), page("c")] })] }),
    ...many,
    page("last", { pages: [page("d")] }),
  ],
  {
    files: Array.from({ length: 1500 }, (_, at) => ({
      ...{ id: `f${at}`, name: `f${at}.png`, contentType: "image/png", hash: `${at}`, size: at },
    })),
    reusableContents: [{ id: "r", title: "R" }],
    variables: { one: 1 },
    redirects: { "old/path": "a/b" },
  },
);

test("a copy has all objects of the tree, and no other ones", async () => {
  const { workspace, make, spaceId: source } = await start();
  const { db } = workspace;
  const [target, other] = [await make(), await make()];
  await db.deleteFrom("tree_objects").where("space_id", "in", [target, other]).execute();
  await storeTree(db, source, tree([page("unrelated")]));
  const hash = await storeTree(db, source, deep);
  await copyTree(db, { source, target }, hash, deep);
  await storeTree(db, other, deep);
  const listObjects = (spaceId: string) =>
    db
      .selectFrom("tree_objects")
      .select(["hash", "body"])
      .where("space_id", "=", spaceId)
      .orderBy("hash")
      .execute();
  const objects = await listObjects(target);
  expect(objects.length).toBeGreaterThan(10);
  expect(objects).toEqual(await listObjects(other));
});

interface StoredObject {
  readonly pages?: readonly string[];
}

slowTest("a tree that another process stored is read from its objects", async () => {
  const { workspace, spaceId } = await start();
  const { db } = workspace;
  const root = await storeTree(db, spaceId, deep);
  const rows = await db
    .selectFrom("tree_objects")
    .select(["hash", "body"])
    .where("space_id", "=", spaceId)
    .execute();
  const bodies = new Map(rows.map(({ hash, body }) => [hash, body]));
  const suffix = createId();
  /** Writes an object with other ids, which this process has not cached. */
  async function rewrite(hash: string): Promise<string> {
    const value: StoredObject | readonly (StoredObject & { id: string })[] = JSON.parse(
      bodies.get(hash) ?? "",
    );
    const rename = async ({ pages, ...rest }: StoredObject & { id?: string }) => ({
      ...rest,
      ...(rest.id !== undefined && { id: rest.id + suffix }),
      ...(pages && { pages: await Promise.all(pages.map(rewrite)) }),
    });
    const changed = Array.isArray(value)
      ? await Promise.all(value.map(rename))
      : {
          ...(await rename(value as StoredObject)),
          files: await Promise.all((value as { files: string[] }).files.map(rewrite)),
        };
    const body = toCanonicalText(changed);
    const newHash = computeHash(body);
    await db
      .insertInto("tree_objects")
      .values({ space_id: spaceId, hash: newHash, body })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return newHash;
  }
  const hash = await rewrite(root);
  const addSuffix = (pages: readonly ContentPage[]): ContentPage[] =>
    pages.map((one) => ({ ...one, id: one.id + suffix, pages: addSuffix(one.pages) }));
  const expected = {
    ...deep,
    pages: addSuffix(deep.pages),
    files: deep.files.map((file) => ({ ...file, id: file.id + suffix })),
  };
  const [one, two] = await Promise.all([loadTree(db, spaceId, hash), loadTree(db, spaceId, hash)]);
  expect(one).toEqual(expected);
  expect(two.pages).toBe(one.pages);
  expect(await loadTree(db, spaceId, hash)).toEqual(expected);
  await expect(loadTree(db, spaceId, "missing")).rejects.toThrow("missing");
});
