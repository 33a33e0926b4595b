import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import { listNodes } from "../../../../src/document/walk.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import { getDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

const body = { markdown: "Is this still true?" };

async function start() {
  const desk = await openDesk();
  const markdown = "Some words\n\n| Name | Price |\n| ---- | ----- |\n| Tea | 3 |\n";
  const [page = ""] = await desk.publish({ title: "Prices", markdown });
  const tree = await readTree(desk.workspace.db, await desk.mainRevision());
  const hash = tree.pages[0]?.document ?? "";
  const document = await getDocument(desk.workspace.db, desk.spaceId, hash);
  const getKey = (type: string) =>
    [...listNodes(document)].find(({ node }) => node.type === type)?.node.key ?? "";
  return { desk, workspace: desk.workspace, admin: desk.admin, page, getKey };
}

test("a comment can refer to a page, a block, or a table cell", async () => {
  const { desk, workspace, admin, page, getKey } = await start();
  const { spaceId } = desk;
  const node = getKey("paragraph");
  const table = getKey("table");
  const tableCell = { record: "r1", definition: "c2" };
  for (const [given, target] of [
    [{ page }, { page: { id: page } }],
    [
      { page, node },
      { page: { id: page }, node: { id: node } },
    ],
    [
      { page, node: table, tableCell },
      { page: { id: page }, node: { id: table }, tableCell },
    ],
    [
      { page, tableCell },
      { page: { id: page }, tableCell },
    ],
  ] as const) {
    const made = await workspace.ok(admin, comment.create, { spaceId, body, ...given });
    expect(made.target).toEqual({ space: spaceId, revision: await desk.mainRevision(), ...target });
  }
  const onPage = await workspace.ok(admin, comment.list, { spaceId, targetPage: page });
  expect(onPage.items).toHaveLength(4);
});

slowTest("a missing page or block cannot be commented on", async () => {
  const { desk, workspace, admin, page, getKey } = await start();
  const { spaceId } = desk;
  const node = getKey("paragraph");
  for (const [given, field] of [
    [{ page: "unknown" }, "page"],
    [{ node }, "node"],
    [{ tableCell: { record: "r1", definition: "c1" } }, "tableCell"],
    [{ page, node: "unknown" }, "node"],
    [{ page, tableCell: { record: "r9", definition: "c1" } }, "tableCell"],
    [{ page, tableCell: { record: "r1", definition: "toString" } }, "tableCell"],
    [{ page, node, tableCell: { record: "r1", definition: "c1" } }, "tableCell"],
  ] as const) {
    const refused = await workspace.refused(admin, comment.create, { spaceId, body, ...given });
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(field) });
  }
  expect((await workspace.ok(admin, comment.list, { spaceId })).items).toEqual([]);
});

slowTest(
  "new pages of a change request can be commented on there, and not yet in the space",
  async () => {
    const { desk, workspace, admin } = await start();
    const { spaceId } = desk;
    const changeRequestId = await desk.begin();
    await desk.edit(changeRequestId, [
      { operation: "insert_page", document: { markdown: "# New" } },
    ]);
    const { revision } = await desk.get(changeRequestId);
    const page = (await readTree(workspace.db, revision)).pages.at(-1)?.id ?? "";
    const made = await workspace.ok(admin, crComment.create, {
      spaceId,
      changeRequestId,
      body,
      page,
    });
    expect(made.target).toMatchObject({
      changeRequest: changeRequestId,
      revision,
      page: { id: page },
    });
    expect(await workspace.refused(admin, comment.create, { spaceId, body, page })).toMatchObject({
      status: 400,
    });
  },
);

slowTest("a comment stays when its page is deleted", async () => {
  const { desk, workspace, admin, page } = await start();
  const { spaceId } = desk;
  const { id: commentId } = await workspace.ok(admin, comment.create, { spaceId, body, page });
  const id = await desk.begin();
  await desk.edit(id, [{ operation: "delete_page", page }]);
  await desk.merge(id);
  const found = await workspace.ok(admin, comment.get, { spaceId, commentId });
  expect(found.target.page).toEqual({ id: page });
});

slowTest("a refused target is named, with the content that was searched", async () => {
  const { desk, workspace, admin, page, getKey } = await start();
  const { spaceId } = desk;
  const changeRequestId = await desk.begin();
  const node = getKey("paragraph");
  const tableCell = { record: "r9", definition: "c1" };
  for (const [target, message] of [
    [{ page: "gone" }, "page gone does not exist in the SCOPE."],
    [{ node }, "node requires page. Specify the page that contains it."],
    [{ tableCell }, "tableCell requires page. Specify the page that contains it."],
    [{ node, tableCell }, "node requires page. Specify the page that contains it."],
    [
      { page, node: "gone" },
      `node gone does not exist on page ${page}. Check the key of the block.`,
    ],
    [
      { page, tableCell },
      `tableCell does not exist on page ${page}: no table has the row r9 and the column c1.`,
    ],
  ] as const) {
    const inSpace = await workspace.refused(admin, comment.create, { spaceId, body, ...target });
    const input = { spaceId, changeRequestId, body, ...target };
    const inRequest = await workspace.refused(admin, crComment.create, input);
    expect([inSpace.message, inRequest.message]).toEqual(
      ["space", "change request"].map((scope) => message.replace("SCOPE", scope)),
    );
  }
  for (const [endpoint, ids, scope] of [
    [comment.get, { spaceId }, "this space"],
    [crComment.get, { spaceId, changeRequestId }, "this change request"],
  ] as const) {
    const input = { ...ids, commentId: "gone" } as never;
    expect(await workspace.refused(admin, endpoint as typeof comment.get, input)).toEqual({
      status: 404,
      message: `Comment gone does not exist in ${scope}.`,
    });
  }
});
