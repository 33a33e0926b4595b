import { beforeAll, describe, expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReply from "../../../../src/contract/cr-comment-reply.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { type Desk, openDesk } from "../../../support/organizations/changes.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});

describe("a new change request", () => {
  test("is created by editors only", async () => {
    const { workspace, spaceId } = desk;
    for (const [role, status] of [
      ["edit", 201],
      ["review", 201],
      ["comment", 403],
      ["read", 403],
      [null, 404],
    ] as const) {
      const user = await desk.person(role);
      const { status: answered } = await workspace.ask(user, cr.create, { spaceId });
      expect([role, answered]).toEqual([role, status]);
    }
  });

  test("is numbered in its space, on the current revision", async () => {
    const { workspace, org, admin } = desk;
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
    const { revision } = await workspace.ok(admin, space.get, { spaceId });
    const numbers: number[] = [];
    for (let count = 0; count < 3; count++) {
      const { id, number } = await workspace.ok(admin, cr.create, { spaceId, subject: "S" });
      numbers.push(number);
      const row = await workspace.db
        .selectFrom("change_requests")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const now = workspace.now.toISOString();
      expect(row).toEqual({
        ...{ id, space_id: spaceId, number, status: "draft", subject: "S", description: null },
        ...{ created_by: admin, created_at: now, updated_at: now, revision_id: revision },
        ...{ revision_initial: revision, revision_merged_ancestor: null, revision_merged: null },
        ...{ merged_by: null, merged_at: null, merge_schedule: null, merge_at: null },
        ...{ merge_scheduled_by: null, merge_failure: null, cluster_id: null },
      });
    }
    expect(numbers).toEqual([1, 2, 3]);
  });
});

slowTest(
  "contributors are listed with their edits and comments, the most recent first",
  async () => {
    const { workspace, admin, spaceId } = desk;
    const [editor, reader] = [await desk.person("edit"), await desk.person("comment")];
    const names = new Map([
      [admin, "admin"],
      [editor, "editor"],
      [reader, "reader"],
    ]);
    const changeRequestId = await desk.begin();
    const ids = { spaceId, changeRequestId };
    const list = async () => {
      const { items, count } = await workspace.ok(admin, cr.contributors, ids);
      expect(count).toBe(items.length);
      return items.map((one) => [names.get(one.user.id), one.actionType, one.count]);
    };
    expect(await list()).toEqual([]);
    const insert = { operation: "insert_page", document: { markdown: "# A" } } as const;
    await desk.edit(changeRequestId, [insert], editor);
    workspace.passDays(1);
    await desk.edit(changeRequestId, [insert, insert]);
    workspace.passDays(1);
    const body = { markdown: "Text" };
    const { id: commentId } = await workspace.ok(reader, crComment.create, { ...ids, body });
    workspace.passDays(1);
    await workspace.ok(editor, crReply.create, { ...ids, commentId, body });
    await workspace.ok(editor, crComment.create, { ...ids, body });
    const expected = [
      ["editor", "comment", 2],
      ["reader", "comment", 1],
      ["admin", "edit", 1],
      ["editor", "edit", 1],
    ];
    expect(await list()).toEqual(expected);
    // Edits and comments of another change request are not counted.
    const other = await desk.begin();
    await desk.edit(other, [insert], editor);
    await workspace.ok(reader, crComment.create, { spaceId, changeRequestId: other, body });
    expect(await list()).toEqual(expected);
    await desk.edit(changeRequestId, [insert], editor);
    expect((await list()).find(([name, type]) => name === "editor" && type === "edit")).toEqual([
      ...["editor", "edit", 2],
    ]);
  },
);

test("the changes of a closed change request have no conflicts", async () => {
  const { workspace, admin, spaceId } = desk;
  for (const [status, conflicts] of [
    ["draft", []],
    ["open", []],
    ["archived", undefined],
    ["merged", undefined],
  ] as const) {
    const changeRequestId = await desk.begin();
    const change = { status } as const;
    await workspace.db
      .updateTable("change_requests")
      .set(change)
      .where("id", "=", changeRequestId)
      .execute();
    const answer = await workspace.ok(admin, cr.changes, { spaceId, changeRequestId });
    expect([status, answer.conflicts]).toEqual([status, conflicts]);
  }
});
