import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import type { SpaceMergeRules } from "../../../../src/contract/merge-rules.model.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { type Desk, openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

type Rules = Extract<SpaceMergeRules, { type: "rules" }>["rules"];

async function ruled(...rules: Rules): Promise<Desk> {
  const desk = await openDeskIn(shared);
  await rule(desk, ...rules);
  return desk;
}

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

test("all specific reviewers must approve, and missing ones are named", async () => {
  const desk = await openDeskIn(shared);
  const [ada, ben] = [await desk.person("review"), await desk.person("review")];
  await rule(desk, { rule: "require_specific_reviewers", users: [ada, ben] });
  const id = await desk.begin();
  await review(desk, ada, id);
  await review(desk, ben, id, "changes-requested");
  expect(await refusal(desk, id)).toEqual({
    status: 412,
    message: `Change request 1 cannot be merged: ${ben} must approve it.`,
  });
  expect((await desk.get(id)).status).toBe("draft");
  await review(desk, ben, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("one of the specific reviewers is enough if the rule says so", async () => {
  const desk = await openDeskIn(shared);
  const [ada, ben, other] = [
    await desk.person("review"),
    await desk.person("review"),
    await desk.person("review"),
  ];
  await rule(desk, { rule: "require_one_of_specific_reviewers", users: [ada, ben] });
  const id = await desk.begin();
  await review(desk, other, id);
  expect((await refusal(desk, id)).message).toContain(`one of ${ada}, ${ben}`);
  await review(desk, ben, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("at least one review must come from a user who did not edit the change request", async () => {
  const desk = await ruled({ rule: "require_at_least_one_review" });
  const id = await desk.begin();
  await review(desk, desk.admin, id);
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
  await review(desk, await desk.person("review"), id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("at least one approval must come from a user who did not edit the change request", async () => {
  const desk = await ruled({ rule: "require_at_least_one_approved_review" });
  const ada = await desk.person("review");
  const id = await desk.begin();
  await review(desk, desk.admin, id);
  await review(desk, ada, id, "changes-requested");
  expect((await refusal(desk, id)).message).toContain(
    "a user who neither created nor edited it must approve",
  );
  await review(desk, ada, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test.each(["require_at_least_one_review", "require_at_least_one_approved_review"] as const)(
  "%s: editors do not review their own changes, unless a rule names them",
  async (name) => {
    const desk = await ruled({ rule: name });
    const editor = await desk.person("admin");
    const id = await desk.begin();
    const page = { operation: "insert_page", title: "Mine", document: { markdown: "x" } } as const;
    await desk.edit(id, [page], editor);
    await review(desk, editor, id);
    const wanted = "a user who neither created nor edited it must";
    for (const who of [desk.admin, editor]) {
      expect((await refusal(desk, id, who)).message).toContain(wanted);
    }
    await rule(desk, { rule: "require_one_of_specific_reviewers", users: [editor] });
    expect((await desk.merge(id)).result).toBe("merge");
  },
);

test("a user who only pulled published changes can still review", async () => {
  const desk = await openDeskIn(shared);
  const reviewer = await desk.person("admin");
  const id = await desk.begin();
  const page = { operation: "insert_page", title: "Mine", document: { markdown: "x" } } as const;
  await desk.edit(id, [page]);
  await desk.publish({ title: "Start", markdown: "Hello" });
  await rule(desk, { rule: "require_at_least_one_approved_review" });
  const { workspace, spaceId } = desk;
  await workspace.ok(reviewer, cr.pull, { spaceId, changeRequestId: id });
  await review(desk, reviewer, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("the reviewers of each rule are named, and equal conditions once", async () => {
  const desk = await openDeskIn(shared);
  const [ada, ben] = [await desk.person("review"), await desk.person("review")];
  await rule(
    desk,
    { rule: "require_change_request_subject" },
    { rule: "require_specific_reviewers", users: [ada] },
    { rule: "require_one_of_specific_reviewers", users: [ada, ben] },
    { rule: "require_specific_reviewers", users: [ben, ada] },
  );
  // A reviewer may merge, and not bypass the rules.
  expect(await refusal(desk, await desk.begin("Words"), ada)).toEqual({
    status: 412,
    message: `Change request 1 cannot be merged: ${ada} must approve it; one of ${ada}, ${ben} must approve it; ${ben} must approve it.`,
  });
});

test("only the creator merges if a rule says so", async () => {
  const desk = await ruled({ rule: "require_author_to_merge" });
  const id = await desk.begin();
  const other = await desk.person("admin");
  expect(await refusal(desk, id, other)).toEqual({
    status: 412,
    message: `Change request 1 cannot be merged: only ${desk.admin}, who created it, can merge it.`,
  });
  expect((await desk.merge(id)).result).toBe("merge");
});

test("every latest review of a user must be an approval", async () => {
  const desk = await ruled({ rule: "require_all_reviews_approved" });
  const ada = await desk.person("review");
  const id = await desk.begin();
  await review(desk, ada, id, "changes-requested");
  expect((await refusal(desk, id)).message).toContain(`${ada} requested changes`);
  await review(desk, ada, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("an approval no longer counts once a review is requested again", async () => {
  const desk = await openDeskIn(shared);
  const ada = await desk.person("review");
  await rule(desk, { rule: "require_specific_reviewers", users: [ada] });
  const id = await desk.begin();
  await review(desk, ada, id);
  const again = { spaceId: desk.spaceId, changeRequestId: id, users: [ada] };
  await desk.workspace.ok(desk.admin, crReview.request, again);
  expect(await refusal(desk, id)).toMatchObject({ status: 412 });
});

test("all missing conditions are named at once", async () => {
  const desk = await ruled(
    { rule: "require_change_request_subject" },
    { rule: "require_change_request_description" },
    { rule: "require_up_to_date_change_request" },
    { rule: "require_agent_review" },
  );
  const { workspace, admin, spaceId } = desk;
  const id = await desk.begin(" ");
  await rule(desk);
  await desk.publish({ title: "Start", markdown: "Hello" });
  await rule(
    desk,
    { rule: "require_change_request_subject" },
    { rule: "require_change_request_description" },
    { rule: "require_up_to_date_change_request" },
  );
  expect((await refusal(desk, id)).message).toBe(
    "Change request 1 cannot be merged: a subject is required; a description is required; the space has changed, so it must be updated first.",
  );
  const changeRequestId = id;
  for (const text of ["  ", "***"]) {
    const description = parseMarkdown(text);
    await workspace.ok(admin, cr.update, { spaceId, changeRequestId, description });
    expect((await refusal(desk, id)).message).toContain("description");
  }
  const good = { subject: "Words", description: parseMarkdown("Why") };
  await workspace.ok(admin, cr.update, { spaceId, changeRequestId, ...good });
  await desk.pull(id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("the local platform has no agents, so a rule that requires one is never met", async () => {
  const desk = await ruled({ rule: "require_agent_review" });
  expect((await refusal(desk, await desk.begin())).message).toContain("agent");
});

test("users who may bypass the rules can merge, and others cannot", async () => {
  const desk = await openDeskIn(shared);
  const [ada, ben] = [await desk.person("review"), await desk.person("review")];
  await rule(
    desk,
    { rule: "require_agent_review" },
    { rule: "custom", expression: "x > 1" },
    { rule: "allow_bypass", users: [ada] },
  );
  const id = await desk.begin();
  expect(await refusal(desk, id, ben)).toMatchObject({ status: 412 });
  expect((await desk.merge(id, ada)).result).toBe("merge");
});

test("a custom rule is evaluated for the change request, its reviews and the merging user", async () => {
  const desk = await openDeskIn(shared);
  const ada = await desk.person("admin");
  const holds = [
    `changeRequest.createdBy.id === "${desk.admin}" && changeRequest.status === "draft"`,
    `actor.id === "${ada}" || reviews.length >= 1`,
    `space.id === "${desk.spaceId}"`,
  ];
  await rule(desk, ...holds.map((expression) => ({ rule: "custom" as const, expression })));
  const id = await desk.begin();
  expect(await refusal(desk, id)).toEqual({
    status: 412,
    message: `Change request 1 cannot be merged: the rule ${JSON.stringify(holds[1])} is not met.`,
  });
  await review(desk, ada, id);
  expect((await desk.merge(id)).result).toBe("merge");
});

test("a custom rule that is not met is reported by its expression", async () => {
  const message = "wait for the release";
  const desk = await ruled({ rule: "custom", expression: "changeRequest.outdated", message });
  expect(await refusal(desk, await desk.begin())).toEqual({
    status: 412,
    message: `Change request 1 cannot be merged: ${message}.`,
  });
});

test.each(["x > 1", "reviews.every((review) => review.status)", "space.title ==="])(
  "a custom rule of an unsupported form, %s, is named, and nothing is merged",
  async (expression) => {
    const desk = await ruled({ rule: "custom", expression });
    const id = await desk.begin();
    expect(await refusal(desk, id)).toMatchObject({
      status: 501,
      message: expect.stringContaining(JSON.stringify(expression)),
    });
    expect((await desk.get(id)).status).toBe("draft");
  },
);

test("a space that inherits has the rules of its organization, or none", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin, spaceId } = desk;
  const mergeRules = {
    type: "rules" as const,
    rules: [{ rule: "require_change_request_description" as const }],
  };
  await workspace.ok(admin, organization.update, { organizationId: org, mergeRules });
  const id = await desk.begin();
  expect((await refusal(desk, id)).message).toContain("description");
  await workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "none" } });
  expect((await desk.merge(id)).result).toBe("merge");
});
