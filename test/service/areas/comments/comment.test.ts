import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as reply from "../../../../src/contract/comment-reply.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const person = (role: Parameters<typeof workspace.member>[1]) => workspace.member(org, role);
  const post = async (who: string, markdown = "Is this still true?") => {
    workspace.passDays(1);
    return workspace.ok(who, comment.create, { spaceId, body: { markdown } });
  };
  const openCount = async () => (await workspace.ok(admin, space.get, { spaceId })).comments;
  return { workspace, org, admin, spaceId, person, post, openCount };
}

test("a new comment is open, and has its text and location", async () => {
  const { workspace, admin, spaceId } = await start();
  const { revision } = await workspace.ok(admin, space.get, { spaceId });
  const made = await workspace.ok(admin, comment.create, {
    spaceId,
    body: { markdown: "Is this *still* true?" },
  });
  expect(made).toMatchObject({
    object: "comment",
    postedBy: { id: admin },
    postedAt: workspace.now.toISOString(),
    status: "open",
    body: { markdown: "Is this *still* true?" },
    target: { space: spaceId, revision },
    replies: 0,
    repliers: [],
    reactions: [],
    permissions: { view: true, edit: true, reply: true, delete: true },
  });
  expect(made).not.toHaveProperty("editedAt");
  expect(made.target).not.toHaveProperty("page");
  expect(await workspace.ok(admin, comment.get, { spaceId, commentId: made.id })).toEqual(made);
});

test("a comment can be read as Markdown and as a document, in either input format", async () => {
  const { workspace, admin, spaceId } = await start();
  const first = await workspace.ok(admin, comment.create, {
    spaceId,
    body: { markdown: "Some **bold** words." },
  });
  const asked = { spaceId, commentId: first.id, format: "document" } as const;
  const { body } = await workspace.ok(admin, comment.get, asked);
  if (!("document" in body)) throw new Error("It is no document.");
  expect(JSON.stringify(body.document)).toContain('"text":"bold"');
  const second = await workspace.ok(admin, comment.create, { spaceId, body });
  expect(second.body).toEqual({ markdown: "Some **bold** words.\n" });
  const { items } = await workspace.ok(admin, comment.list, { spaceId, format: "document" });
  expect(items.map((item) => Object.keys(item.body))).toEqual([["document"], ["document"]]);
});

test("an empty object is a comment without text, and blank text is refused", async () => {
  const { workspace, admin, spaceId } = await start();
  const made = await workspace.ok(admin, comment.create, { spaceId, body: {} });
  expect(made.body).toEqual({ markdown: "" });
  const blank = { spaceId, body: { markdown: " \n" } };
  expect(await workspace.refused(admin, comment.create, blank)).toMatchObject({
    status: 400,
    message: expect.stringContaining("body.markdown"),
  });
});

test("an error in the text of a comment names its location", async () => {
  const { workspace, admin, spaceId } = await start();
  const document = { object: "document", data: {} };
  const paragraph = { object: "block", type: "paragraph", nodes: [null] };
  for (const [body, message] of [
    [{ text: "Hello" }, "body.text is not a field of this operation."],
    [{ markdown: "Hello", text: "Hello" }, "body.text is not a field of this operation."],
    [{ markdown: 5 }, "body.markdown must be a string, not 5."],
    [
      { document: { ...document, nodes: [paragraph] } },
      "body.document.nodes.0.nodes.0 must be a JSON object, not null.",
    ],
    [{ document: {} }, "body.document.object is required."],
    [
      { markdown: "Hello", document: { ...document, nodes: [] } },
      'body is not in an accepted form ({"markdown":"Hello","document":{"object":"document","data…).',
    ],
  ] as const) {
    const refusal = await workspace.refused(admin, comment.create, { spaceId, body } as never);
    expect(refusal).toEqual({ status: 400, message });
  }
});

test("only the author of a comment changes its text, with the time of the change", async () => {
  const { workspace, admin, spaceId, person, post } = await start();
  const author = await person("comment");
  const { id: commentId } = await post(author);
  const changes = { spaceId, commentId, body: { markdown: "It is." } };
  expect(await workspace.refused(admin, comment.update, changes)).toMatchObject({ status: 403 });
  workspace.passDays(1);
  const changed = await workspace.ok(author, comment.update, changes);
  expect(changed.body).toEqual(changes.body);
  expect(changed.editedAt).toBe(workspace.now.toISOString());
  const kept = await workspace.ok(author, comment.update, { spaceId, commentId, body: {} });
  expect(kept).toEqual(changed);
});

test("PUT comment with resolved true: status resolved, with the time and the user", async () => {
  const { workspace, admin, spaceId, person, post, openCount } = await start();
  const { id: commentId } = await post(admin);
  const other = await person("comment");
  const resolve = { spaceId, commentId, resolved: true };
  const resolved = await workspace.ok(other, comment.update, resolve);
  const at = workspace.now.toISOString();
  expect(resolved).toMatchObject({ status: "resolved", resolvedAt: at, resolvedBy: { id: other } });
  expect(await openCount()).toBe(0);
  workspace.passDays(1);
  const again = await workspace.ok(admin, comment.update, resolve);
  expect(again).toMatchObject({ resolvedAt: at, resolvedBy: { id: other } });
});

test("PUT comment with resolved false: status open again", async () => {
  const { workspace, admin, spaceId, post, openCount } = await start();
  const made = await post(admin);
  const ids = { spaceId, commentId: made.id };
  await workspace.ok(admin, comment.update, { ...ids, resolved: true });
  expect(await workspace.ok(admin, comment.update, { ...ids, resolved: false })).toEqual(made);
  expect(await openCount()).toBe(1);
});

test("the space counts its open comments", async () => {
  const { workspace, admin, spaceId, post, openCount } = await start();
  const made = [await post(admin), await post(admin), await post(admin)];
  expect(await openCount()).toBe(3);
  const [first, second] = made.map(({ id: commentId }) => ({ spaceId, commentId }));
  if (!first || !second) throw new Error("Three were posted.");
  await workspace.ok(admin, comment.update, { ...first, resolved: true });
  await workspace.ask(admin, comment.remove, second);
  expect(await openCount()).toBe(1);
});

test("a list is filtered by state, author and page, and sorted in both directions", async () => {
  const { workspace, admin, spaceId, person, post } = await start();
  const other = await person("comment");
  const first = await post(admin, "First");
  const second = await post(other, "Second");
  const third = await post(admin, "Third");
  await workspace.ok(admin, comment.update, { spaceId, commentId: second.id, resolved: true });
  const list = async (filter: object) => {
    const { items } = await workspace.ok(admin, comment.list, { spaceId, ...filter });
    return items.map((item) => item.id);
  };
  expect(await list({})).toEqual([third.id, second.id, first.id]);
  expect(await list({ order: "asc" })).toEqual([first.id, second.id, third.id]);
  expect(await list({ status: "open" })).toEqual([third.id, first.id]);
  expect(await list({ status: "resolved" })).toEqual([second.id]);
  expect(await list({ status: "all" })).toHaveLength(3);
  expect(await list({ authors: [other] })).toEqual([second.id]);
  expect(await list({ authors: [other, admin] })).toHaveLength(3);
  expect(await list({ targetPage: "nowhere" })).toEqual([]);
});

slowTest("pages of a filtered list have each comment once, in both orders", async () => {
  const { workspace, admin, spaceId } = await start();
  for (let number = 0; number < 7; number++) {
    // All have the same time, so the id determines the order.
    await workspace.ok(admin, comment.create, { spaceId, body: { markdown: String(number) } });
  }
  const whole = await workspace.ok(admin, comment.list, { spaceId });
  for (const order of ["asc", "desc"] as const) {
    const ids: string[] = [];
    let page: string | undefined;
    do {
      const asked = { spaceId, order, limit: 3, ...(page && { page }) };
      const part = await workspace.ok(admin, comment.list, asked);
      ids.push(...part.items.map((item) => item.id));
      page = part.next?.page;
    } while (page);
    const expected = whole.items.map((item) => item.id);
    expect(ids).toEqual(order === "desc" ? expected : expected.toReversed());
  }
  const { next } = await workspace.ok(admin, comment.list, { spaceId, limit: 3 });
  const elsewhere = { spaceId, limit: 3, order: "asc", page: next?.page ?? "" } as const;
  expect(await workspace.refused(admin, comment.list, elsewhere)).toMatchObject({ status: 400 });
});

test("deleting a comment removes its replies and reactions, and a second deletion finds none", async () => {
  const { workspace, admin, spaceId, post } = await start();
  const { id: commentId } = await post(admin);
  const ids = { spaceId, commentId };
  const answer = await workspace.ok(admin, reply.create, { ...ids, body: { markdown: "Yes." } });
  await workspace.ok(admin, comment.update, { ...ids, addedReactions: ["👍"] });
  const onReply = { ...ids, commentReplyId: answer.id, addedReactions: ["🎉"] };
  await workspace.ok(admin, reply.update, onReply);
  expect(await workspace.ask(admin, comment.remove, ids)).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, comment.remove, ids)).toMatchObject({ status: 204 });
  expect(await workspace.refused(admin, comment.get, ids)).toMatchObject({ status: 404 });
  for (const table of ["comments", "comment_replies", "reactions"] as const) {
    expect(await workspace.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test("a reader cannot comment, and a guest does not see the space", async () => {
  const { workspace, admin, spaceId, person, post } = await start();
  const { id: commentId } = await post(admin);
  const [reader, guest] = [await person("read"), await person(null)];
  const attempts = [
    [comment.list, { spaceId }],
    [comment.create, { spaceId, body: { markdown: "Hello" } }],
    [comment.get, { spaceId, commentId }],
    [comment.update, { spaceId, commentId, resolved: true }],
    [comment.commenters, { spaceId }],
    [reply.create, { spaceId, commentId, body: { markdown: "Hello" } }],
  ] as const;
  for (const [endpoint, input] of attempts) {
    expect(await workspace.refused(reader, endpoint, input as never)).toMatchObject({
      status: 403,
      message: expect.stringContaining("the role comment"),
    });
    expect(await workspace.refused(guest, endpoint, input as never)).toMatchObject({ status: 404 });
  }
  expect(await workspace.refused(reader, comment.remove, { spaceId, commentId })).toMatchObject({
    status: 403,
  });
});

slowTest("the permissions of a comment match the checks", async () => {
  const { workspace, admin, spaceId, person } = await start();
  const author = await person("comment");
  for (const who of [admin, author, await person("comment"), await person("create")]) {
    workspace.passDays(1);
    const body = { markdown: "Hello" };
    const { id: commentId } = await workspace.ok(author, comment.create, { spaceId, body });
    const ids = { spaceId, commentId };
    const { permissions } = await workspace.ok(who, comment.get, ids);
    expect(permissions.edit).toBe(who === author);
    expect(permissions.delete).toBe(who === author || who === admin);
    const edited = await workspace.ask(who, comment.update, { ...ids, body });
    expect(edited.status < 400).toBe(permissions.edit);
    const replied = await workspace.ask(who, reply.create, { ...ids, body });
    expect(replied.status < 400).toBe(permissions.reply);
    const deleted = await workspace.ask(who, comment.remove, ids);
    expect(deleted.status < 400).toBe(permissions.delete);
  }
});

test("a comment of another space is not found in this one", async () => {
  const { workspace, org, admin, post } = await start();
  const { id: commentId } = await post(admin);
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const ids = { spaceId, commentId };
  expect(await workspace.refused(admin, comment.get, ids)).toMatchObject({ status: 404 });
  expect(await workspace.ask(admin, comment.remove, ids)).toMatchObject({ status: 204 });
});

test("the author of a comment or a reply is a commenter, once", async () => {
  const { workspace, admin, spaceId, person, post } = await start();
  const [replier, silent] = [await person("comment"), await person("comment")];
  const { id: commentId } = await post(admin);
  await post(admin);
  await workspace.ok(replier, reply.create, { spaceId, commentId, body: { markdown: "Yes." } });
  const { items } = await workspace.ok(admin, comment.commenters, { spaceId });
  const ids = items.map((item) => item.id);
  expect(ids.toSorted()).toEqual([admin, replier].toSorted());
  expect(ids).not.toContain(silent);
  const half = await workspace.ok(admin, comment.commenters, { spaceId, limit: 1 });
  const rest = { spaceId, page: half.next?.page ?? "" };
  expect((await workspace.ok(admin, comment.commenters, rest)).items).toHaveLength(1);
});

test("a locked space still accepts comments", async () => {
  const { workspace, admin, spaceId, post } = await start();
  await workspace.ok(admin, space.update, { spaceId, editMode: "locked" });
  expect((await post(admin)).status).toBe("open");
});

test("a space with discussions is purged completely", async () => {
  const { workspace, admin, spaceId, post } = await start();
  const { id: commentId } = await post(admin);
  await workspace.ok(admin, reply.create, { spaceId, commentId, body: { markdown: "Yes." } });
  await workspace.ok(admin, comment.update, { spaceId, commentId, addedReactions: ["👍"] });
  await workspace.ok(admin, space.remove, { spaceId });
  workspace.passDays(8);
  await workspace.service.jobs.runDue();
  for (const table of ["comments", "comment_replies", "reactions", "spaces"] as const) {
    expect(await workspace.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});
