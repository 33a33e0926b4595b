import { expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import type { ContentChange } from "../../../../../src/contract/cr-content.model.ts";
import * as space from "../../../../../src/contract/space.ts";
import { getFile } from "../../../../../src/service/areas/content/files/blobs.ts";
import { readTree } from "../../../../../src/service/areas/content/revisions.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { openDesk } from "../../../../support/changes.ts";

async function start() {
  const desk = await openDesk();
  const [first = "", second = ""] = await desk.publish(
    { title: "First", markdown: "One" },
    { title: "Second", markdown: "Two" },
  );
  const id = await desk.begin();
  const edit = (...changes: ContentChange[]) => desk.edit(id, changes);
  const pages = async () => desk.pages((await desk.get(id)).revision);
  const tree = async () => readTree(desk.workspace.db, (await desk.get(id)).revision);
  const refused = (...changes: ContentChange[]) =>
    desk.workspace.refused(desk.admin, cr.edit, {
      spaceId: desk.spaceId,
      changeRequestId: id,
      changes,
    });
  return { desk, first, second, id, edit, pages, tree, refused };
}

test("Many changes make one revision, in their order", async () => {
  const { desk, first, id, edit, pages } = await start();
  const before = await desk.get(id);
  desk.workspace.passDays(1);
  const after = await edit(
    { operation: "update_page", page: first, document: { markdown: "Three" } },
    { operation: "update_page", page: first, title: "Renamed" },
    { operation: "insert_page", document: { markdown: "# Fresh\n\nText" }, into: first },
  );
  expect(after).toMatchObject({
    id,
    revisionInitial: before.revision,
    updatedAt: desk.workspace.now.toISOString(),
  });
  expect(after.revision).not.toBe(before.revision);
  expect(await pages()).toEqual(["first: Three", "first/fresh: Text", "second: Two"]);
});

test("That a change request is final is said before what is wrong with the changes", async () => {
  const { desk, id, refused } = await start();
  await desk.merge(id);
  const missing = { operation: "delete_page", page: "missing" } as const;
  expect(await refused(missing)).toMatchObject({ status: 409 });
});

test("A title changes without the address, an address without the title", async () => {
  const { first, edit, tree } = await start();
  await edit({ operation: "update_page", page: first, title: "Renamed" });
  expect(getTreeIndex(await tree()).pages.get(first)).toMatchObject({
    path: "first",
    page: { title: "Renamed" },
  });
  await edit({ operation: "update_page", page: first, slug: "start" });
  expect(getTreeIndex(await tree()).pages.get(first)).toMatchObject({
    path: "start",
    page: { title: "Renamed" },
  });
});

test("Attributes are set, and an empty one goes away", async () => {
  const { first, edit, tree } = await start();
  const given = { description: "About", emoji: "🚀", hidden: true };
  await edit({ operation: "update_page", page: first, ...given });
  expect((await tree()).pages[0]).toMatchObject(given);
  await edit({ operation: "update_page", page: first, description: "", emoji: "" });
  const page = (await tree()).pages[0];
  expect([page?.description, page?.emoji, page?.hidden]).toEqual([undefined, undefined, true]);
});

test("Pages move into each other, to the top and among their siblings", async () => {
  const { first, second, edit, pages, refused } = await start();
  await edit({ operation: "update_page", page: second, into: first });
  expect(await pages()).toEqual(["first: One", "first/second: Two"]);
  await edit({ operation: "update_page", page: second, into: null, at: 0 });
  expect(await pages()).toEqual(["second: Two", "first: One"]);
  await edit({ operation: "update_page", page: second, at: 1 });
  expect(await pages()).toEqual(["first: One", "second: Two"]);
  await edit({ operation: "update_page", page: second, into: first });
  const circle = { operation: "update_page", page: first, into: second } as const;
  expect(await refused(circle)).toMatchObject({ status: 400 });
});

test("One bad change undoes all, and the refusal names it", async () => {
  const { desk, first, id, refused } = await start();
  const before = await desk.get(id);
  const answer = await refused(
    { operation: "update_page", page: first, title: "Renamed" },
    { operation: "delete_page", page: "unknown" },
  );
  expect(answer).toMatchObject({ status: 404, message: expect.stringContaining("changes.1") });
  expect(await desk.get(id)).toEqual(before);
  expect(await refused()).toMatchObject({ status: 400 });
  const odd = { operation: "paint_page", page: first } as never;
  expect(await refused(odd)).toMatchObject({ status: 400 });
});

test("A deleted page goes with the pages below it, and comes back by itself", async () => {
  const { first, second, edit, pages } = await start();
  await edit({ operation: "update_page", page: second, into: first });
  await edit({ operation: "delete_page", page: first });
  expect(await pages()).toEqual([]);
  await edit({ operation: "revert_page", page: first });
  expect(await pages()).toEqual(["first: One"]);
  await edit({ operation: "revert_page", page: second });
  expect(await pages()).toEqual(["first: One", "second: Two"]);
});

test("A reverted page says what it said, and one that was not there goes", async () => {
  const { desk, first, id, edit, pages, tree } = await start();
  await edit({
    operation: "update_page",
    page: first,
    document: { markdown: "Other" },
    description: "About",
  });
  await edit({ operation: "insert_page", document: { markdown: "# Fresh" } });
  const { revision } = await desk.get(id);
  const made = (await tree()).pages.at(-1)?.id ?? "";
  await edit({ operation: "revert_page", page: first }, { operation: "revert_page", page: made });
  expect(await pages()).toEqual(["first: One", "second: Two"]);
  expect((await tree()).pages[0]?.description).toBeUndefined();
  await edit({ operation: "revert_page", page: first, revision });
  expect(await pages()).toEqual(["first: Other", "second: Two"]);
});

test("A revision of another space is no revision to revert to", async () => {
  const { desk, first, refused } = await start();
  const { workspace, org, admin } = desk;
  const other = await workspace.ok(admin, space.create, { organizationId: org });
  const refusal = await refused({
    operation: "revert_page",
    page: first,
    revision: other.revision,
  });
  expect(refusal).toMatchObject({ status: 404, message: expect.stringContaining("revision") });
});

test("Links to pages and files become references, those to what comes later in the edit too", async () => {
  const { desk, first, id, edit, tree } = await start();
  const base64 = Buffer.from("hello").toString("base64");
  await edit(
    {
      operation: "insert_page",
      document: {
        markdown: `# Hub\n\n[a](/pages/${first}) [b](./later.md) [c](./notes.txt) [d](https://example.com)`,
      },
    },
    { operation: "insert_page", ref: "later", document: { markdown: "# Later" } },
    {
      operation: "insert_files",
      files: [{ ref: "notes.txt", name: "notes.txt", contentType: "text/plain", base64 }],
    },
  );
  const { pages, files } = await tree();
  const later = pages.find((page) => page.title === "Later")?.id;
  const [file] = files;
  expect(file).toMatchObject({ name: "notes.txt", contentType: "text/plain", size: 5 });
  const bytes = await getFile(desk.workspace.db, desk.spaceId, file?.hash ?? "");
  expect(Buffer.from(bytes ?? []).toString()).toBe("hello");
  const hub = (await desk.pages((await desk.get(id)).revision)).find((text) =>
    text.startsWith("hub"),
  );
  expect(hub).toBe(
    `hub: [a](/pages/${first}) [b](/pages/${later}) [c](/files/${file?.id}) [d](https://example.com)`,
  );
});

test("Links are read from where the page stands, as paths of pages and of their files too", async () => {
  const { desk, first, second, id, edit } = await start();
  await edit(
    { operation: "update_page", page: second, into: first },
    {
      operation: "insert_page",
      into: first,
      document: {
        markdown:
          "# Third\n\n[a](second.md) [b](../README.md) [c](/pages/first/second) [d](./gone.md)",
      },
    },
  );
  const third = (await desk.pages((await desk.get(id)).revision)).at(-1);
  expect(third).toBe(
    `first/third: [a](/pages/${second}) [b](/pages/${first}) [c](/pages/${second}) [d](./gone.md)`,
  );
});

test("Front matter sets what it names, and is no part of the text", async () => {
  const { first, edit, pages, tree } = await start();
  const head = "---\ndescription: About it\nhidden: true\nowner: docs\n---\n\n";
  await edit(
    { operation: "update_page", page: first, document: { markdown: `${head}# Kept\n\nText` } },
    { operation: "insert_page", document: { markdown: `${head}# Fresh\n\nText` } },
  );
  expect(await pages()).toEqual(["first: # Kept\n\nText", "second: Two", "fresh: Text"]);
  const said = { description: "About it", hidden: true, frontMatter: { owner: "docs" } };
  const { pages: now } = await tree();
  expect(now[0]).toMatchObject({ title: "First", ...said });
  expect(now[2]).toMatchObject({ title: "Fresh", ...said });
  const own = { operation: "update_page", page: first, description: "Mine" } as const;
  await edit({ ...own, document: { markdown: `${head}Text` } });
  expect((await tree()).pages[0]?.description).toBe("About it");
});

test("A name given twice, bytes that are not base64 and a document on a group are refused", async () => {
  const { refused } = await start();
  const page = { operation: "insert_page", ref: "x", document: {} } as const;
  expect(await refused(page, page)).toMatchObject({ status: 400 });
  const file = { name: "a.txt", contentType: "text/plain", base64: "ä!" };
  expect(await refused({ operation: "insert_files", files: [file] })).toMatchObject({
    status: 400,
    message: expect.stringContaining("a.txt"),
  });
});

test("Whoever edits is a contributor, and so is who made it", async () => {
  const { desk, first, id } = await start();
  const { workspace, admin, spaceId } = desk;
  const [editor, other] = [await desk.person("edit"), await desk.person("edit")];
  await desk.edit(id, [{ operation: "update_page", page: first, title: "Renamed" }], editor);
  const draftsOf = async (contributor: string) => {
    const asked = { spaceId, contributor, status: ["draft"] } as const;
    return (await workspace.ok(admin, cr.list, asked)).items.map((item) => item.id);
  };
  expect(await draftsOf(editor)).toEqual([id]);
  expect(await draftsOf(admin)).toEqual([id]);
  expect(await draftsOf(other)).toEqual([]);
});
