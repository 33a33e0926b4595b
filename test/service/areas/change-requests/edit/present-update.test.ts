import { beforeAll, expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import type { ContentChange } from "../../../../../src/contract/cr-content.model.ts";
import { type Desk, openDesk } from "../../../../support/organizations/changes.ts";

let desk: Desk;
let [first, second, third]: string[] = [];
beforeAll(async () => {
  desk = await openDesk();
  [first, second, third] = await desk.publish(
    { title: "First", markdown: "One" },
    { title: "Second", markdown: "Two" },
    { title: "Third", markdown: "Three" },
  );
});

/** The changes of an edit, with `new` for the ids of new pages and files. */
async function edit(...changes: ContentChange[]) {
  const { workspace, admin, spaceId } = desk;
  const changeRequestId = await desk.begin();
  await desk.edit(changeRequestId, [
    { operation: "update_page", page: second ?? "", into: first ?? "" },
  ]);
  const input = { spaceId, changeRequestId, changes, compat: false };
  const answer = (await workspace.ok(admin, cr.edit, input)) as never as {
    readonly changeRequest: { readonly id: string };
    readonly changes: readonly {
      readonly object: string;
      readonly ref?: string;
      readonly page: string | { readonly id: string; readonly urls: { readonly location: string } };
    }[];
    readonly insertedFiles?: readonly { readonly name: string; readonly downloadURL: string }[];
  };
  expect(answer.changeRequest.id).toBe(changeRequestId);
  const names = new Map([
    [first, "first"],
    [second, "second"],
    [third, "third"],
  ]);
  const rows = answer.changes.map(({ object, ref, page }) => {
    if (typeof page === "string") return [object, names.get(page), ref];
    expect(page.urls.location).toBe(
      `http://127.0.0.1:4000/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content/page/${page.id}`,
    );
    return [object, names.get(page.id) ?? "new", ref];
  });
  return { rows, files: answer.insertedFiles?.map(({ name }) => name) };
}

const file = (name: string) => ({ name, contentType: "text/plain", base64: "aGVsbG8=" });

test("an edit has each page once, in the order of the changes", async () => {
  const update: ContentChange = { operation: "update_page", page: third ?? "", title: "New" };
  expect(
    await edit(
      update,
      { operation: "insert_page", document: { markdown: "# A" }, ref: "a" },
      { operation: "insert_page", document: { markdown: "# B" } },
      update,
      { operation: "revert_page", page: second ?? "" },
    ),
  ).toEqual({
    rows: [
      ["updated_page", "third", undefined],
      ["created_page", "new", "a"],
      ["created_page", "new", undefined],
      ["updated_page", "second", undefined],
    ],
    files: undefined,
  });
});

test("a deleted page is listed with its subpages", async () => {
  expect(
    await edit(
      { operation: "delete_page", page: first ?? "" },
      { operation: "update_page", page: third ?? "", title: "New" },
      { operation: "delete_page", page: third ?? "" },
    ),
  ).toEqual({
    rows: [
      ["deleted_page", "first", undefined],
      ["deleted_page", "third", undefined],
      ["deleted_page", "second", undefined],
    ],
    files: undefined,
  });
});

test("new files are listed in their order", async () => {
  expect(
    await edit(
      { operation: "insert_files", files: [file("b.txt"), file("a.txt")] },
      { operation: "insert_files", files: [file("c.txt")] },
    ),
  ).toEqual({ rows: [], files: ["b.txt", "a.txt", "c.txt"] });
});
