import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const desk = await openDeskIn(shared);
  const [ada, ben] = [await desk.person("review"), await desk.person("review")];
  const ids = { spaceId: desk.spaceId, changeRequestId: await desk.begin() };
  return { desk, workspace: desk.workspace, admin: desk.admin, ada, ben, ids };
}

test("a review has its author, result, revision and comment", async () => {
  const { desk, workspace, admin, ada, ids } = await start();
  const { revision } = await desk.get(ids.changeRequestId);
  const comment = { markdown: "Please *shorten* it." };
  const given = { ...ids, status: "changes-requested", comment } as const;
  const made = await workspace.ok(ada, crReview.create, given);
  expect(made).toMatchObject({
    object: "change-request-review",
    reviewer: { id: ada },
    revision,
    status: "changes-requested",
    outdated: false,
    createdAt: workspace.now.toISOString(),
    comment: { body: comment, postedBy: { id: ada }, target: { review: made.id } },
  });
  expect(made).not.toHaveProperty("requestedBy");
  expect(await workspace.ok(ada, crReview.get, { ...ids, reviewId: made.id })).toEqual(made);
  const other = { ...ids, changeRequestId: await desk.begin(), reviewId: made.id };
  expect((await workspace.refused(ada, crReview.get, other)).status).toBe(404);
  const { items } = await workspace.ok(admin, crComment.list, ids);
  expect(items.map((item) => item.target)).toMatchObject([
    { review: made.id, changeRequest: ids.changeRequestId },
  ]);
});

test("a later review by the same user replaces the earlier one", async () => {
  const { workspace, ada, ben, ids } = await start();
  const first = await workspace.ok(ada, crReview.create, { ...ids, status: "changes-requested" });
  await workspace.ok(ben, crReview.create, { ...ids, status: "approved" });
  workspace.passDays(1);
  const last = await workspace.ok(ada, crReview.create, { ...ids, status: "approved" });
  const list = async (filter: object) =>
    (await workspace.ok(ada, crReview.list, { ...ids, ...filter })).items;
  expect((await list({ outdated: true })).map((item) => item.id)).toEqual([first.id]);
  expect(await list({ outdated: false })).toHaveLength(2);
  expect((await list({})).at(-1)).toEqual(last);
});

test("reviews are paged, the oldest first", async () => {
  const { desk, workspace, ada, ids } = await start();
  const made = [];
  for (let number = 0; number < 3; number++) {
    workspace.passDays(1);
    const reviewer = await desk.person("review");
    made.push((await workspace.ok(reviewer, crReview.create, { ...ids, status: "approved" })).id);
  }
  const first = await workspace.ok(ada, crReview.list, { ...ids, limit: 2 });
  const rest = { ...ids, page: first.next?.page ?? "" };
  const second = await workspace.ok(ada, crReview.list, rest);
  expect([...first.items, ...second.items].map((item) => item.id)).toEqual(made);
});

test("reviewing requires the role review, and readers do not see the comments of reviews", async () => {
  const { desk, workspace, ada, ids } = await start();
  const [editor, reader] = [await desk.person("edit"), await desk.person("read")];
  const given = { ...ids, status: "approved", comment: { markdown: "Good." } } as const;
  expect(await workspace.refused(editor, crReview.create, given)).toMatchObject({ status: 403 });
  await workspace.ok(ada, crReview.create, given);
  const { items } = await workspace.ok(reader, crReview.list, ids);
  expect(items).toHaveLength(1);
  expect(items[0]).not.toHaveProperty("comment");
});

test("users are requested as reviewers, and their reviews name the requester", async () => {
  const { workspace, admin, ada, ben, ids } = await start();
  const asked = await workspace.ok(admin, crReview.request, { ...ids, users: [ada, ben, ada] });
  expect(asked.users).toMatchObject([
    { kind: "user", user: { id: ada }, requestedBy: { id: admin } },
    { kind: "user", user: { id: ben } },
  ]);
  const { items } = await workspace.ok(ada, crReview.requestedReviewers, ids);
  expect(items.map((item) => item.user?.id).toSorted()).toEqual([ada, ben].toSorted());
  const made = await workspace.ok(ada, crReview.create, { ...ids, status: "approved" });
  expect(made.requestedBy?.id).toBe(admin);
});

test("a review request can set the subject", async () => {
  const { desk, workspace, admin, ada, ids } = await start();
  const description = parseMarkdown("Why");
  const given = { ...ids, users: [ada], subject: "Shorter", description };
  await workspace.ok(admin, crReview.request, given);
  expect(await desk.get(ids.changeRequestId)).toMatchObject({ subject: "Shorter", description });
});

test("a request without users or for users outside the organization is refused, and nothing changes", async () => {
  const { desk, workspace, admin, ada, ids } = await start();
  const stranger = await workspace.person();
  const before = await desk.get(ids.changeRequestId);
  for (const users of [[], [ada, stranger]]) {
    const given = { ...ids, users, subject: "Other" };
    expect(await workspace.refused(admin, crReview.request, given)).toMatchObject({
      status: 400,
      message: expect.stringContaining("users"),
    });
  }
  expect(await desk.get(ids.changeRequestId)).toEqual(before);
  const { items } = await workspace.ok(admin, crReview.requestedReviewers, ids);
  expect(items).toEqual([]);
});

test("a review request can be canceled", async () => {
  const { desk, workspace, admin, ada, ben, ids } = await start();
  await workspace.ok(admin, crReview.request, { ...ids, users: [ada, ben] });
  const asked = async () => (await workspace.ok(admin, crReview.requestedReviewers, ids)).items;
  expect(await workspace.ask(admin, crReview.unrequest, { ...ids, userId: ada })).toMatchObject({
    status: 205,
  });
  expect((await asked()).map(({ user }) => user?.id)).toEqual([ben]);
  expect(await workspace.ask(admin, crReview.unrequest, { ...ids, userId: ada })).toMatchObject({
    status: 204,
  });
  const reader = await desk.person("read");
  const refused = await workspace.refused(reader, crReview.unrequest, { ...ids, userId: ben });
  expect(refused).toMatchObject({ status: 403 });
});

test("a review request to the author, a disabled member or a user without access is refused with the reason", async () => {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const author = await workspace.member(org, "admin");
  const outsider = await workspace.member(org, null);
  const disabled = await workspace.member(org, "edit", true);
  const reader = await workspace.member(org, "review");
  const { id: spaceId } = await workspace.ok(author, space.create, { organizationId: org });
  const { id: changeRequestId } = await workspace.ok(author, cr.create, { spaceId });
  const ids = { spaceId, changeRequestId };
  const refusal = async (user: string) =>
    (await workspace.refused(author, crReview.request, { ...ids, users: [user] })).message;
  expect(await refusal(author)).toContain("is the author of change request 1");
  expect(await refusal(outsider)).toContain("has no access to the space");
  expect(await refusal(disabled)).toContain("is a disabled member");
  const { users } = await workspace.ok(author, crReview.request, { ...ids, users: [reader] });
  expect(users).toHaveLength(1);
});
