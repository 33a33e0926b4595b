/** What can be done next with a change request, as commands. */

import type { ChangeSet } from "./changes.ts";
import { formatSummary } from "./comparison.ts";
import type { Standing } from "./merge-status.ts";

export interface Step {
  readonly command: string;
  /** What it is good for, in a few words. */
  readonly why: string;
}

/** @param cr how the command line named it */
export function nextSteps(cr: string, changes: ChangeSet, standing: Standing): Step[] {
  const { changeRequest, conflicts = [] } = changes;
  const isEmpty = formatSummary(changes) === "";
  const look: Step[] = isEmpty
    ? []
    : [{ command: `tome cr diff ${cr}`, why: "the words that it changes" }];
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
      return [...look, ...talk(cr, changes), ...whenOpen(cr, changes, standing)];
    default:
      return look;
  }
}

function write(cr: string): Step[] {
  return [
    { command: `tome cr edit ${cr} --page <page> --file <file>`, why: "write something" },
    {
      command: `tome cr edit ${cr} --new --title <title> --file <file>`,
      why: "or add a page",
    },
  ];
}

function talk(cr: string, { changeRequest: { comments } }: ChangeSet): Step[] {
  const isSilent = typeof comments !== "number" || comments === 0;
  return isSilent
    ? []
    : [{ command: `tome comment list --cr ${cr} --status open`, why: "what is said about it" }];
}

function resolve(cr: string): Step[] {
  const command = `tome cr pull ${cr} --keep`;
  return [
    { command: `${command} space`, why: "takes the pages in conflict from the space" },
    { command: `${command} cr`, why: "or keeps them as they are here" },
  ];
}

function whenOpen(cr: string, { conflicts = [] }: ChangeSet, standing: Standing): Step[] {
  const { reviewers, requirements, caller, mayBypass } = standing;
  if (conflicts.length > 0) return resolve(cr);
  const mine = reviewers.find(({ id }) => id === caller);
  if (mine !== undefined && (mine.verdict === "asked" || mine.outdated)) {
    return [
      {
        command: `tome cr review ${cr} --approve`,
        why: mine.verdict === "asked" ? "you were asked" : "it has changed since your review",
      },
      {
        command: `tome cr review ${cr} --request-changes --body <text>`,
        why: "or say what is missing",
      },
    ];
  }
  const missing = requirements.filter(({ state }) => state === "missing").map(({ rule }) => rule);
  if (missing.length === 0 || mayBypass) {
    return [{ command: `tome cr merge ${cr}`, why: reasonToMerge(reviewers) }];
  }
  const steps = missing.flatMap((rule) => cures[rule] ?? []);
  const unique = new Map(steps.map((step) => [step.flags, step]));
  return [...unique.values()].map(({ verb, flags, why }) => ({
    command: `tome cr ${verb} ${cr}${flags}`,
    why,
  }));
}

/** Unless a rule asks for them, reviews forbid nothing. */
function reasonToMerge(reviewers: Standing["reviewers"]): string {
  const against = reviewers.filter(({ verdict }) => verdict === "changes-requested");
  if (against.length === 0) return "nothing stands in its way";
  const names = against.map(({ name }) => name).join(" and ");
  return `no rule forbids it, but ${names} asked for changes`;
}

interface Cure {
  readonly verb: string;
  readonly flags: string;
  readonly why: string;
}

const ask: Cure = {
  verb: "request-review",
  flags: " --reviewer <user>",
  why: "ask for the reviews that are missing",
};

const cures: Readonly<Record<string, Cure>> = {
  require_specific_reviewers: ask,
  require_one_of_specific_reviewers: ask,
  require_at_least_one_review: ask,
  require_at_least_one_approved_review: ask,
  require_all_reviews_approved: ask,
  require_up_to_date_change_request: {
    verb: "pull",
    flags: "",
    why: "the space has moved on",
  },
  require_change_request_subject: {
    verb: "update",
    flags: " --subject <subject>",
    why: "it needs a subject",
  },
  require_change_request_description: {
    verb: "update",
    flags: " --description <text>",
    why: "it needs a description",
  },
};
