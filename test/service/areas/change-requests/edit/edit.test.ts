import { expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import type { ContentChange } from "../../../../../src/contract/cr-content.model.ts";
import * as space from "../../../../../src/contract/space.ts";
import { getFile } from "../../../../../src/service/areas/content/files/blobs.ts";
import { readTree } from "../../../../../src/service/areas/content/revisions.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openDeskIn } from "../../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const desk = await openDeskIn(shared);
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

test("several changes create one revision in order", async () => {
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

test("a final change request is refused before its changes are validated", async () => {
  const { desk, id, refused } = await start();
  await desk.merge(id);
  const missing = { operation: "delete_page", page: "missing" } as const;
  expect(await refused(missing)).toMatchObject({ status: 409 });
});

test("a title changes without the path, and a path without the title", async () => {
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

test("attributes are set, and empty ones are removed", async () => {
  const { first, edit, tree } = await start();
  const given = { description: "About", emoji: "🚀", hidden: true };
  await edit({ operation: "update_page", page: first, ...given });
  expect((await tree()).pages[0]).toMatchObject(given);
  await edit({ operation: "update_page", page: first, description: "", emoji: "" });
  const page = (await tree()).pages[0];
  expect([page?.description, page?.emoji, page?.hidden]).toEqual([undefined, undefined, true]);
});

test("pages move into other pages, to the top and among their siblings", async () => {
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

test("one invalid change reverts all, and the error names it", async () => {
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

slowTest("a deleted page is removed with its subpages, and is restored alone", async () => {
  const { first, second, edit, pages } = await start();
  await edit({ operation: "update_page", page: second, into: first });
  await edit({ operation: "delete_page", page: first });
  expect(await pages()).toEqual([]);
  await edit({ operation: "revert_page", page: first });
  expect(await pages()).toEqual(["first: One"]);
  await edit({ operation: "revert_page", page: second });
  expect(await pages()).toEqual(["first: One", "second: Two"]);
});

slowTest(
  "a reverted page has its former content, and a page that did not exist is removed",
  async () => {
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
  },
);

test("a page cannot be reverted to a revision of another space", async () => {
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

test("links to pages and files become references, including to pages later in the edit", async () => {
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

slowTest(
  "links are resolved from the location of the page, as paths of pages and of their files",
  async () => {
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
  },
);

slowTest("front matter sets its fields, and is not part of the text", async () => {
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

test("a duplicate name, invalid base64 and a document on a group are refused", async () => {
  const { refused } = await start();
  const page = { operation: "insert_page", ref: "x", document: {} } as const;
  expect(await refused(page, page)).toMatchObject({ status: 400 });
  const file = { name: "a.txt", contentType: "text/plain", base64: "ä!" };
  expect(await refused({ operation: "insert_files", files: [file] })).toMatchObject({
    status: 400,
    message: expect.stringContaining("a.txt"),
  });
});

test("editors are contributors, and so is the creator", async () => {
  const { desk, first, id } = await start();
  const { workspace, admin, spaceId } = desk;
  const [editor, other] = [await desk.person("edit"), await desk.person("edit")];
  await desk.edit(id, [{ operation: "update_page", page: first, title: "Renamed" }], editor);
  const listDrafts = async (contributor: string) => {
    const asked = { spaceId, contributor, status: ["draft"] } as const;
    return (await workspace.ok(admin, cr.list, asked)).items.map((item) => item.id);
  };
  expect(await listDrafts(editor)).toEqual([id]);
  expect(await listDrafts(admin)).toEqual([id]);
  expect(await listDrafts(other)).toEqual([]);
});
