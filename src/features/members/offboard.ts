/** Takes everything from a person in an organization, after handing over what others need. */

import type { Client, Context, Result } from "../../context.ts";
import { Unsettled, UsageError } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { type AccessRow, accessRows, membersById } from "../access/rows.ts";
import { describeVia, getThingName } from "../access/words.ts";
import { describeUnread, openOrganization } from "../organization/reading.ts";
import {
  announceSteps,
  buildIncompleteError,
  carryOutSteps,
  confirmSteps,
  type StepResult,
  stepColumns,
  toStepRows,
} from "../organization/steps.ts";
import { readBelongings } from "./belongings.ts";
import { type OffboardPlan, planOffboarding } from "./offboard-plan.ts";
import type { Named } from "./successor.ts";

interface OffboardInput {
  readonly organizationId: string;
  readonly userId: string;
  readonly successor?: string;
  readonly keepMember?: boolean;
}

export async function offboard(context: Context, input: OffboardInput): Promise<Result> {
  const { organizationId, userId } = input;
  const reader = await context.client({ lookup: true });
  const reading = openOrganization(reader, organizationId);
  const caller = textIn(objectIn(await reading.caller()).id);
  const members = membersById((await reading.members()) ?? []);
  const row = members.get(userId);
  const person = { id: userId, name: row?.user.displayName ?? userId, role: row?.role ?? null };
  checkPerson(person, caller, members);
  const successor = successorIn(input, members);
  const isMember = row !== undefined;
  const belongings = await readBelongings(reading, userId, isMember);
  const [unread] = reading.unread;
  // What was not read may name the person, and would be lost.
  if (unread !== undefined) throw unread.error;
  const { keepMember: keepsMember = false } = input;
  const how = { successor, isMember, keepsMember };
  const plan = await planOffboarding(reading, person, how, belongings);
  const steps = [...plan.handover, ...plan.removal];
  const client = await context.client();
  announceSteps(client, steps, plan.notes);
  if (steps.length > 0) {
    const count = steps.length === 1 ? "this change" : `these ${steps.length} changes`;
    const question = `Offboard ${person.name} by ${count}?`;
    await confirmSteps(context, `tome member offboard ${userId}`, steps, question);
  }
  const results = await carryOut(context, client, plan);
  const left = await readLeft(reader, organizationId, userId);
  const says = left.rows.map((one) => formatSentence(person, one));
  return {
    list: [toStepRows(results)],
    columns: stepColumns,
    none: isMember
      ? `${person.name} had nothing to take; nothing was changed.`
      : `There is no member ${userId}, and nothing names them.`,
    notes: () => [
      ...plan.notes,
      ...says,
      ...(left.rows.length === 0 && left.part === undefined
        ? [`Read again: ${person.name} has no role in any collection, space or docs site.`]
        : []),
    ],
    unsettled: () => buildIncompleteError(results) ?? left.part ?? buildRemainingError(says),
  };
}

function buildRemainingError(says: readonly string[]): Unsettled | undefined {
  if (says.length === 0) return undefined;
  return new Unsettled("partial", `They still have access to ${says.length} things. ${says[0]}`);
}

/** @throws UsageError for the caller, and for the last admin */
function checkPerson(
  { id, name }: Named,
  caller: string,
  members: ReturnType<typeof membersById>,
): void {
  if (id === caller) {
    throw new UsageError("This is you; ask another admin to offboard you. Nothing was changed.");
  }
  const admins = [...members.values()].filter(
    ({ role, standing }) => role === "admin" && standing !== "disabled",
  );
  if (admins.length === 1 && admins[0]?.user.id === id) {
    throw new UsageError(
      `${name} is the last admin of the organization; make somebody else admin first. Nothing was changed.`,
      "tome member update <user> --role admin",
    );
  }
}

/** @throws UsageError if it is no active member, or the person themselves */
function successorIn(
  { successor, userId }: OffboardInput,
  members: ReturnType<typeof membersById>,
): Named | undefined {
  if (successor === undefined) return undefined;
  const row = members.get(successor);
  if (successor === userId) throw new UsageError("--successor must be somebody else.");
  if (row === undefined || row.standing === "disabled") {
    throw new UsageError(
      `--successor ${row?.user.displayName ?? successor} is ${row === undefined ? "no member" : "disabled"}; name an active member of the organization.`,
    );
  }
  return { id: successor, name: row.user.displayName, role: row.role };
}

/** Nothing is taken before everything is handed over. */
async function carryOut(
  { terminal }: Context,
  client: Client,
  { handover, removal }: OffboardPlan,
): Promise<readonly StepResult[]> {
  const progress = terminal.progress("Offboarding …");
  try {
    const first = await carryOutSteps(client, handover, progress.update, true);
    const isHandedOver = first.every(({ outcome }) => outcome === "done");
    const then = isHandedOver
      ? await carryOutSteps(client, removal, progress.update)
      : removal.map(({ says }) => ({ says, outcome: "not begun" as const }));
    return [...first, ...then];
  } finally {
    progress.stop();
  }
}

/** What the person has, read again; the organization alone, as its guest, counts as nothing. */
async function readLeft(client: Client, organizationId: string, userId: string) {
  const reading = openOrganization(client, organizationId);
  const rows: AccessRow[] = [];
  for await (const some of accessRows(reading, { userId })) {
    for (const row of some) {
      const isGuest = row.thing.object === "organization" && row.role === null;
      if (!isGuest) rows.push(row);
    }
  }
  return { rows, part: describeUnread(reading) };
}

function formatSentence({ name }: Named, row: AccessRow): string {
  const what = getThingName(row.thing);
  return row.effective
    ? `${name} still has the role ${row.role ?? "guest"} in ${what}, by: ${describeVia(row)}.`
    : `${name} is still granted ${row.role ?? "guest"} in ${what}, which counts if they come back.`;
}
