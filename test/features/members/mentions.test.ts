import { expect, test } from "vitest";
import { replaceInRules } from "../../../src/features/members/mentions.ts";

test.each([
  ["ada", "grace", ["ada", "dan"], ["dan", "grace"]],
  ["ada", "grace", ["ada"], ["grace"]],
  // The successor is named once, also if the rule named both.
  ["ada", "grace", ["ada", "grace"], ["grace"]],
  ["ada", "grace", ["grace", "dan", "ada"], ["grace", "dan"]],
  ["ada", undefined, ["ada", "dan"], ["dan"]],
  ["ada", "grace", ["dan"], ["dan"]],
])("%s is replaced by %s in %j", (userId, successor, users, expected) => {
  const rule = { rule: "require_specific_reviewers", users };
  const other = { rule: "require_all_reviews_approved" };
  expect(replaceInRules({ type: "rules", rules: [rule, other] }, userId, successor)).toEqual({
    type: "rules",
    rules: [{ ...rule, users: expected }, other],
  });
});

test("a rule that would name no user is not changed", () => {
  const rules = [
    { rule: "require_specific_reviewers", users: ["ada", "dan"] },
    { rule: "require_one_of_specific_reviewers", users: ["ada"] },
  ];
  expect(replaceInRules({ type: "rules", rules }, "ada", undefined)).toBeUndefined();
});
