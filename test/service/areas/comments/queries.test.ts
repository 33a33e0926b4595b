import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReply from "../../../../src/contract/cr-comment-reply.ts";
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
