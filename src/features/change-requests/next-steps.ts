/** Suggested next commands for a change request. */

import { findOwn } from "../../json/own-members.ts";
import type { ChangeSet } from "./changes.ts";
import { formatSummary } from "./comparison.ts";
import type { MergeState } from "./merge-status.ts";

export interface NextStep {
  readonly command: string;
  /** Purpose of the command in a few words. */
  readonly why: string;
}

/** @param cr the change request as named on the command line */
export function listNextSteps(cr: string, changes: ChangeSet, standing: MergeState): NextStep[] {
  const { changeRequest, conflicts = [] } = changes;
  const isEmpty = formatSummary(changes) === "";
  const look: NextStep[] = isEmpty
    ? []
    : [{ command: `tome cr diff ${cr}`, why: "show the changed text" }];
  switch (changeRequest.status) {
    case "draft":
      return [
        ...look,
        ...(conflicts.length > 0 ? resolve(cr) : []),
        ...(isEmpty
          ? write(cr)
          : [{ command: `tome cr update ${cr} --status open`, why: "open it for review" }]),
      ];
    case "open":
      return [
        ...look,
        ...suggestDiscussion(cr, changes),
        ...suggestWhenOpen(cr, changes, standing),
      ];
    default:
      return look;
  }
}

function write(cr: string): NextStep[] {
  return [
    { command: `tome cr edit ${cr} --page <page> --file <file>`, why: "edit a page" },
    {
      command: `tome cr edit ${cr} --new --title <title> --file <file>`,
      why: "or add a page",
    },
  ];
}

function suggestDiscussion(cr: string, { changeRequest: { comments } }: ChangeSet): NextStep[] {
  const isSilent = typeof comments !== "number" || comments === 0;
  return isSilent
    ? []
    : [{ command: `tome comment list --cr ${cr} --status open`, why: "read the open comments" }];
}

function resolve(cr: string): NextStep[] {
  const command = `tome cr pull ${cr} --keep`;
  return [
    { command: `${command} space`, why: "keep the space's version of all conflicts" },
    { command: `${command} cr`, why: "or keep the change request's version of all conflicts" },
    { command: `tome cr resolve ${cr}`, why: "or choose for each page and block" },
  ];
}

function suggestWhenOpen(
  cr: string,
  { conflicts = [] }: ChangeSet,
  standing: MergeState,
): NextStep[] {
  const { reviewers, requirements, caller, mayBypass } = standing;
  if (conflicts.length > 0) return resolve(cr);
  const mine = reviewers.find(({ id }) => id === caller);
  if (mine !== undefined && (mine.verdict === "asked" || mine.outdated)) {
    return [
      {
        command: `tome cr review ${cr} --approve`,
        why:
          mine.verdict === "asked"
            ? "your review was requested"
            : "it has changed since your review",
      },
      {
        command: `tome cr review ${cr} --request-changes --body <text>`,
        why: "or request changes",
      },
    ];
  }
  const missing = requirements.filter(({ state }) => state === "missing").map(({ rule }) => rule);
  if (missing.length === 0 || mayBypass) {
    return [{ command: `tome cr merge ${cr}`, why: formatMergeReason(reviewers) }];
  }
  const steps = missing.flatMap((rule) => findOwn(suggestions, rule) ?? []);
  const unique = new Map(steps.map((step) => [step.flags, step]));
  return [...unique.values()].map(({ verb, flags, why }) => ({
    command: `tome cr ${verb} ${cr}${flags}`,
    why,
  }));
}

/** Reviews that request changes do not prevent a merge unless a rule requires approval. */
function formatMergeReason(reviewers: MergeState["reviewers"]): string {
  const against = reviewers.filter(({ verdict }) => verdict === "changes-requested");
  if (against.length === 0) return "all requirements are met";
  const names = against.map(({ name }) => name).join(" and ");
  return `no rule prevents it, but ${names} requested changes`;
}

interface Suggestion {
  readonly verb: string;
  readonly flags: string;
  readonly why: string;
}

const ask: Suggestion = {
  verb: "request-review",
  flags: " --reviewer <user>",
  why: "request the missing reviews",
};

const suggestions: Readonly<Record<string, Suggestion>> = {
  require_specific_reviewers: ask,
  require_one_of_specific_reviewers: ask,
  require_at_least_one_review: ask,
  require_at_least_one_approved_review: ask,
  require_all_reviews_approved: ask,
  require_up_to_date_change_request: {
    verb: "pull",
    flags: "",
    why: "the space has changed",
  },
  require_change_request_subject: {
    verb: "update",
    flags: " --subject <subject>",
    why: "a subject is required",
  },
  require_change_request_description: {
    verb: "update",
    flags: " --description <text>",
    why: "a description is required",
  },
};
