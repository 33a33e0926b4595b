import { describe, expect, test } from "vitest";
import type { CommentBody } from "../../../../src/contract/comment.model.ts";
import * as comment from "../../../../src/contract/comment.ts";
import * as reply from "../../../../src/contract/comment-reply.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReply from "../../../../src/contract/cr-comment-reply.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

test("the next page of a list of comments has the filters of the first", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const other = await desk.person("comment");
  for (const who of [admin, other, admin]) {
    await workspace.ok(who, comment.create, { spaceId, body: { markdown: "A comment" } });
  }
  const first = { spaceId, limit: 1, order: "desc", status: "all" } as const;
  const { next } = await workspace.ok(admin, comment.list, first);
  const page = next?.page ?? "";
  expect((await workspace.ok(admin, comment.list, { ...first, page })).items).toHaveLength(1);
  for (const filter of [
    { status: "open" },
    { status: "resolved" },
    { order: "asc" },
    { targetPage: "page" },
    { authors: ["someone"] },
  ] as const) {
    const refusal = await workspace.refused(admin, comment.list, { ...first, ...filter, page });
    expect({ filter, refusal }).toMatchObject({ filter, refusal: { status: 400 } });
  }
});

test("a reply in a change request makes nobody a commenter of its space", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const other = await desk.person("comment");
  const body = { markdown: "Text" };
  await workspace.ok(admin, comment.create, { spaceId, body });
  const inChange = { spaceId, changeRequestId: await desk.begin() };
  const { id: commentId } = await workspace.ok(admin, crComment.create, { ...inChange, body });
  await workspace.ok(other, crReply.create, { ...inChange, commentId, body });
  const ofSpace = await workspace.ok(admin, comment.commenters, { spaceId });
  const ofChange = await workspace.ok(admin, crComment.commenters, inChange);
  expect(ofSpace.items).toHaveLength(1);
  expect(ofChange.items).toHaveLength(2);
});

describe("a page of comments or replies", () => {
  const openLists = async (body: CommentBody) => {
    const desk = await openDesk();
    const { workspace, admin, spaceId } = desk;
    const { id: commentId } = await workspace.ok(admin, comment.create, { spaceId, body });
    await workspace.ok(admin, comment.create, { spaceId, body });
    const ids = { spaceId, commentId };
    for (let time = 0; time < 2; time++) await workspace.ok(admin, reply.create, { ...ids, body });
    return async (options: { readonly format?: "document"; readonly limit?: number }) => {
      const pages = [
        await workspace.ok(admin, comment.list, { spaceId, ...options }),
        await workspace.ok(admin, reply.list, { ...ids, ...options }),
      ];
      return pages.map(({ items, count, next }) => [items.length, count, next !== undefined]);
    };
  };
  const long = "x".repeat(140_000);

  slowTest(
    "has fewer documents than Markdown texts of the same size, because documents are larger",
    async () => {
      const document = parseMarkdown(long);
      expect(await (await openLists({ document }))({ format: "document" })).toEqual([
        [1, 2, true],
        [1, 2, true],
      ]);
      expect(await (await openLists({ markdown: long }))({})).toEqual([
        [2, 2, false],
        [2, 2, false],
      ]);
    },
  );

  test("is empty with a limit of 0, and has their number", async () => {
    expect(await (await openLists({ markdown: "Text" }))({ limit: 0 })).toEqual([
      [0, 2, false],
      [0, 2, false],
    ]);
  });
});

slowTest("an item has the resources that it refers to, and only those", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const [page = ""] = await desk.publish({ title: "Page", markdown: "Text" });
  const changeRequestId = await desk.begin();
  const ids = { spaceId, changeRequestId };
  const body = { markdown: "Text" };
  await workspace.ok(admin, comment.create, { spaceId, body });
  await workspace.ok(admin, comment.create, { spaceId, body, page });
  const reviewer = await desk.person("review");
  const review = await workspace.ok(reviewer, crReview.create, {
    ...{ ...ids, status: "approved" },
    comment: body,
  });
  await workspace.ok(admin, crComment.create, { ...ids, body });
  const order = "asc";
  const inSpace = await workspace.ok(admin, comment.list, { spaceId, order });
  const inRequest = await workspace.ok(admin, crComment.list, { ...ids, order });
  const { revision } = await desk.get(changeRequestId);
  const common = { space: spaceId, revision: await desk.mainRevision() };
  const changed = { space: spaceId, revision, changeRequest: changeRequestId };
  const targets = [...inSpace.items, ...inRequest.items].map(({ target }) => target);
  expect(targets).toHaveLength(4);
  expect(targets).toEqual(
    expect.arrayContaining([
      common,
      { ...common, page: { id: page } },
      { ...changed, review: review.id },
      changed,
    ]),
  );
});

slowTest("webhooks receive the page of a comment, if it has one", async () => {
  const desk = await openDesk();
  const { workspace, org, admin, spaceId } = desk;
  const { db } = workspace;
  const [page = ""] = await desk.publish({ title: "Page", markdown: "Text" });
  const created_at = workspace.now.toISOString();
  await db
    .insertInto("webhooks")
    .values({
      ...{ id: "w", organization_id: org, url: "https://hooks.example.com", active: 1 },
      ...{ events: '["comment.created","comment.replied"]', secret: "", previous_secrets: "[]" },
      ...{ principal: JSON.stringify({ kind: "user", user: admin }), problem: null },
      ...{ created_at, updated_at: null },
    })
    .execute();
  const body = { markdown: "Text" };
  const plain = await workspace.ok(admin, comment.create, { spaceId, body });
  const onPage = await workspace.ok(admin, comment.create, { spaceId, body, page });
  const ids = { spaceId, commentId: plain.id };
  const answer = await workspace.ok(admin, reply.create, { ...ids, body });
  const deliveries = await db.selectFrom("webhook_deliveries").select("payload").execute();
  const payloads = deliveries.map(({ payload }) => {
    const { type, data } = JSON.parse(payload);
    return [type, data.comment, data.reply];
  });
  expect(payloads).toHaveLength(3);
  expect(payloads).toEqual(
    expect.arrayContaining([
      ["comment.created", { id: plain.id }, undefined],
      ["comment.created", { id: onPage.id, page }, undefined],
      ["comment.replied", { id: plain.id }, { id: answer.id }],
    ]),
  );
});
