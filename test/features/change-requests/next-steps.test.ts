import { describe, expect, test } from "vitest";
import type { ChangeSet } from "../../../src/features/change-requests/changes.ts";
import type { MergeState } from "../../../src/features/change-requests/merge-status.ts";
import { listNextSteps } from "../../../src/features/change-requests/next-steps.ts";

type Reviewer = MergeState["reviewers"][number];
type Requirement = MergeState["requirements"][number];

const reviewer = (id: string, verdict: Reviewer["verdict"], outdated = false): Reviewer => ({
  ...({} as Reviewer),
  id,
  name: id,
  verdict,
  outdated,
});
const requirement = (rule: string, state: Requirement["state"]): Requirement => ({
  ...({} as Requirement),
  rule,
  state,
});

function steps(
  standing: Partial<MergeState>,
  { status = "open", comments = 0, conflicts = [] as ChangeSet["conflicts"] } = {},
): readonly string[] {
  const changes = {
    changeRequest: { status, comments },
    pages: [],
    others: [],
    conflicts,
    more: 1,
  };
  const whole: MergeState = {
    space: {},
    caller: "me",
    description: "",
    reviewers: [],
    requirements: [],
    mayBypass: false,
    ...standing,
  };
  return listNextSteps("7", changes, whole).map(
    ({ command, why }) => `${command.replace(/^tome (\w+) (\S+).*/, "$1 $2")}: ${why}`,
  );
}

const look = "cr diff: show the changed text";
const merge = "cr merge: all requirements are met";

describe("an open change request", () => {
  test.each([
    ["asked", false, "your review was requested"],
    ["asked", true, "your review was requested"],
    ["approved", true, "it has changed since your review"],
    ["changes-requested", true, "it has changed since your review"],
  ] as const)("asks a reviewer for a review (%s, outdated: %s)", (verdict, outdated, why) => {
    const mine = [reviewer("other", "approved"), reviewer("me", verdict, outdated)];
    const own = [look, `cr review: ${why}`, "cr review: or request changes"];
    expect(steps({ reviewers: mine })).toEqual(own);
    expect(steps({ reviewers: mine, mayBypass: true })).toEqual(own);
  });

  test("asks other users for no review, and does not repeat a current one", () => {
    expect(steps({ reviewers: [reviewer("other", "asked")] })).toEqual([look, merge]);
    expect(steps({ reviewers: [reviewer("other", "approved", true)] })).toEqual([look, merge]);
    expect(steps({ reviewers: [reviewer("me", "approved")] })).toEqual([look, merge]);
    expect(steps({ reviewers: [reviewer("ada", "changes-requested")] })).toEqual([
      look,
      "cr merge: no rule prevents it, but ada requested changes",
    ]);
  });

  test("suggests one command for each missing requirement, unless the user may bypass it", () => {
    const requirements = [
      requirement("require_at_least_one_review", "missing"),
      requirement("require_all_reviews_approved", "missing"),
      requirement("require_up_to_date_change_request", "missing"),
      requirement("require_change_request_subject", "met"),
      requirement("custom", "missing"),
    ];
    expect(steps({ requirements })).toEqual([
      look,
      "cr request-review: request the missing reviews",
      "cr pull: the space has changed",
    ]);
    expect(steps({ requirements, mayBypass: true })).toEqual([look, merge]);
  });

  test("has open comments to read, and conflicts to resolve before anything else", () => {
    const reading = [look, "comment list: read the open comments"];
    expect(steps({}, { comments: 2 })).toEqual([...reading, merge]);
    const conflicts = [{ kind: "page" }];
    const resolving = steps({ reviewers: [reviewer("me", "asked")] }, { comments: 2, conflicts });
    expect(resolving.slice(0, 2)).toEqual(reading);
    expect(resolving.slice(2).map((step) => step.split(":")[0])).toEqual([
      "cr pull",
      "cr pull",
      "cr resolve",
    ]);
  });
});

test("a draft is opened, and a finished change request is only shown", () => {
  expect(steps({}, { status: "draft" })).toEqual([look, "cr update: open it for review"]);
  expect(steps({}, { status: "merged" })).toEqual([look]);
  expect(steps({}, { status: "archived" })).toEqual([look]);
});
