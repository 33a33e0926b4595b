import { expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the sample has change requests in every state, with discussions and reviews", async () => {
  const workspace = await openWorkspace();
  const { organization_id: organizationId, user_id: owner } = await workspace.db
    .selectFrom("members")
    .select(["organization_id", "user_id"])
    .executeTakeFirstOrThrow();
  await workspace.service.admin.seed();
  for (const status of ["draft", "open", "archived", "merged"] as const) {
    const asked = { organizationId, status: [status] };
    const { items } = await workspace.ok(owner, cr.listInOrganization, asked);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      expect(Date.parse(item.createdAt)).toBeLessThan(workspace.now.getTime());
      const ids = { spaceId: item.space, changeRequestId: item.id };
      const { changes } = await workspace.ok(owner, cr.changes, ids);
      if (status !== "archived") expect(changes.length).toBeGreaterThan(0);
    }
  }
  const guide = (await workspace.ok(owner, space.list, { organizationId })).items.find(
    (item) => item.title === "User guide",
  );
  if (!guide) throw new Error("The sample has a user guide.");
  expect(guide).toMatchObject({ comments: 1, changeRequestsOpen: 1, changeRequestsDraft: 1 });
  const spaceId = guide.id;
  const { items: comments } = await workspace.ok(owner, comment.list, { spaceId });
  expect(comments.some((item) => item.status === "resolved")).toBe(true);
  expect(comments.some((item) => item.replies > 1 && item.reactions.length > 1)).toBe(true);
  const [open] = (await workspace.ok(owner, cr.list, { spaceId })).items;
  const ids = { spaceId, changeRequestId: open?.id ?? "" };
  expect(open?.comments).toBeGreaterThan(0);
  expect((await workspace.ok(owner, crReview.list, ids)).items).toHaveLength(1);
  expect((await workspace.ok(owner, crReview.requestedReviewers, ids)).items).toHaveLength(2);
  const { items } = await workspace.ok(owner, crComment.list, ids);
  expect(items.map((item) => item.target.review !== undefined)).toContain(true);
  expect((await workspace.ok(owner, comment.commenters, { spaceId })).items.length).toBeGreaterThan(
    2,
  );
});
