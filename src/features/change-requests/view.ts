/** `tome cr view`: changes, reviews, unmet merge rules and next steps of a change request. */

import type {
  Context,
  JsonObject,
  PrintedColumn,
  Result,
  Span,
  TerminalView,
  ViewLine,
} from "../../context.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asText } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";
import { type ChangeRequestPath, type ChangeSet, getName, listChanges } from "./changes.ts";
import { formatSummary } from "./comparison.ts";
import { formatConflictLines, formatOtherChange, toWordSpans } from "./diff-view.ts";
import {
  type MergeRequirement,
  type MergeState,
  type Reviewer,
  readStanding,
} from "./merge-status.ts";
import { listNextSteps, type NextStep } from "./next-steps.ts";

const columns: readonly PrintedColumn[] = [
  { header: "NUMBER", path: "number", as: "number" },
  { header: "ID", path: "id", as: "id" },
  { header: "SUBJECT", path: "subject", as: "title", wide: true },
  { header: "STATUS", path: "status", as: "state" },
  { header: "AUTHOR", path: "createdBy.displayName" },
  { header: "SPACE", path: "spaceTitle" },
  { header: "OUTDATED", path: "outdated", as: "flag", means: { yes: "waiting" } },
  { header: "COMMENTS", path: "comments", as: "number" },
  { header: "MERGE AT", path: "scheduledMerge.at", as: "time" },
  { header: "MERGE ERROR", path: "scheduledMerge.error", wide: true },
  { header: "CHANGES", path: "summary", wide: true },
  { header: "CONFLICTS", path: "conflicts.title", as: "list" },
  { header: "REVIEWERS", path: "reviewers.name", as: "list" },
  { header: "REVIEWS", path: "reviewers.verdict", as: "list" },
  { header: "RULES", path: "requirements.state", as: "list" },
];

export async function view(context: Context, ids: ChangeRequestPath): Promise<Result> {
  const client = await context.client({ many: true });
  const changes = await listChanges(client, ids);
  const { changeRequest } = changes;
  const standing = await readStanding(context, client, ids, changeRequest);
  if (isForPerson(context)) {
    const steps = listNextSteps(ids.changeRequestId, changes, standing);
    return { view: draw(changes, standing, steps) };
  }
  const record: JsonObject = {
    ...changeRequest,
    spaceTitle: asText(standing.space.title),
    summary: formatSummary(changes),
    pages: changes.pages.map((page) => ({
      id: page.id,
      type: page.type,
      path: getName(page),
      changes: page.words,
    })),
    others: changes.others.map((one) => ({ ...one })),
    ...(changes.conflicts && { conflicts: changes.conflicts }),
    reviewers: standing.reviewers.map((one) => ({ ...one })),
    requirements: standing.requirements.map((one) => ({ ...one })),
  };
  return { record, columns };
}

const mostPages = 10;
const mostWords = 12;

function draw(changes: ChangeSet, standing: MergeState, steps: readonly NextStep[]): TerminalView {
  const { changeRequest: cr, pages, others, more } = changes;
  const listed = [
    ...pages.map(
      (page): ViewLine => ["  ", { text: getName(page) }, "  ", ...toWordSpans(page.words)],
    ),
    ...others.map((one): ViewLine => ["  ", ...formatOtherChange(one)]),
  ];
  const rest = listed.length - mostPages + more;
  const description = standing.description.split("\n");
  const summary = formatSummary(changes);
  const conflicts = formatConflictLines(changes);
  return [
    {
      lines: [
        [{ text: asText(cr.subject) || "(no subject)", tone: "bold" }, `  #${cr.number}`],
        formatHeadline(cr, standing),
        ...(standing.description === "" ? [] : [[]]),
        ...(standing.description === ""
          ? []
          : description.slice(0, mostWords).map((line) => [line])),
        ...(description.length > mostWords ? [[{ text: "…", tone: "dim" } as const]] : []),
        ...formatSection("Changes", summary === "" ? "nothing" : summary, [
          ...listed.slice(0, mostPages),
          ...(rest > 0 ? [[{ text: `  and ${rest} more`, tone: "dim" } as const]] : []),
        ]),
        ...formatSection(
          "Conflicts",
          conflicts.length === 0 ? "none" : "",
          conflicts.map((line) => ["  ", ...line]),
        ),
        ...formatSection(
          "Reviews",
          standing.reviewers.length === 0 ? "none, and none requested" : "",
          standing.reviewers.map(formatReviewer),
        ),
        ...formatSection(
          "Merge rules",
          standing.requirements.length === 0
            ? "none"
            : standing.mayBypass
              ? "you can bypass them"
              : "",
          standing.requirements.flatMap(formatRequirement),
        ),
        ...scheduleLines(asObject(cr.scheduledMerge)),
        ...formatSection(
          "Comments",
          `${typeof cr.comments === "number" ? cr.comments : 0} open`,
          [],
        ),
        ...formatSection(
          "Next",
          steps.length === 0 ? "nothing" : "",
          steps.flatMap(({ command, why }): ViewLine[] => [
            [`  ${why}`],
            ["    ", { text: command, as: "command", tone: "cyan" }],
          ]),
        ),
      ],
    },
  ];
}

function formatSection(title: string, says: string, lines: readonly ViewLine[]): ViewLine[] {
  return [[], [{ text: title, tone: "bold" }, says === "" ? "" : `  ${says}`], ...lines];
}

/** The scheduled merge, or the reason why it failed. */
function scheduleLines({ at, scheduledBy, error }: JsonObject): ViewLine[] {
  if (typeof at !== "string") return [];
  const by = asText(asObject(scheduledBy).displayName) || "an unknown user";
  return [
    [],
    [
      { text: "Scheduled merge", tone: "bold" },
      "  ",
      { text: at, as: "time" },
      ` by ${by}`,
      ...(error === undefined ? [] : [", ", { text: "failed", tone: "red" } as const]),
    ],
    ...(error === undefined ? [] : [[`  ${asText(error)}`]]),
  ];
}

const states: Readonly<Record<string, Span["tone"]>> = {
  open: "green",
  draft: "yellow",
};

function formatHeadline(cr: JsonObject, { space }: MergeState): ViewLine {
  const status = asText(cr.status);
  const by = status === "merged" ? asObject(cr.mergedBy) : asObject(cr.createdBy);
  const at = asText(status === "merged" ? cr.mergedAt : cr.createdAt);
  return [
    { text: status, tone: findOwn(states, status) },
    ` by ${asText(by.displayName) || "an unknown user"} `,
    { text: at, as: "time", tone: "dim" },
    `, in the space ${JSON.stringify(asText(space.title))} `,
    { text: `(${asText(space.id)})`, tone: "dim" },
    ...(cr.outdated === true ? [", ", { text: "behind its space", tone: "yellow" } as const] : []),
  ];
}

const verdicts: Readonly<Record<Reviewer["verdict"], Span>> = {
  approved: { text: "approved", tone: "green" },
  "changes-requested": { text: "requested changes", tone: "yellow" },
  asked: { text: "review requested", tone: "yellow" },
};

function formatReviewer({ name, verdict, outdated, at }: Reviewer): ViewLine {
  return [
    `  ${name}  `,
    verdicts[verdict],
    ...(outdated ? [", ", { text: "before the latest changes", tone: "yellow" } as const] : []),
    "  ",
    { text: at, as: "time", tone: "dim" },
  ];
}

const tones: Readonly<Record<MergeRequirement["state"], Span["tone"]>> = {
  met: "green",
  missing: "red",
  "decided at the merge": "yellow",
};

function formatRequirement({ state, says }: MergeRequirement): ViewLine[] {
  return says.map((one) => ["  ", { text: state, tone: tones[state] }, `  ${one}`]);
}
