/** Carries out the decisions of a review, row by row, and only where nothing has changed since. */

import type { Context, JsonObject, Result } from "../../context.ts";
import { roles } from "../../contract/roles.ts";
import { Unsettled, UsageError } from "../../errors.ts";
import { textIn } from "../../json/values.ts";
import {
  describeUnread,
  findUnreadParts,
  type OrganizationReading,
  openOrganization,
} from "../organization/reading.ts";
import {
  announceSteps,
  buildIncompleteError,
  carryOutSteps,
  confirmSteps,
  type Step,
  stepColumns,
  toStepRows,
} from "../organization/steps.ts";
import { type Decided, stepFor } from "./decision-steps.ts";
import { type ReviewedRow, readDecisions } from "./review-files.ts";
import { type AccessRow, accessRows } from "./rows.ts";
import { describeVia, getPersonName, getThingName } from "./words.ts";

interface ApplyInput {
  readonly organizationId: string;
  readonly decisions: string;
}

export async function apply(context: Context, input: ApplyInput): Promise<Result> {
  const { organizationId, decisions } = input;
  const all = await readDecisions(context, decisions);
  const decided = all.filter(({ decision }) => decision !== "" && decision !== "keep");
  for (const row of decided) checkDecision(row);
  const undecided = all.filter(({ decision }) => decision === "").length;
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const { steps, refused, done } = await planDecisions(reading, decided);
  const part = findUnreadParts(reading);
  const client = await context.client();
  announceSteps(
    client,
    steps,
    refused.map(({ change, error }) => `Refused: ${textIn(change)}. ${textIn(error)}`),
  );
  if (steps.length > 0) {
    const question = formatQuestion(steps, refused);
    await confirmSteps(context, `tome access apply ${decisions}`, steps, question);
  }
  const progress = context.terminal.progress("Applying decisions …");
  const results = await carryOutSteps(client, steps, progress.update).finally(progress.stop);
  const rows = [...toStepRows(results), ...refused];
  const left = await stillThere(context, organizationId, decided);
  const notes = [
    `${results.filter(({ outcome }) => outcome === "done").length} decisions applied, ${done} were applied before, ${refused.length} refused, ${all.length - decided.length - undecided} kept.`,
    ...(undecided > 0 ? [`${undecided} rows have no decision; nothing was changed there.`] : []),
    ...left.says,
  ];
  const refusal =
    refused.length === 0
      ? undefined
      : new Unsettled(
          "partial",
          `${refused.length} of ${decided.length} decisions were refused: ${textIn(refused[0]?.error)}`,
          "tome access review --save <folder>",
        );
  return {
    list: [rows],
    columns: stepColumns,
    none: "Every decision is carried out already; nothing was changed.",
    notes: () => notes,
    unsettled: () => buildIncompleteError(results) ?? refusal ?? part ?? left.part,
  };
}

/** @throws UsageError that names the words for decisions */
function checkDecision({ at, decision, userId }: ReviewedRow): void {
  if (userId === "") throw new UsageError(`${at} names no person, so there is nothing to decide.`);
  const words = ["keep", "revoke", ...roles];
  if (words.includes(decision)) return;
  throw new UsageError(
    `${at}: the decision ${JSON.stringify(decision)} is none of ${words.join(", ")}; nothing was sent.`,
  );
}

interface Plan {
  readonly steps: readonly Step[];
  readonly refused: readonly JsonObject[];
  /** How many are as they were decided already. */
  readonly done: number;
}

async function planDecisions(
  reading: OrganizationReading,
  decided: readonly ReviewedRow[],
): Promise<Plan> {
  const now = new Map<string, AccessRow>();
  for (const row of await currentRows(reading, decided)) {
    now.set(`${row.user?.id ?? ""} ${row.thing.id}`, row);
  }
  const caller = textIn((await reading.caller())?.id);
  const admins = new Set(
    ((await reading.members()) ?? [])
      .filter(({ role, disabled }) => role === "admin" && disabled !== true)
      .map(({ id }) => textIn(id)),
  );
  const steps: Step[] = [];
  const refused: JsonObject[] = [];
  let done = 0;
  for (const row of decided) {
    const current = now.get(`${row.userId} ${row.thingId}`);
    const planned = stepFor(row, {
      current,
      caller,
      admins,
      organizationId: reading.organizationId,
    });
    if (planned === "done") done++;
    else if ("refused" in planned) refused.push(findRefusal(row, planned));
    else steps.push(planned.step);
  }
  return { steps, refused, done };
}

function findRefusal(row: ReviewedRow, { refused }: Extract<Decided, { refused: string }>) {
  return {
    status: "refused",
    change: `${row.decision} ${row.person} on ${row.title}`,
    error: `${row.at}: ${refused}`,
  };
}

/** What those who are decided about have now, where it is decided. */
async function currentRows(
  reading: OrganizationReading,
  decided: readonly ReviewedRow[],
): Promise<AccessRow[]> {
  const people = new Set(decided.map(({ userId }) => userId));
  const known = new Set<string>([reading.organizationId]);
  const lists = await Promise.all([reading.collections(), reading.spaces(), reading.sites()]);
  for (const list of lists) for (const { id } of list ?? []) known.add(textIn(id));
  // A thing that is gone has no rows, and so nobody has a role in it.
  const things = new Set(decided.map(({ thingId }) => thingId).filter((id) => known.has(id)));
  const rows: AccessRow[] = [];
  for await (const some of accessRows(reading, { things })) {
    for (const row of some) if (people.has(row.user?.id ?? "")) rows.push(row);
  }
  return rows;
}

function formatQuestion({ length }: readonly Step[], refused: readonly JsonObject[]): string {
  const others = refused.length === 0 ? "" : ` ${refused.length} decisions are refused.`;
  return `Carry out ${length === 1 ? "this change" : `these ${length} changes`}?${others}`;
}

/** Reads again: whoever has a role still, though it was revoked, has it from elsewhere. */
async function stillThere(
  context: Context,
  organizationId: string,
  decided: readonly ReviewedRow[],
): Promise<{ readonly says: readonly string[]; readonly part: Unsettled | undefined }> {
  const revoked = decided.filter(({ decision }) => decision === "revoke");
  if (revoked.length === 0) return { says: [], part: undefined };
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const keys = new Set(revoked.map(({ userId, thingId }) => `${userId} ${thingId}`));
  const rows = await currentRows(reading, revoked);
  const says = rows
    .filter(({ user, thing, effective }) => effective && keys.has(`${user?.id} ${thing.id}`))
    .map((row) => {
      const still = `${getPersonName(row)} still has the role ${row.role ?? "guest"}`;
      return `${still} in ${getThingName(row.thing)}, by: ${describeVia(row)}.`;
    });
  return { says, part: describeUnread(reading) };
}
