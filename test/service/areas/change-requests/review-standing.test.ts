import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import * as member from "../../../../src/contract/member.ts";
import type { SpaceMergeRules } from "../../../../src/contract/merge-rules.model.ts";
import * as space from "../../../../src/contract/space.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { type Desk, openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

type Rules = Extract<SpaceMergeRules, { type: "rules" }>["rules"];

async function rule({ workspace, admin, spaceId }: Desk, ...rules: Rules): Promise<void> {
  const mergeRules: SpaceMergeRules = { type: "rules", rules };
  await workspace.ok(admin, space.update, { spaceId, mergeRules });
}

async function refusal({ workspace, admin, spaceId }: Desk, changeRequestId: string, who = admin) {
  return workspace.refused(who, cr.merge, { spaceId, changeRequestId });
}

function review(
  { workspace, spaceId }: Desk,
  who: string,
  changeRequestId: string,
  status: "approved" | "changes-requested" = "approved",
) {
  return workspace.ok(who, crReview.create, { spaceId, changeRequestId, status });
}

/** As the author, who might want to suppress a review. */
function askAgain({ workspace, admin, spaceId }: Desk, who: string, changeRequestId: string) {
  return workspace.ok(admin, crReview.request, { spaceId, changeRequestId, users: [who] });
}

const reviewRules: Rules[number]["rule"][] = [
  "require_specific_reviewers",
  "require_one_of_specific_reviewers",
  "require_at_least_one_review",
  "require_at_least_one_approved_review",
];

/** A rule that requires a review, and the user whose approval satisfies it. */
async function needingReview(rule: Rules[number]["rule"]) {
  const desk = await openDeskIn(shared);
  const [page = ""] = await desk.publish({ title: "Start", markdown: "Hello" });
  const ada = await desk.person("review");
  const mergeRules = { type: "rules", rules: [{ rule, users: [ada] }] } as SpaceMergeRules;
  const plain = { type: "rules", rules: [{ rule }] } as SpaceMergeRules;
  const isNamed = rule.includes("specific");
  const given = { spaceId: desk.spaceId, mergeRules: isNamed ? mergeRules : plain };
  await desk.workspace.ok(desk.admin, space.update, given);
  const id = await desk.begin();
  await desk.write(id, page, "Hello again");
  const outdated = async () => {
    const ids = { spaceId: desk.spaceId, changeRequestId: id };
    const { items } = await desk.workspace.ok(desk.admin, crReview.list, ids);
    const list = async (filter: boolean) =>
      (await desk.workspace.ok(desk.admin, crReview.list, { ...ids, outdated: filter })).items;
    expect(await list(true)).toEqual(items.filter((item) => item.outdated));
    expect(await list(false)).toEqual(items.filter((item) => !item.outdated));
    // With equal times, the order is arbitrary.
    return items.map((item) => item.outdated).toSorted();
  };
  return { desk, ada, id, page, outdated };
}

test.each(sample(reviewRules, 1))(
  "%s: an approval applies to its content, and an edit requires another",
  async (rule) => {
    const { desk, ada, id, page, outdated } = await needingReview(rule);
    await review(desk, ada, id);
    expect(await outdated()).toEqual([false]);
    await desk.write(id, page, "Nobody saw this");
    expect(await outdated()).toEqual([true]);
    expect(await refusal(desk, id)).toMatchObject({
      status: 412,
      message: expect.stringMatching(
        /must (approve|review) it because it was edited after the review/,
      ),
    });
    await review(desk, ada, id);
    expect(await outdated()).toEqual([false, true]);
    expect((await desk.merge(id)).result).toBe("merge");
  },
);

test.each(sample(reviewRules, 1))(
  "%s: changes published in the space need no further approval",
  async (rule) => {
    const { desk, ada, id, outdated } = await needingReview(rule);
    const { workspace, admin, spaceId } = desk;
    const { mergeRules } = await workspace.ok(admin, space.get, { spaceId });
    await review(desk, ada, id);
    for (const title of ["One", "Two"]) {
      await workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "none" } });
      await desk.publish({ title, markdown: "Reviewed elsewhere" });
      await workspace.ok(admin, space.update, { spaceId, mergeRules });
      await desk.pull(id);
    }
    expect(await outdated()).toEqual([false]);
    expect((await desk.merge(id)).result).toBe("merge");
  },
);

slowTest("a pull does not hide an edit before or after it", async () => {
  const { desk, ada, id, page } = await needingReview("require_specific_reviewers");
  const { workspace, admin, spaceId } = desk;
  const { mergeRules } = await workspace.ok(admin, space.get, { spaceId });
  const publish = async (title: string) => {
    await workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "none" } });
    await desk.publish({ title, markdown: "Text" });
    await workspace.ok(admin, space.update, { spaceId, mergeRules });
  };
  await review(desk, ada, id);
  await desk.write(id, page, "Nobody saw this");
  await publish("One");
  await desk.pull(id);
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
  await review(desk, ada, id);
  await publish("Two");
  await desk.pull(id);
  await desk.write(id, page, "Nor this");
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
});

slowTest(
  "if all reviews must be approvals, an approval of other content does not count",
  async () => {
    const { desk, ada, id, page } = await needingReview("require_all_reviews_approved");
    await review(desk, ada, id);
    await desk.write(id, page, "Nobody saw this");
    const wanted = `${ada} must approve it again because it was edited after the review`;
    expect((await refusal(desk, id)).message).toContain(wanted);
    await askAgain(desk, ada, id);
    expect((await refusal(desk, id)).message).toContain(wanted);
    await review(desk, ada, id);
    expect((await desk.merge(id)).result).toBe("merge");
  },
);

slowTest("a new review request does not remove requested changes", async () => {
  const { desk, ada, id, outdated } = await needingReview("require_all_reviews_approved");
  await review(desk, ada, id);
  await review(desk, ada, id, "changes-requested");
  for (const count of [1, 2]) {
    await askAgain(desk, ada, id);
    expect((await refusal(desk, id)).message, `asked ${count}`).toContain(
      `${ada} requested changes`,
    );
  }
  expect(await outdated()).toEqual([true, true]);
  await review(desk, ada, id);
  await askAgain(desk, ada, id);
  expect((await refusal(desk, id)).message).toContain("because another review was requested");
  await review(desk, ada, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("a custom rule still sees requested changes after a new review request", async () => {
  const { desk, ada, id } = await needingReview("require_all_reviews_approved");
  await rule(desk, { rule: "custom", expression: "reviews.length === 0" });
  await review(desk, ada, id, "changes-requested");
  await askAgain(desk, ada, id);
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
});

slowTest(
  "a request for changes stands until the same user reviews again, after any number of edits",
  async () => {
    const { desk, ada, id, page, outdated } = await needingReview("require_all_reviews_approved");
    await review(desk, ada, id, "changes-requested");
    await desk.write(id, page, "Edited");
    expect(await outdated()).toEqual([false]);
    expect((await refusal(desk, id)).message).toContain(`${ada} requested changes`);
    await rule(desk, { rule: "require_at_least_one_review" });
    expect((await refusal(desk, id)).message).toContain("because it was edited after the review");
  },
);

slowTest("a custom rule sees only the reviews that count", async () => {
  const { desk, ada, id, page } = await needingReview("require_all_reviews_approved");
  await rule(desk, { rule: "custom", expression: "reviews.length === 1" });
  await review(desk, ada, id);
  await desk.write(id, page, "Nobody saw this");
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
  await review(desk, ada, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("a review counts while its author may review in the space", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, org: organizationId } = desk;
  const [ada, ben, cleo] = [
    await desk.person("review"),
    await desk.person("review"),
    await desk.person("review"),
  ];
  await rule(desk, { rule: "require_one_of_specific_reviewers", users: [ada, ben] });
  const id = await desk.begin();
  await review(desk, ada, id);
  await review(desk, ben, id);
  await review(desk, cleo, id, "changes-requested");
  await workspace.ok(admin, member.update, { organizationId, userId: ada, role: "edit" });
  await workspace.ok(admin, member.remove, { organizationId, userId: ben });
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
  await rule(desk, { rule: "require_at_least_one_approved_review" });
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
  await rule(desk, { rule: "require_all_reviews_approved" });
  expect((await refusal(desk, id)).message).toContain(`${cleo} requested changes`);
  await workspace.ok(admin, member.remove, { organizationId, userId: cleo });
  await rule(desk, { rule: "require_one_of_specific_reviewers", users: [ada] });
  await workspace.ok(admin, member.update, { organizationId, userId: ada, role: "review" });
  expect((await desk.merge(id)).result).toBe("merge");
});

test("the rules at the time of the merge apply, not those of the review", async () => {
  const desk = await openDeskIn(shared);
  const [ada, ben] = [await desk.person("review"), await desk.person("review")];
  await rule(desk, { rule: "require_specific_reviewers", users: [ada] });
  const id = await desk.begin();
  await review(desk, ada, id);
  await rule(desk, { rule: "require_specific_reviewers", users: [ada, ben] });
  expect((await refusal(desk, id)).message).toContain(`${ben} must approve it`);
});

test.each([
  ["changes-requested", "approved", "must approve it again because another review was requested"],
  ["approved", "changes-requested", "requested changes"],
] as const)(
  "of the reviews %s and %s by one user only the last one counts, also after another request",
  async (first, second, reason) => {
    const desk = await openDeskIn(shared);
    const ada = await desk.person("review");
    await rule(desk, { rule: "require_all_reviews_approved" });
    const id = await desk.begin();
    await review(desk, ada, id, first);
    await review(desk, ada, id, second);
    await askAgain(desk, ada, id);
    const { message = "" } = await refusal(desk, id);
    expect(message).toContain(`${ada} ${reason}`);
    // No other reason is named.
    expect(message.split(ada)).toHaveLength(2);
  },
);
