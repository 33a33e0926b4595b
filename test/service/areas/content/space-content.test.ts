import { beforeAll, describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../src/contract/content-reference.model.ts";
import type { Document } from "../../../../src/contract/document.model.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { readRevision, readTree } from "../../../../src/service/areas/content/revisions.ts";
import {
  copyContent,
  copyFromSpace,
  removeContent,
  shareFiles,
} from "../../../../src/service/areas/content/space-content.ts";
import {
  getDocuments,
  putDocuments,
} from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { page, publish, tree } from "../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
beforeAll(async () => {
  fixture = await openSitesFixture();
});

const getBytes = (text: string) => new TextEncoder().encode(text);
let count = 0;
const newId = () => `new${count++}`;

/** A document with these references. */
const refer = (...refs: readonly (ContentReference | undefined)[]): Document => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: refs.map((ref, at) => ({
    object: "block",
    type: "image",
    key: `k${at}`,
    data: { caption: "C", ...(ref && { ref }), ...(ref && at === 0 && { refDark: ref }) },
  })) as never,
});

async function listRows(table: "space_blobs" | "documents" | "document_spaces" | "tree_objects") {
  const rows = await fixture.workspace.db.selectFrom(table).select(["space_id", "hash"]).execute();
  return (spaceId: string) =>
    rows.flatMap(({ space_id, hash }) => (space_id === spaceId ? [hash] : [])).toSorted();
}

describe("a copy of a part of a space", () => {
  const build = (id: (old: string) => string): readonly ContentReference[] => [
    { kind: "page", page: id("p1") },
    { kind: "page", page: "gone" },
    { kind: "page", page: "p1", space: "s9" },
    { kind: "file", file: id("f1") },
    { kind: "file", file: "f1", space: "s9" },
    { kind: "anchor", page: id("p2"), anchor: "a" },
    { kind: "anchor", anchor: "a" },
    { kind: "reusable-content", reusableContent: id("r1") },
    { kind: "url", url: "https://example.com" },
    { kind: "url", url: `/files/${id("f1")}#page=2` },
    { kind: "space", space: "p1" },
    { kind: "user", user: "p1" },
  ];

  test("has new ids in pages, files and texts, and refers to the same other content", async () => {
    const { workspace } = fixture;
    const { db } = workspace;
    const [from, to] = [await fixture.space("From"), await fixture.space("To")];
    const old = build((id) => id);
    const [text = "", note = ""] = await putDocuments(db, from, [
      refer(undefined, ...old),
      refer(...old.slice(0, 1)),
    ]);
    const { hash, size } = await putFile(db, from, getBytes("file"));
    const file = { name: "a.png", contentType: "image/png", hash, size };
    const image = (id: string): ContentReference => ({ kind: "file", file: id });
    const content: ContentTree = tree(
      [
        page("p1", {
          document: text,
          cover: { ref: image("f2"), refDark: image("f1"), yPos: 1 },
          pages: [page("p2", { cover: { yPos: 2 } })],
        }),
        page("l", { type: "link", target: { kind: "page", page: "p1" } }),
      ],
      {
        files: [{ ...file, id: "f1" }],
        reusableContents: [
          { id: "r1", title: "Note", document: note },
          { id: "r2", title: "Empty" },
        ],
        variables: { a: 1 },
      },
    );
    count = 0;
    const ids = new Map(
      ["p1", "p2", "l", "f1", "r1", "r2"].map((id, at) => [id, `new${at}`] as const),
    );
    const getNewId = (id: string) => ids.get(id) ?? id;
    const copy = await copyFromSpace({ db, newId }, { from, to }, content);
    const [first, link] = copy.pages;
    const documents = await getDocuments(db, to, [
      first?.document ?? "",
      copy.reusableContents[0]?.document ?? "",
    ]);
    const [copiedText, copiedNote] = [...documents.values()];
    const listRefs = (document: Document | undefined) =>
      document?.nodes.map((node) => ({ ...(node as { readonly data: object }).data }));
    const refs = build(getNewId);
    expect(listRefs(copiedText)).toEqual([
      { caption: "C" },
      ...refs.map((ref) => ({ caption: "C", ref })),
    ]);
    expect(listRefs(copiedNote)).toEqual([{ caption: "C", ref: refs[0], refDark: refs[0] }]);
    expect({ ...copy, pages: [] }).toEqual({
      ...{ pages: [], variables: { a: 1 }, files: [{ ...file, id: "new3" }] },
      reusableContents: [
        { id: "new4", title: "Note", document: [...documents.keys()][1] },
        { id: "new5", title: "Empty" },
      ],
    });
    expect(link).toEqual({
      ...{ ...content.pages[1], id: "new2", target: { kind: "page", page: "new0" } },
    });
    expect(first).toEqual({
      ...{ ...content.pages[0], id: "new0", document: [...documents.keys()][0] },
      cover: { ref: image("f2"), refDark: image("new3"), yPos: 1 },
      pages: [{ ...page("p2"), id: "new1", cover: { yPos: 2 } }],
    });
    expect((await listRows("space_blobs"))(to)).toEqual([hash]);
    // A second copy of the same file has no effect.
    await copyFromSpace({ db, newId }, { from, to }, content);
    expect((await listRows("space_blobs"))(to)).toEqual([hash]);
  });
});

test("a copy of a space has its texts and files, and a first revision with the same content", async () => {
  const { workspace, admin } = fixture;
  const { db } = workspace;
  const [from, to, other] = [
    await fixture.space("From"),
    await fixture.space("To"),
    await fixture.space("Other"),
  ];
  const { hash, size } = await putFile(db, from, getBytes("copied"));
  await putFile(db, other, getBytes("other"));
  const source = await publish(workspace, from, async (content, { db: transaction }) => {
    const ref = { kind: "page", page: "x", space: other } as const;
    const [document = ""] = await putDocuments(transaction, from, [refer(ref)]);
    const file = { id: "f", name: "a", contentType: "x/y", hash, size };
    return { ...content, pages: [page("p", { document })], files: [file] };
  });
  const context = { db, now: workspace.now, newId, enqueue: async () => {} };
  await copyContent(context, source.id, { space: to, revision: "first", author: admin });
  const row = await db
    .selectFrom("revisions")
    .selectAll()
    .where("id", "=", "first")
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    ...{ id: "first", space_id: to, type: "edits", root: source.root, parents: "[]" },
    ...{ merged_from: null, git: null, created_by: admin },
    created_at: workspace.now.toISOString(),
  });
  expect(await readTree(db, "first")).toEqual(await readTree(db, source.id));
  for (const table of ["space_blobs", "documents", "document_spaces"] as const) {
    const rows = await listRows(table);
    expect([table, rows(to)]).toEqual([table, rows(from)]);
    expect(rows(to)).toHaveLength(1);
  }
});

test("a space shares the files of another one, each once", async () => {
  const { db } = fixture.workspace;
  const [source, target, other] = [
    await fixture.space("Source"),
    await fixture.space("Target"),
    await fixture.space("Other"),
  ];
  const [one, two, three] = [
    await putFile(db, source, getBytes("one")),
    await putFile(db, source, getBytes("two")),
    await putFile(db, other, getBytes("three")),
  ];
  await putFile(db, target, getBytes("two"));
  for (let time = 0; time < 2; time++) {
    await shareFiles(db, source, target);
    const rows = await listRows("space_blobs");
    expect(rows(target)).toEqual([one.hash, two.hash].toSorted());
    expect(rows(other)).toEqual([three.hash]);
  }
});

test("removal deletes the content of one space, and files that no other space has", async () => {
  const { workspace } = fixture;
  const { db } = workspace;
  const [removed, kept] = [await fixture.space("Removed"), await fixture.space("Kept")];
  const linked = await fixture.space("Linked");
  const shared = getBytes("shared");
  const revisions: string[] = [];
  for (const space of [removed, kept]) {
    const { hash, size } = await putFile(db, space, shared);
    await putFile(db, space, getBytes(space));
    const { id } = await publish(workspace, space, async (content, { db: transaction }) => {
      const ref = { kind: "page", page: "x", space: linked } as const;
      const [document = ""] = await putDocuments(transaction, space, [refer(ref)]);
      const file = { id: "f", name: "a", contentType: "x/y", hash, size };
      return { ...content, pages: [page("p", { title: "Zebra", document })], files: [file] };
    });
    revisions.push(id);
    const row = { space_id: space, path: "old", page_id: "p", position: 1 };
    await db.insertInto("page_paths").values(row).execute();
  }
  const countRows = async (space: string) => {
    const counts: Record<string, number> = {};
    for (const table of [
      ...(["space_blobs", "documents", "document_spaces", "tree_objects"] as const),
      ...(["revisions", "page_paths"] as const),
    ]) {
      const rows = await db
        .selectFrom(table)
        .select("space_id")
        .where("space_id", "=", space)
        .execute();
      counts[table] = rows.length;
    }
    return counts;
  };
  const before = await countRows(kept);
  expect(Object.values(before).every((rows) => rows > 0)).toBe(true);
  await db.updateTable("spaces").set({ revision_id: "none" }).where("id", "=", removed).execute();
  await removeContent(db, removed);
  expect(Object.values(await countRows(removed))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await countRows(kept)).toEqual(before);
  const texts = await db.selectFrom("blobs").select("hash").execute();
  const hashes = texts.map(({ hash }) => hash);
  const { hash: sharedHash } = await putFile(db, kept, shared);
  expect(hashes).toContain(sharedHash);
  const { files } = await readTree(db, revisions[1] ?? "");
  expect(files[0]?.hash).toBe(sharedHash);
  await expect(readRevision(db, revisions[0] ?? "")).rejects.toThrow();
  const { hash: own } = await putFile(db, kept, getBytes(removed));
  expect(hashes).not.toContain(own);
});
