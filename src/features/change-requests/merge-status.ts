/** Status of a change request: reviews, review requests, and unmet merge rules. */

import type { ApiClient, Context, JsonObject, JsonValue } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import * as review from "../../contract/cr-review.ts";
import * as member from "../../contract/member.ts";
import {
  describeMissing,
  type MergeFacts,
  type MergeRule,
} from "../../contract/merge-requirements.ts";
import * as organization from "../../contract/organization.ts";
import * as space from "../../contract/space.ts";
import * as user from "../../contract/user.ts";
import { ApiError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asObjects, asText, isList } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";
import type { ChangeRequestPath } from "./changes.ts";

/** The latest review of a user, or their pending review request. */
export interface Reviewer {
  readonly id: string;
  readonly name: string;
  readonly verdict: "approved" | "changes-requested" | "asked";
  /** The change request was edited since, or another review was requested. */
  readonly outdated: boolean;
  /** RFC 3339: time of the review or the request. */
  readonly at: string;
}

export interface MergeRequirement {
  readonly rule: string;
  /** Rules that only the platform can evaluate are "decided at the merge". */
  readonly state: "met" | "missing" | "decided at the merge";
  /** The unmet requirements, or the description of the rule. */
  readonly says: readonly string[];
}

export interface MergeState {
  readonly space: JsonObject;
  /** Id of the authenticated user. */
  readonly caller: string;
  readonly description: string;
  readonly reviewers: readonly Reviewer[];
  readonly requirements: readonly MergeRequirement[];
  /** A rule allows the user to bypass all other rules. */
  readonly mayBypass: boolean;
}

export async function readStanding(
  context: Context,
  client: ApiClient,
  ids: ChangeRequestPath,
  changeRequest: JsonObject,
): Promise<MergeState> {
  const { spaceId } = ids;
  const [spaceResponse, me, reviews, reviewRequests] = await Promise.all([
    client.call(space.get, { spaceId }),
    client.call(user.current, {}),
    readAll(client, review.list, ids),
    readAll(client, review.requestedReviewers, ids),
  ]);
  const inSpace = asObject(spaceResponse.value);
  const caller = asText(asObject(me.value).id);
  const { description: document } = changeRequest;
  const description = document === undefined ? "" : (await context.toMarkdown(document)).trim();
  const reviewers = listReviewers(reviews, reviewRequests);
  const rules = await readRules(client, inSpace);
  const facts: MergeFacts = {
    createdBy: asText(asObject(changeRequest.createdBy).id),
    contributors: await readContributors(client, ids, changeRequest, reviewers, rules),
    merger: caller,
    hasSubject: asText(changeRequest.subject).trim() !== "",
    hasDescription: description !== "",
    outdated: changeRequest.outdated === true,
    reviews: toReviewerFacts(reviewers, reviewRequests),
  };
  const people = [changeRequest.createdBy, me.value, ...reviews.map((one) => one.reviewer)];
  const getName = await readNames(client, asText(inSpace.organization), rules, people);
  const bypasses = (rule: JsonObject) =>
    rule.rule === "allow_bypass" && listTexts(rule.users).includes(caller);
  const requirements = rules
    .filter((rule) => rule.rule !== "allow_bypass")
    .map((rule) => getRequirement(rule, facts, getName));
  const mayBypass = rules.some(bypasses);
  return { space: inSpace, caller, description, reviewers, requirements, mayBypass };
}

/** The latest review of each user, followed by pending review requests. */
function listReviewers(
  reviews: readonly JsonObject[],
  reviewRequests: readonly JsonObject[],
): Reviewer[] {
  const newest = new Map<string, Reviewer>();
  const byTime = [...reviews].sort((one, other) =>
    asText(one.createdAt) < asText(other.createdAt) ? -1 : 1,
  );
  for (const { reviewer, status, outdated, createdAt } of byTime) {
    const { id, displayName } = asObject(reviewer);
    newest.set(asText(id), {
      id: asText(id),
      name: asText(displayName) || asText(id),
      verdict: status === "approved" ? "approved" : "changes-requested",
      outdated: outdated === true,
      at: asText(createdAt),
    });
  }
  for (const { user: person, createdAt } of reviewRequests) {
    const { id, displayName } = asObject(person);
    if (newest.has(asText(id))) continue;
    newest.set(asText(id), {
      id: asText(id),
      name: asText(displayName) || asText(id),
      verdict: "asked",
      outdated: false,
      at: asText(createdAt),
    });
  }
  return [...newest.values()];
}

/**
 * Whether a review is outdated because of an edit or a new request follows from the time of the
 * request.
 */
function toReviewerFacts(
  reviewers: readonly Reviewer[],
  reviewRequests: readonly JsonObject[],
): MergeFacts["reviews"] {
  return reviewers.flatMap(({ id, verdict, outdated, at }) => {
    if (verdict === "asked") return [];
    const isRequestedAgain = reviewRequests.some(
      (one) => asText(asObject(one.user).id) === id && asText(one.createdAt) > at,
    );
    const isOfThisContent = !outdated || isRequestedAgain;
    return [{ reviewer: id, status: verdict, isOfThisContent, isRequestedAgain }];
  });
}

async function readRules(client: ApiClient, inSpace: JsonObject): Promise<readonly JsonObject[]> {
  const mergeRules = asObject(inSpace.mergeRules);
  if (mergeRules.type !== "inherit") return asObjects(mergeRules.rules);
  const organizationId = asText(inSpace.organization);
  const { value } = await client.call(organization.get, { organizationId });
  return asObjects(asObject(asObject(value).mergeRules).rules);
}

/** Users who edited the change request, if a rule excludes their reviews. */
async function readContributors(
  client: ApiClient,
  { spaceId }: ChangeRequestPath,
  { id, createdBy, status }: JsonObject,
  reviewers: readonly Reviewer[],
  rules: readonly JsonObject[],
): Promise<ReadonlySet<string>> {
  const author = asText(asObject(createdBy).id);
  const states = ["draft", "open", "archived", "merged"] as const;
  const state = states.find((one) => one === status);
  const asks = rules.some(({ rule }) => asText(rule).startsWith("require_at_least_one_"));
  const others = reviewers.filter((one) => one.verdict !== "asked" && one.id !== author);
  if (!asks || state === undefined) return new Set([author]);
  const wrote = await runFewAtOnce(others, async (one) => {
    const list = await readAll(client, contract.list, {
      spaceId,
      status: [state],
      contributor: one.id,
    });
    return list.some((changeRequest) => changeRequest.id === id) ? [one.id] : [];
  });
  return new Set([author, ...wrote.flat()]);
}

/**
 * Display names of the users in the rules. Users that are not known from other responses are
 * requested one by one.
 */
async function readNames(
  client: ApiClient,
  organizationId: string,
  rules: readonly JsonObject[],
  people: readonly (JsonValue | undefined)[],
): Promise<(id: string) => string> {
  const names = new Map<string, string>();
  for (const person of people.map(asObject))
    names.set(asText(person.id), asText(person.displayName));
  const unknown = new Set(
    rules.flatMap(({ users }) => listTexts(users)).filter((id) => !names.has(id)),
  );
  await runFewAtOnce([...unknown], async (userId) => {
    try {
      const { value } = await client.call(member.get, { organizationId, userId });
      names.set(userId, asText(asObject(asObject(value).user).displayName));
    } catch (error) {
      // Former members and members that are not visible are shown by id.
      if (!(error instanceof ApiError)) throw error;
    }
  });
  return (id) => names.get(id) || id;
}

/** Descriptions of rules that only the platform can evaluate. */
const undecided: Readonly<Record<string, string>> = {
  require_agent_review: "an agent must review it",
};

const met: Readonly<Record<string, string>> = {
  require_specific_reviewers: "all required approvers approved it",
  require_one_of_specific_reviewers: "one of the permitted approvers approved it",
  require_at_least_one_review: "another user reviewed it",
  require_at_least_one_approved_review: "another user approved it",
  require_all_reviews_approved: "all reviews approve it",
  require_up_to_date_change_request: "it is up to date with its space",
  require_change_request_subject: "it has a subject",
  require_change_request_description: "it has a description",
  require_author_to_merge: "you created it and can merge it",
};

function getRequirement(
  record: JsonObject,
  facts: MergeFacts,
  getName: (id: string) => string,
): MergeRequirement {
  const name = asText(record.rule);
  const rule = readRule(record);
  if (rule === undefined) {
    const says =
      asText(record.message) || asText(record.expression) || findOwn(undecided, name) || name;
    return { rule: name, state: "decided at the merge", says: [says] };
  }
  const missing = describeMissing(rule, facts, getName);
  if (missing.length > 0) return { rule: name, state: "missing", says: missing };
  return { rule: name, state: "met", says: [findOwn(met, name) ?? name] };
}

/** The rule, if it can be evaluated by the client. */
function readRule({ rule, users }: JsonObject): MergeRule | undefined {
  switch (rule) {
    case "require_specific_reviewers":
    case "require_one_of_specific_reviewers":
      return { rule, users: [...listTexts(users)] };
    case "require_at_least_one_review":
    case "require_at_least_one_approved_review":
    case "require_all_reviews_approved":
    case "require_up_to_date_change_request":
    case "require_change_request_subject":
    case "require_change_request_description":
    case "require_author_to_merge":
      return { rule };
    default:
      return undefined;
  }
}

function listTexts(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.map(asText) : [];
}
