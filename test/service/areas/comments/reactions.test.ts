import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as reply from "../../../../src/contract/comment-reply.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const other = await workspace.member(org, "comment");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const body = { markdown: "Is this still true?" };
  const { id: commentId } = await workspace.ok(admin, comment.create, { spaceId, body });
  return { workspace, admin, other, ids: { spaceId, commentId }, body };
}

test("each user has each reaction once, and removes only their own", async () => {
  const { workspace, admin, other, ids } = await start();
  const react = (who: string, changes: object) =>
    workspace.ok(who, comment.update, { ...ids, ...changes });
  await react(admin, { addedReactions: ["👍", "🎉"] });
  const at = workspace.now.toISOString();
  workspace.passDays(1);
  await react(admin, { addedReactions: ["👍"] });
  const both = await react(other, { addedReactions: ["👍"] });
  expect(both.reactions).toMatchObject([
    { emoji: "🎉", count: 1, users: [{ user: { id: admin }, reactedAt: at }] },
    {
      emoji: "👍",
      count: 2,
      users: [{ user: { id: admin }, reactedAt: at }, { user: { id: other } }],
    },
  ]);
  const less = await react(other, { removedReactions: ["👍", "🎉"] });
  expect(less.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
    ["🎉", 1],
    ["👍", 1],
  ]);
  expect((await react(admin, { removedReactions: ["👍", "🎉"] })).reactions).toEqual([]);
});

test("a reaction is not an edit of the text", async () => {
  const { workspace, other, ids } = await start();
  const reacted = await workspace.ok(other, comment.update, { ...ids, addedReactions: ["👍"] });
  expect(reacted).not.toHaveProperty("editedAt");
});

test("a blank reaction, a long one, and one both added and removed are refused", async () => {
  const { workspace, admin, ids } = await start();
  for (const changes of [
    { addedReactions: [" "] },
    { addedReactions: [""] },
    { removedReactions: ["x".repeat(51)] },
    { addedReactions: ["👍"], removedReactions: ["👍"] },
  ]) {
    const refused = await workspace.refused(admin, comment.update, { ...ids, ...changes });
    expect(refused).toMatchObject({
      status: 400,
      message: expect.stringMatching(/addedReactions|removedReactions|👍/),
    });
  }
  expect((await workspace.ok(admin, comment.get, ids)).reactions).toEqual([]);
});

test("replies have separate reactions, in lists too", async () => {
  const { workspace, admin, other, ids, body } = await start();
  const { id: commentReplyId } = await workspace.ok(admin, reply.create, { ...ids, body });
  await workspace.ok(other, reply.update, { ...ids, commentReplyId, addedReactions: ["👀"] });
  const { items } = await workspace.ok(admin, reply.list, ids);
  expect(items[0]?.reactions).toMatchObject([{ emoji: "👀", users: [{ user: { id: other } }] }]);
  expect((await workspace.ok(admin, comment.get, ids)).reactions).toEqual([]);
});

test("the reactions to a deleted reply are deleted, and no others", async () => {
  const { workspace, admin, other, ids, body } = await start();
  const { id: commentReplyId } = await workspace.ok(admin, reply.create, { ...ids, body });
  const addedReactions = ["👀"];
  await workspace.ok(other, comment.update, { ...ids, addedReactions });
  await workspace.ok(other, reply.update, { ...ids, commentReplyId, addedReactions });
  const list = async () =>
    (await workspace.db.selectFrom("reactions").select("subject_id").execute()).map(
      ({ subject_id }) => subject_id,
    );
  expect((await list()).toSorted()).toEqual([ids.commentId, commentReplyId].toSorted());
  await workspace.ask(admin, reply.remove, { ...ids, commentReplyId });
  expect(await list()).toEqual([ids.commentId]);
  await workspace.ask(admin, comment.remove, ids);
  expect(await list()).toEqual([]);
});
