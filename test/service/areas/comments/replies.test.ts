import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as reply from "../../../../src/contract/comment-reply.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

/** Two comments with two replies each in a space, and one in its change request. */
async function start() {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const other = await desk.person("comment");
  const comments = [];
  for (const text of ["One", "Two"]) {
    const body = { markdown: text };
    const { id: commentId } = await workspace.ok(admin, comment.create, { spaceId, body });
    const replies = [];
    for (const who of [other, admin]) {
      workspace.passDays(1);
      const input = { spaceId, commentId, body: { markdown: `${text} again` } };
      const { id } = await workspace.ok(who, reply.create, input);
      await workspace.ok(admin, reply.update, {
        ...{ spaceId, commentId, commentReplyId: id },
        addedReactions: ["👀", "👍"],
      });
      replies.push(id);
    }
    for (const who of [other, admin]) {
      const reacted = { spaceId, commentId, addedReactions: ["👀"] };
      await workspace.ok(who, comment.update, reacted);
    }
    comments.push({ id: commentId, replies });
  }
  const changeRequestId = await desk.begin();
  const body = { markdown: "In the change request" };
  const inChange = { spaceId, changeRequestId };
  const { id: crCommentId } = await workspace.ok(admin, crComment.create, { ...inChange, body });
  /** Everything that a reader of the discussions sees, by id. */
  async function read(): Promise<Readonly<Record<string, unknown>>> {
    const { items } = await workspace.ok(admin, comment.list, { spaceId });
    const there = await workspace.ok(admin, crComment.list, inChange);
    const replies = [];
    for (const { id: commentId } of items) {
      replies.push(...(await workspace.ok(admin, reply.list, { spaceId, commentId })).items);
    }
    const withoutRepliers = items.map(({ replies: _, repliers: __, ...rest }) => rest);
    const all = [...withoutRepliers, ...there.items, ...replies];
    return Object.fromEntries(all.map((one) => [one.id, one]));
  }
  const [first, second] = comments;
  if (!first || !second) throw new Error("Two comments exist.");
  const ids = { spaceId, commentId: first.id };
  const onReply = { ...ids, commentReplyId: first.replies[1] ?? "" };
  return { desk, workspace, admin, other, first, second, ids, onReply, crCommentId, read };
}

/** The ids whose value differs. */
function listChanged(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids]
    .filter((id) => JSON.stringify(before[id]) !== JSON.stringify(after[id]))
    .toSorted();
}

slowTest("each change of a comment or a reply leaves all others unchanged", async () => {
  const { workspace, admin, first, ids, onReply, read } = await start();
  const text = { markdown: "Changed" };
  const [theirs = "", mine = ""] = first.replies;
  for (const [name, change, expected] of [
    ["text", () => workspace.ok(admin, comment.update, { ...ids, body: text }), [first.id]],
    ["resolve", () => workspace.ok(admin, comment.update, { ...ids, resolved: true }), [first.id]],
    [
      "remove a reaction",
      () => workspace.ok(admin, comment.update, { ...ids, removedReactions: ["👀"] }),
      [first.id],
    ],
    [
      "text of a reply",
      () => workspace.ok(admin, reply.update, { ...onReply, body: text }),
      [mine],
    ],
    [
      "remove a reaction to a reply",
      () => workspace.ok(admin, reply.update, { ...onReply, removedReactions: ["👍"] }),
      [mine],
    ],
    ["delete a reply", () => workspace.ask(admin, reply.remove, onReply), [mine]],
    ["delete a comment", () => workspace.ask(admin, comment.remove, ids), [first.id, theirs]],
  ] as const) {
    workspace.passDays(1);
    const before = await read();
    await change();
    expect([name, ...listChanged(before, await read())]).toEqual([name, ...expected.toSorted()]);
  }
});

test("reactions are sorted by their time, and users by the time of their reaction", async () => {
  const { workspace, admin, other, ids } = await start();
  workspace.passDays(1);
  await workspace.ok(admin, comment.update, { ...ids, addedReactions: ["b", "a", "b"] });
  workspace.passDays(1);
  const { reactions } = await workspace.ok(other, comment.update, {
    ...ids,
    addedReactions: ["a", "👀"],
  });
  const readers = [admin, other].toSorted();
  expect(
    reactions.map(({ emoji, count, users }) => [emoji, count, users.map((one) => one.user.id)]),
  ).toEqual([
    ["👀", 2, readers],
    ["a", 2, [admin, other]],
    ["b", 1, [admin]],
  ]);
});

slowTest(
  "a refused change names the kind and the permitted users, and changes nothing",
  async () => {
    const { workspace, other, first, ids, onReply, read } = await start();
    const { commentReplyId } = onReply;
    const before = await read();
    const input = { ...onReply, body: { markdown: "Mine" } };
    expect(await workspace.refused(other, reply.update, input)).toEqual({
      status: 403,
      message: "Only the author of a reply can change its text.",
    });
    expect(await workspace.refused(other, reply.remove, onReply)).toEqual({
      status: 403,
      message: "Only the author of a reply and the admins of the space can delete it.",
    });
    expect(await workspace.refused(other, comment.update, { ...ids, body: {} })).toEqual({
      status: 403,
      message: "Only the author of a comment can change its text.",
    });
    expect(await workspace.refused(other, comment.remove, ids)).toEqual({
      status: 403,
      message: "Only the author of a comment and the admins of the space can delete it.",
    });
    const missing = { ...onReply, commentReplyId: "nosuch" };
    expect(await workspace.refused(other, reply.get, missing)).toEqual({
      status: 404,
      message: `Comment ${first.id} has no reply nosuch.`,
    });
    const empty = await workspace.ok(other, comment.update, { ...ids, addedReactions: [] });
    expect(empty).not.toHaveProperty("editedAt");
    expect(listChanged(before, await read())).toEqual([]);
    expect(before[commentReplyId]).toMatchObject({
      urls: { location: expect.stringMatching(`/comments/${first.id}/replies/${commentReplyId}$`) },
    });
  },
);
