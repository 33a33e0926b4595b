import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReply from "../../../../src/contract/cr-comment-reply.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

const body = { markdown: "Is this still true?" };

async function start() {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const ids = { spaceId, changeRequestId: await desk.begin() };
  const { id: commentId } = await workspace.ok(admin, crComment.create, { ...ids, body });
  return { desk, workspace, admin, spaceId, ids, onComment: { ...ids, commentId } };
}

test("a comment of a change request is found only there", async () => {
  const { desk, workspace, admin, spaceId, ids, onComment } = await start();
  const { commentId } = onComment;
  const shown = await workspace.ok(admin, crComment.get, onComment);
  expect(shown.urls.location).toContain(
    `/spaces/${spaceId}/change-requests/${ids.changeRequestId}/comments/${commentId}`,
  );
  expect(await workspace.refused(admin, comment.get, { spaceId, commentId })).toMatchObject({
    status: 404,
    message: expect.stringContaining("this space"),
  });
  const other = { ...onComment, changeRequestId: await desk.begin() };
  expect(await workspace.refused(admin, crComment.get, other)).toMatchObject({
    status: 404,
    message: expect.stringContaining("this change request"),
  });
  expect((await workspace.ok(admin, comment.list, { spaceId })).items).toEqual([]);
});

test("replies are created, read, updated, listed and deleted in a change request", async () => {
  const { workspace, admin, onComment } = await start();
  const made = await workspace.ok(admin, crReply.create, { ...onComment, body });
  const ids = { ...onComment, commentReplyId: made.id };
  expect(await workspace.ok(admin, crReply.get, ids)).toEqual(made);
  const changed = { ...ids, body: { markdown: "It is." }, addedReactions: ["👍"] };
  expect(await workspace.ok(admin, crReply.update, changed)).toMatchObject({
    body: changed.body,
    reactions: [{ emoji: "👍", count: 1 }],
  });
  expect((await workspace.ok(admin, crReply.list, onComment)).items).toHaveLength(1);
  expect(await workspace.ask(admin, crReply.remove, ids)).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, crReply.remove, ids)).toMatchObject({ status: 204 });
});

test("a resolving reply resolves its comment", async () => {
  const { desk, workspace, admin, onComment } = await start();
  const { id: commentReplyId } = await workspace.ok(admin, crReply.create, { ...onComment, body });
  const ids = { ...onComment, commentReplyId };
  await workspace.ok(admin, crReply.update, { ...ids, resolved: true });
  expect((await workspace.ok(admin, crComment.get, onComment)).status).toBe("resolved");
  expect((await desk.get(onComment.changeRequestId)).comments).toBe(0);
  await workspace.ok(admin, crReply.update, { ...ids, resolved: false });
  expect((await workspace.ok(admin, crComment.get, onComment)).status).toBe("open");
});

test("the commenters of a change request differ from those of its space", async () => {
  const { desk, workspace, admin, spaceId, ids, onComment } = await start();
  const [other, elsewhere] = [await desk.person("comment"), await desk.person("comment")];
  await workspace.ok(other, crReply.create, { ...onComment, body });
  await workspace.ok(elsewhere, comment.create, { spaceId, body });
  const { items } = await workspace.ok(admin, crComment.commenters, ids);
  expect(items.map((item) => item.id).toSorted()).toEqual([admin, other].toSorted());
});

test("a closed change request still accepts comments", async () => {
  const { desk, workspace, admin, ids } = await start();
  await desk.merge(ids.changeRequestId);
  await workspace.ok(admin, crComment.create, { ...ids, body });
  expect((await desk.get(ids.changeRequestId)).comments).toBe(2);
});

test("an unknown change request has no comments to read, create or delete", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = { spaceId, changeRequestId: "77" };
  for (const [endpoint, input] of [
    [crComment.list, ids],
    [crComment.create, { ...ids, body }],
    [crComment.remove, { ...ids, commentId: "any" }],
    [crComment.commenters, ids],
  ] as const) {
    expect(await workspace.refused(admin, endpoint, input as never)).toMatchObject({
      status: 404,
      message: expect.stringContaining("77"),
    });
  }
});
