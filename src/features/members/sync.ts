/** `tome member sync`: synchronizes the members of an organization with a roster. */
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Context, JsonObject, Result } from "../../context.ts";
import * as invitation from "../../contract/invitation.ts";
import { ApiError, IncompleteError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText, isObject, type JsonValue } from "../../json/values.ts";
import { readTeam } from "../access/resources.ts";
import { type Items, openOrganization } from "../organization/organization-reader.ts";
import {
  announceSteps,
  buildIncompleteError,
  carryOutSteps,
  confirmSteps,
  stepColumns,
  toStepRows,
} from "../organization/steps.ts";
import { parseDeletionLimit } from "../safety-checks/deletion-limit.ts";
import type { RosterContext } from "./match.ts";
import { normalizeEmail } from "./member-email.ts";
import { type Roster, readRoster } from "./roster.ts";
import { planSync, type SyncPlan } from "./sync-plan.ts";

interface SyncInput {
  readonly organizationId: string;
  readonly roster: string;
  readonly prune?: boolean;
  readonly maxRemovals?: string;
  readonly protect?: readonly string[];
  readonly state?: string;
}

export async function sync(context: Context, input: SyncInput): Promise<Result> {
  const { organizationId, prune = false, maxRemovals = "10%", protect = [] } = input;
  const limit = parseDeletionLimit("--max-removals", maxRemovals);
  const roster = await readRoster(context, input.roster);
  const store = openStore(context, input);
  const data = await readKnown(context, organizationId, await store.read());
  const plan = planSync(roster, data, {
    prune,
    protect: new Set(protect.map(normalizeEmail)),
    limit,
  });
  const client = await context.client();
  announceSteps(client, plan.steps, plan.notes);
  if (plan.losing.size > 0 || plan.withdrawn.length > 0) {
    if (!context.yes) for (const warning of plan.warnings) context.terminal.warn(warning);
    const line = `tome member sync --roster ${input.roster}`;
    await confirmSteps(context, line, plan.steps, formatQuestion(plan));
  }
  const progress = context.terminal.progress("Changing members …");
  const results = await carryOutSteps(client, plan.steps, progress.update).finally(progress.stop);
  const missing = await remember(context, roster, plan, data, store.write);
  const done = results.filter(({ outcome }) => outcome === "done").length;
  const pending =
    missing.length === 0 || plan.steps.length === 0
      ? undefined
      : new IncompleteError(
          "pending",
          `${formatCount(missing.length, "invited user has", "invited users have")} not joined yet: ${missing.slice(0, 5).join(", ")}. Run the command again after they join.`,
        );
  return {
    list: [toStepRows(results)],
    columns: stepColumns,
    none: `The organization matches ${roster.name} (${formatCount(roster.people.length, "member")}). No changes were made.`,
    notes: () => [
      ...(results.length > 0
        ? [`Applied ${done} of ${formatCount(results.length, "change")}.`]
        : []),
      ...plan.notes,
    ],
    unsettled: () => buildIncompleteError(results) ?? pending,
  };
}

/**
 * Reads the data for a plan.
 * @throws ApiError or NetworkError if a list cannot be read, because missing data could remove members
 */
async function readKnown(
  context: Context,
  organizationId: string,
  stored: ReadonlyMap<string, string>,
): Promise<RosterContext> {
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const [members, teams, caller] = await Promise.all([
    reading.members(),
    reading.teams(),
    reading.caller(),
  ]);
  const inTeams = new Map<string, ReadonlySet<string>>();
  for (const { id } of teams ?? []) {
    const people = await readTeam(reading, asText(id));
    if (people !== undefined) inTeams.set(asText(id), people);
  }
  const pending = await reading.listIfOffered("the pending invitations", invitation.pending, {
    organizationId,
  });
  const [unread] = reading.unread;
  if (unread !== undefined) throw unread.error;
  if (members === undefined || members.length === 0) {
    throw new ApiError(502, "The platform returned no members. No members were changed.");
  }
  return {
    organizationId,
    caller: asText(asObject(caller).id),
    members,
    teams: teams ?? [],
    inTeams,
    pending: (pending === "absent" ? [] : (pending ?? [])).map(({ user }) => {
      const { id, email } = asObject(user);
      return { userId: asText(id), email: normalizeEmail(asText(email)) };
    }),
    stored,
  };
}

function formatQuestion({ steps, losing, withdrawn }: SyncPlan): string {
  const members = `${formatCount(losing.size, "member loses", "members lose")} access.`;
  const users = `${formatCount(withdrawn.length, "invitation is", "invitations are")} withdrawn.`;
  const effects = [...(losing.size > 0 ? [members] : []), ...(withdrawn.length > 0 ? [users] : [])];
  return `${effects.join(" ")} Apply ${formatCount(steps.length, "change")}?`;
}

interface RosterState {
  readonly read: () => Promise<ReadonlyMap<string, string>>;
  readonly write: (ids: ReadonlyMap<string, string>) => Promise<void>;
}

/** State file that maps roster ids to member ids, by organization. */
function openStore(context: Context, { organizationId, state }: SyncInput): RosterState {
  const path = resolve(context.cwd, state ?? join(context.store.path, "roster-ids.json"));
  const key = `${context.settings.baseUrl.value} ${organizationId}`;
  const readAll = async (): Promise<JsonObject> => {
    const text = await openForeignFolder(dirname(path))
      .readText(basename(path))
      .catch((error) => {
        if (error instanceof FileRefusedError && error.fileRule === "missing") return undefined;
        throw error;
      });
    if (text === undefined) return {};
    try {
      const value: JsonValue = JSON.parse(text);
      if (isObject(value)) return value;
    } catch {
      // The file is written again below; until then, members are matched by email.
    }
    context.terminal.warn(`${path} cannot be read. Members are matched only by email.`);
    return {};
  };
  return {
    async read() {
      const ids = asObject((await readAll())[key]);
      return new Map(Object.entries(ids).map(([id, userId]) => [id, asText(userId)]));
    },
    async write(ids) {
      const all = await readAll();
      const next = { ...all, [key]: { ...asObject(all[key]), ...Object.fromEntries(ids) } };
      if (writeJson(next) === writeJson(all)) return;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await context.writePrivateFile(path, `${writeJson(next, 2)}\n`);
    },
  };
}

/**
 * Stores the member ids of roster ids.
 * @returns the emails of invited users who are not members yet
 */
async function remember(
  context: Context,
  roster: Roster,
  { matches, steps }: SyncPlan,
  { organizationId, members }: RosterContext,
  write: RosterState["write"],
): Promise<readonly string[]> {
  const active = roster.people.filter((one) => one.active);
  const isWhole = steps.length === 0 || active.every((one) => matches.has(one));
  const currentMembers = isWhole ? members : await readMembers(context, organizationId);
  const byEmail = new Map(
    (currentMembers ?? []).map(({ id, user }) => [
      normalizeEmail(asText(asObject(user).email)),
      asText(id),
    ]),
  );
  const findId = (one: (typeof active)[number]) => matches.get(one) ?? byEmail.get(one.email);
  const ids = active.flatMap((one) => {
    const userId = findId(one);
    return one.id === undefined || userId === undefined ? [] : [[one.id, userId] as const];
  });
  if (ids.length > 0) await write(new Map(ids));
  return active.filter((one) => findId(one) === undefined).map(({ email }) => email);
}

async function readMembers(context: Context, organizationId: string): Promise<Items | undefined> {
  const client = await context.client({ lookup: true });
  return openOrganization(client, organizationId).members();
}
