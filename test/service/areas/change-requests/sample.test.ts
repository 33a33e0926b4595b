import { beforeAll, expect, test } from "vitest";
import * as comment from "../../../../src/contract/comment.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import * as space from "../../../../src/contract/space.ts";
import { sampleSpaces } from "../../../../src/service/areas/change-requests/sample-data.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let organizationId: string;
let owner: string;
beforeAll(async () => {
  workspace = await openWorkspace();
  ({ organization_id: organizationId, user_id: owner } = await workspace.db
    .selectFrom("members")
    .select(["organization_id", "user_id"])
    .executeTakeFirstOrThrow());
  await workspace.service.admin.seed();
});

slowTest(
  "the sample has change requests in every state, with discussions and reviews",
  async () => {
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
    expect(
      (await workspace.ok(owner, comment.commenters, { spaceId })).items.length,
    ).toBeGreaterThan(2);
  },
);

test("the sample has each discussion with its authors, times and texts", async () => {
  const { db, now } = workspace;
  const users = await db.selectFrom("users").select(["id", "email"]).execute();
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const hours = (time: string) => (now.getTime() - Date.parse(time)) / 3_600_000;
  const changeRequests = sampleSpaces.flatMap((one) => one.changeRequests ?? []);
  const comments = [...sampleSpaces, ...changeRequests].flatMap((one) => one.comments ?? []);
  const reviews = changeRequests.flatMap((one) => one.reviews ?? []);
  const sort = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

  const rows = await db.selectFrom("change_requests").selectAll().execute();
  const ownRows = rows.filter(({ subject }) =>
    changeRequests.some((one) => one.subject === subject),
  );
  expect(
    sort(
      ownRows.map((row) => [
        row.subject,
        row.status,
        emails.get(row.created_by),
        hours(row.created_at),
        row.description !== null,
      ]),
    ),
  ).toEqual(
    sort(
      changeRequests.map(({ subject, status, by, hoursAgo, description }) => [
        ...[subject, status, by, hoursAgo, description !== undefined],
      ]),
    ),
  );
  const readText = (body: string) => JSON.parse(body).markdown;
  const commentRows = await db.selectFrom("comments").selectAll().execute();
  expect(
    sort(
      commentRows.map((row) => [
        ...[emails.get(row.posted_by), hours(row.posted_at), readText(row.body)],
        row.resolved_by === null
          ? null
          : [emails.get(row.resolved_by), hours(row.resolved_at ?? "")],
      ]),
    ),
  ).toEqual(
    sort([
      ...comments.map(({ by, hoursAgo, text, resolved }) => [
        ...[by, hoursAgo, text],
        resolved ? [resolved.by, resolved.hoursAgo] : null,
      ]),
      ...reviews.flatMap(({ by, hoursAgo, text }) =>
        text === undefined ? [] : [[by, hoursAgo, text, null]],
      ),
    ]),
  );
  const replyRows = await db.selectFrom("comment_replies").selectAll().execute();
  expect(
    sort(
      replyRows.map((row) => [emails.get(row.posted_by), hours(row.posted_at), readText(row.body)]),
    ),
  ).toEqual(
    sort(
      comments.flatMap(({ replies = [] }) =>
        replies.map(({ by, hoursAgo, text }) => [by, hoursAgo, text]),
      ),
    ),
  );
  const reactionRows = await db.selectFrom("reactions").selectAll().execute();
  expect(
    sort(reactionRows.map((row) => [emails.get(row.user_id), row.emoji, hours(row.reacted_at)])),
  ).toEqual(
    sort(
      comments.flatMap(({ hoursAgo, reactions = [] }) =>
        reactions.map(({ by, emoji }) => [by, emoji, hoursAgo - 1]),
      ),
    ),
  );
  const reviewRows = await db.selectFrom("reviews").selectAll().execute();
  expect(
    sort(reviewRows.map((row) => [emails.get(row.reviewer), row.status, hours(row.created_at)])),
  ).toEqual(sort(reviews.map(({ by, status, hoursAgo }) => [by, status, hoursAgo])));
  const requestRows = await db.selectFrom("review_requests").select("user_id").execute();
  expect(sort(requestRows.map((row) => emails.get(row.user_id)))).toEqual(
    sort(changeRequests.flatMap((one) => one.reviewers ?? [])),
  );
});
