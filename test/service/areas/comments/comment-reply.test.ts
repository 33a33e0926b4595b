import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as reply from "../../../../src/contract/comment-reply.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const { id: commentId } = await workspace.ok(admin, comment.create, {
    spaceId,
    body: { markdown: "Is this still true?" },
  });
  const ids = { spaceId, commentId };
  const answer = async (who: string, markdown: string) => {
    workspace.passDays(1);
    return workspace.ok(who, reply.create, { ...ids, body: { markdown } });
  };
  return { workspace, org, admin, ids, answer };
}

test("a reply has its text, and is found again", async () => {
  const { workspace, admin, ids, answer } = await start();
  const made = await answer(admin, "It *is*.");
  expect(made).toMatchObject({
    object: "comment-reply",
    postedBy: { id: admin },
    postedAt: workspace.now.toISOString(),
    body: { markdown: "It *is*." },
    reactions: [],
    permissions: { view: true, edit: true, reply: true, delete: true },
  });
  const asked = { ...ids, commentReplyId: made.id };
  expect(await workspace.ok(admin, reply.get, asked)).toEqual(made);
  const { body } = await workspace.ok(admin, reply.get, { ...asked, format: "document" });
  expect(Object.keys(body)).toEqual(["document"]);
});

test("the comment counts its replies and names their authors, with counts and latest times", async () => {
  const { workspace, org, admin, ids, answer } = await start();
  const other = await workspace.member(org, "comment");
  await answer(other, "One");
  await answer(admin, "Two");
  const last = await answer(other, "Three");
  const shown = await workspace.ok(admin, comment.get, ids);
  expect(shown.replies).toBe(3);
  expect(shown.repliers).toMatchObject([
    { user: { id: other }, count: 2, updatedAt: last.postedAt },
    { user: { id: admin }, count: 1 },
  ]);
  await workspace.ask(other, reply.remove, { ...ids, commentReplyId: last.id });
  const after = await workspace.ok(admin, comment.get, ids);
  expect(after.replies).toBe(2);
  expect(after.repliers.map((replier) => replier.count)).toEqual([1, 1]);
});

test("replies are listed in order, page by page", async () => {
  const { workspace, admin, ids, answer } = await start();
  const made = [];
  for (const text of ["One", "Two", "Three"]) made.push((await answer(admin, text)).id);
  const first = await workspace.ok(admin, reply.list, { ...ids, limit: 2 });
  const rest = { ...ids, page: first.next?.page ?? "" };
  const second = await workspace.ok(admin, reply.list, rest);
  expect([...first.items, ...second.items].map((item) => item.id)).toEqual(made);
});

test("only the author of a reply changes its text", async () => {
  const { workspace, org, admin, ids, answer } = await start();
  const author = await workspace.member(org, "comment");
  const { id: commentReplyId } = await answer(author, "It is");
  const changes = { ...ids, commentReplyId, body: { markdown: "It is." } };
  expect(await workspace.refused(admin, reply.update, changes)).toMatchObject({ status: 403 });
  workspace.passDays(1);
  const changed = await workspace.ok(author, reply.update, changes);
  expect(changed).toMatchObject({
    body: changes.body,
    editedAt: workspace.now.toISOString(),
  });
});

test("a reply is deleted once, by its author or an admin", async () => {
  const { workspace, org, admin, ids, answer } = await start();
  const [author, other] = [
    await workspace.member(org, "comment"),
    await workspace.member(org, "create"),
  ];
  const mine = { ...ids, commentReplyId: (await answer(author, "One")).id };
  const theirs = { ...ids, commentReplyId: (await answer(author, "Two")).id };
  expect(await workspace.refused(other, reply.remove, mine)).toMatchObject({ status: 403 });
  expect(await workspace.ask(author, reply.remove, mine)).toMatchObject({ status: 205 });
  expect(await workspace.ask(author, reply.remove, mine)).toMatchObject({ status: 204 });
  expect(await workspace.ask(admin, reply.remove, theirs)).toMatchObject({ status: 205 });
  expect(await workspace.refused(admin, reply.get, mine)).toMatchObject({ status: 404 });
});

test("a reply to another comment is not found, and an unknown comment has none", async () => {
  const { workspace, admin, ids, answer } = await start();
  const { id: commentReplyId } = await answer(admin, "One");
  const { spaceId } = ids;
  const body = { markdown: "Another" };
  const other = await workspace.ok(admin, comment.create, { spaceId, body });
  const elsewhere = { spaceId, commentId: other.id, commentReplyId };
  expect(await workspace.refused(admin, reply.get, elsewhere)).toMatchObject({ status: 404 });
  expect(await workspace.ask(admin, reply.remove, elsewhere)).toMatchObject({ status: 204 });
  const unknown = { spaceId, commentId: "unknown" };
  expect(await workspace.refused(admin, reply.list, unknown)).toMatchObject({ status: 404 });
  const onUnknown = { ...unknown, body };
  expect(await workspace.refused(admin, reply.create, onUnknown)).toMatchObject({ status: 404 });
});
