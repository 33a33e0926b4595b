/** `tome access apply`: applies the decisions of an access review, except to roles that have changed since. */

import type { Context, JsonObject, Result } from "../../context.ts";
import { roles } from "../../contract/roles.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asText } from "../../json/values.ts";
import {
  describeUnread,
  findUnreadParts,
  type OrganizationReader,
  openOrganization,
} from "../organization/organization-reader.ts";
import {
  announceSteps,
  buildIncompleteError,
  carryOutSteps,
  confirmSteps,
  type OrganizationStep,
  stepColumns,
  toStepRows,
} from "../organization/steps.ts";
import {
  type DeletionCount,
  parseDeletionLimit,
  refuseDeletions,
} from "../safety-checks/deletion-limit.ts";
import { formatExamined } from "../safety-checks/examined-count.ts";
import { describeVia, getPersonName, getThingName } from "./columns.ts";
import { createDecisionStep, type DecisionStep } from "./decision-steps.ts";
import { type ReviewedRow, readDecisions } from "./review-files.ts";
import { type AccessRow, listAccessRows } from "./rows.ts";

interface AccessApplyInput {
  readonly organizationId: string;
  readonly decisions: string;
  readonly maxRemovals?: string;
}

export async function apply(context: Context, input: AccessApplyInput): Promise<Result> {
  const { organizationId, decisions, maxRemovals = "99%" } = input;
  const limit = parseDeletionLimit("--max-removals", maxRemovals);
  const all = await readDecisions(context, decisions);
  if (all.length === 0) {
    throw new UsageError(
      `${decisions} contains no rows. No changes were made.`,
      "tome access review --save <folder>",
    );
  }
  const decided = all.filter(({ decision }) => decision !== "" && decision !== "keep");
  for (const row of decided) checkDecision(row);
  const undecided = all.filter(({ decision }) => decision === "").length;
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const { steps, refused, done, removals } = await planDecisions(reading, decided, all);
  for (const removal of removals) {
    refuseDeletions(limit, removal, { minimumTotal: 0, source: "the decisions are correct" });
  }
  const part = findUnreadParts(reading);
  const client = await context.client();
  announceSteps(
    client,
    steps,
    refused.map(({ change, error }) => `Refused: ${asText(change)}. ${asText(error)}`),
  );
  if (steps.length > 0) {
    const question = formatQuestion(steps, refused);
    await confirmSteps(context, `tome access apply ${decisions}`, steps, question);
  }
  const progress = context.terminal.progress("Applying decisions …");
  const results = await carryOutSteps(client, steps, progress.update).finally(progress.stop);
  const rows = [...toStepRows(results), ...refused];
  const remaining = await readRemaining(context, organizationId, decided);
  const notes = [
    `Decisions: ${results.filter(({ outcome }) => outcome === "done").length} applied, ${done} already applied, ${refused.length} refused, ${all.length - decided.length - undecided} kept.`,
    formatExamined(
      [
        [all.length, "row"],
        [new Set(all.map(({ thingId }) => thingId)).size, "resource"],
      ],
      [[undecided, "row without a decision", "rows without a decision"]],
    ),
    ...remaining.says,
  ];
  const refusal =
    refused.length === 0
      ? undefined
      : new IncompleteError(
          "partial",
          `${refused.length} of ${decided.length} decisions were refused: ${asText(refused[0]?.error)}`,
          "tome access review --save <folder>",
        );
  return {
    list: [rows],
    columns: stepColumns,
    none:
      decided.length === 0
        ? "No row has a decision that changes access. No changes were made."
        : "All decisions have already been applied. No changes were made.",
    notes: () => notes,
    unsettled: () => buildIncompleteError(results) ?? refusal ?? part ?? remaining.part,
  };
}

/** @throws UsageError with the valid decisions */
function checkDecision({ at, decision, userId }: ReviewedRow): void {
  if (userId === "") throw new UsageError(`${at} has no user, so its decision cannot be applied.`);
  const words = ["keep", "revoke", ...roles];
  if (words.includes(decision)) return;
  throw new UsageError(
    `${at}: the decision must be one of ${words.join(", ")}, not ${JSON.stringify(decision)}. No changes were made.`,
  );
}

interface AccessPlan {
  readonly steps: readonly OrganizationStep[];
  readonly refused: readonly JsonObject[];
  /** The number of decisions that were already applied. */
  readonly done: number;
  readonly removals: readonly DeletionCount[];
}

async function planDecisions(
  reading: OrganizationReader,
  decided: readonly ReviewedRow[],
  all: readonly ReviewedRow[],
): Promise<AccessPlan> {
  const currentByKey = new Map<string, AccessRow>();
  const isGrant = ({ via, thingId }: { via: string; thingId: string }) =>
    via === "direct" && thingId !== reading.organizationId;
  const grants = new Set(all.filter(isGrant).map((row) => `${row.userId} ${row.thingId}`));
  for (const row of await loadCurrentRows(reading, decided)) {
    const key = `${row.user?.id ?? ""} ${row.thing.id}`;
    currentByKey.set(key, row);
    if (isGrant({ via: row.via, thingId: row.thing.id })) grants.add(key);
  }
  const caller = asText((await reading.caller())?.id);
  const admins = new Set(
    ((await reading.members()) ?? [])
      .filter(({ role, disabled }) => role === "admin" && disabled !== true)
      .map(({ id }) => asText(id)),
  );
  const steps: OrganizationStep[] = [];
  const refused: JsonObject[] = [];
  let done = 0;
  const removed = { members: 0, grants: 0 };
  for (const row of decided) {
    const current = currentByKey.get(`${row.userId} ${row.thingId}`);
    const planned = createDecisionStep(row, {
      current,
      caller,
      admins,
      organizationId: reading.organizationId,
    });
    if (planned === "done") done++;
    else if ("refused" in planned) refused.push(findRefusal(row, planned));
    else {
      steps.push(planned.step);
      if (row.decision !== "revoke") continue;
      if (row.thingId === reading.organizationId) removed.members++;
      else removed.grants++;
    }
  }
  const others = ((await reading.members()) ?? []).filter(({ id }) => asText(id) !== caller);
  const count = (what: string, effect: string, deleted: number, total: number) => {
    return { what, effect, deleted, total, isAll: deleted >= total };
  };
  const removals = [
    count("other members", "would be removed", removed.members, others.length),
    count("direct grants of the review", "would be revoked", removed.grants, grants.size),
  ];
  return { steps, refused, done, removals };
}

function findRefusal(row: ReviewedRow, { refused }: Extract<DecisionStep, { refused: string }>) {
  return {
    status: "refused",
    change: `${row.decision} ${row.person} in ${row.title}`,
    error: `${row.at}: ${refused}`,
  };
}

/** The current access of the users with decisions, and all direct grants, in the resources with decisions. */
async function loadCurrentRows(
  reading: OrganizationReader,
  decided: readonly ReviewedRow[],
): Promise<AccessRow[]> {
  const people = new Set(decided.map(({ userId }) => userId));
  const existingIds = new Set<string>([reading.organizationId]);
  const lists = await Promise.all([reading.collections(), reading.spaces(), reading.sites()]);
  for (const list of lists) for (const { id } of list ?? []) existingIds.add(asText(id));
  // A deleted resource has no rows and grants no roles.
  const things = new Set(decided.map(({ thingId }) => thingId).filter((id) => existingIds.has(id)));
  const rows: AccessRow[] = [];
  for await (const some of listAccessRows(reading, { things })) {
    for (const row of some) {
      if (people.has(row.user?.id ?? "") || row.via === "direct") rows.push(row);
    }
  }
  return rows;
}

function formatQuestion(
  { length }: readonly OrganizationStep[],
  refused: readonly JsonObject[],
): string {
  const others =
    refused.length === 0
      ? ""
      : ` ${formatCount(refused.length, "decision is", "decisions are")} refused.`;
  return `Apply ${formatCount(length, "change")}?${others}`;
}

/** Reads the access again: a user with a revoked grant may still inherit a role. */
async function readRemaining(
  context: Context,
  organizationId: string,
  decided: readonly ReviewedRow[],
): Promise<{ readonly says: readonly string[]; readonly part: IncompleteError | undefined }> {
  const revoked = decided.filter(({ decision }) => decision === "revoke");
  if (revoked.length === 0) return { says: [], part: undefined };
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const keys = new Set(revoked.map(({ userId, thingId }) => `${userId} ${thingId}`));
  const rows = await loadCurrentRows(reading, revoked);
  const says = rows
    .filter(({ user, thing, effective }) => effective && keys.has(`${user?.id} ${thing.id}`))
    .map((row) => {
      const sentence = `${getPersonName(row)} still has the role ${row.role ?? "guest"}`;
      return `${sentence} in ${getThingName(row.thing)} (${describeVia(row)}).`;
    });
  return { says, part: describeUnread(reading) };
}
