/** `tome member offboard`: transfers resources to a successor, then revokes all access of a member. */

import type { ApiClient, Context, Result } from "../../context.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { describeVia, getThingName } from "../access/columns.ts";
import { type AccessRow, indexMembers, listAccessRows } from "../access/rows.ts";
import { describeUnread, openOrganization } from "../organization/organization-reader.ts";
import {
  announceSteps,
  buildIncompleteError,
  carryOutSteps,
  confirmSteps,
  type StepResult,
  stepColumns,
  toStepRows,
} from "../organization/steps.ts";
import { readBelongings } from "./mentions.ts";
import { type OffboardPlan, planOffboarding } from "./offboard-plan.ts";
import type { NamedUser } from "./successor.ts";

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
  const caller = asText(asObject(await reading.caller()).id);
  const members = indexMembers((await reading.members()) ?? []);
  const row = members.get(userId);
  const person = { id: userId, name: row?.user.displayName ?? userId, role: row?.role ?? null };
  checkPerson(person, caller, members);
  const successor = findSuccessor(input, members);
  const isMember = row !== undefined;
  const belongings = await readBelongings(reading, userId, isMember);
  const [unread] = reading.unread;
  // An unread list may contain references to the user.
  if (unread !== undefined) throw unread.error;
  const { keepMember: keepsMember = false } = input;
  const options = { successor, isMember, keepsMember };
  const plan = await planOffboarding(reading, person, options, belongings);
  const steps = [...plan.handover, ...plan.removal];
  const client = await context.client();
  announceSteps(client, steps, plan.notes);
  if (steps.length > 0) {
    const question = `Offboard ${person.name} with ${formatCount(steps.length, "change")}?`;
    await confirmSteps(context, `tome member offboard ${userId}`, steps, question);
  }
  const results = await carryOut(context, client, plan);
  const remaining = await readRemaining(reader, organizationId, userId);
  const says = remaining.rows.map((one) => formatSentence(person, one));
  return {
    list: [toStepRows(results)],
    columns: stepColumns,
    none: isMember
      ? `${person.name} has no access to revoke. No changes were made.`
      : `No member ${userId} found, and no grant or rule refers to the user.`,
    notes: () => [
      ...plan.notes,
      ...says,
      ...(remaining.rows.length === 0 && remaining.part === undefined
        ? [`Verified: ${person.name} has no role in a collection, space or docs site.`]
        : []),
    ],
    unsettled: () => buildIncompleteError(results) ?? remaining.part ?? buildRemainingError(says),
  };
}

function buildRemainingError(says: readonly string[]): IncompleteError | undefined {
  if (says.length === 0) return undefined;
  return new IncompleteError(
    "partial",
    `The user still has access to ${formatCount(says.length, "resource")}. ${says[0]}`,
  );
}

/** @throws UsageError for the current user and the last admin */
function checkPerson(
  { id, name }: NamedUser,
  caller: string,
  members: ReturnType<typeof indexMembers>,
): void {
  if (id === caller) {
    throw new UsageError("You cannot offboard yourself. Ask another admin. No changes were made.");
  }
  const admins = [...members.values()].filter(
    ({ role, standing }) => role === "admin" && standing !== "disabled",
  );
  if (admins.length === 1 && admins[0]?.user.id === id) {
    throw new UsageError(
      `${name} is the last admin of the organization. Make another member an admin first. No changes were made.`,
      "tome member update <user> --role admin",
    );
  }
}

/** @throws UsageError if the successor is not an active member or is the offboarded user */
function findSuccessor(
  { successor, userId }: OffboardInput,
  members: ReturnType<typeof indexMembers>,
): NamedUser | undefined {
  if (successor === undefined) return undefined;
  const row = members.get(successor);
  if (successor === userId) throw new UsageError("--successor must be another user.");
  if (row === undefined || row.standing === "disabled") {
    throw new UsageError(
      `--successor ${row?.user.displayName ?? successor} is ${row === undefined ? "not a member" : "disabled"}. Specify an active member of the organization.`,
    );
  }
  return { id: successor, name: row.user.displayName, role: row.role };
}

/** The removal starts only after a complete handover. */
async function carryOut(
  { terminal }: Context,
  client: ApiClient,
  { handover, removal }: OffboardPlan,
): Promise<readonly StepResult[]> {
  const progress = terminal.progress("Offboarding …");
  try {
    const first = await carryOutSteps(client, handover, progress.update, true);
    const isHandedOver = first.every(({ outcome }) => outcome === "done");
    const second = isHandedOver
      ? await carryOutSteps(client, removal, progress.update)
      : removal.map(({ says }) => ({ says, outcome: "not begun" as const }));
    return [...first, ...second];
  } finally {
    progress.stop();
  }
}

/** Reads the remaining access; the role of a guest in the organization does not count. */
async function readRemaining(client: ApiClient, organizationId: string, userId: string) {
  const reading = openOrganization(client, organizationId);
  const rows: AccessRow[] = [];
  for await (const some of listAccessRows(reading, { userId })) {
    for (const row of some) {
      const isGuest = row.thing.object === "organization" && row.role === null;
      if (!isGuest) rows.push(row);
    }
  }
  return { rows, part: describeUnread(reading) };
}

function formatSentence({ name }: NamedUser, row: AccessRow): string {
  const what = getThingName(row.thing);
  return row.effective
    ? `${name} still has the role ${row.role ?? "guest"} in ${what} (${describeVia(row)}).`
    : `${name} still has a grant of the role ${row.role ?? "guest"} in ${what}, which takes effect if they rejoin.`;
}
