/** Plans of rosters for an organization with members. */
import type { RosterContext } from "../../../src/features/members/match.ts";
import type { Roster } from "../../../src/features/members/roster.ts";
import type { RosterPerson } from "../../../src/features/members/roster-person.ts";
import { planSync, type SyncOptions } from "../../../src/features/members/sync-plan.ts";
import { parseDeletionLimit } from "../../../src/features/safety-checks/deletion-limit.ts";
import { openScriptedClient } from "../network/scripted-client.ts";

/** The row of a roster with this name. */
export function createRosterPerson(name: string, more: Partial<RosterPerson> = {}): RosterPerson {
  return {
    at: `roster.csv, ${name}`,
    id: undefined,
    email: `${name}@example.com`,
    role: undefined,
    teams: undefined,
    hasEmptyTeams: false,
    sso: false,
    active: true,
    hasActive: true,
    displayName: "",
    ...more,
  };
}

/** A member in the response of a list of members. */
export const createMember = (name: string, role: string | null, more: object = {}) => ({
  id: `U-${name}`,
  role,
  user: { displayName: name.toUpperCase(), email: `${name}@example.com` },
  ...more,
});

/** An organization with the members of the roster. */
export const known: RosterContext = {
  organizationId: "O1",
  caller: "U-me",
  members: [
    createMember("me", "admin"),
    createMember("ada", "admin"),
    createMember("bob", "edit"),
    createMember("cy", null),
    createMember("dan", "read", { disabled: true, user: { email: "dan@example.com" } }),
  ],
  teams: [
    { id: "T1", title: "Docs" },
    { id: "T2", title: "Tour Guides" },
    { id: "T3", title: "Others" },
  ],
  inTeams: new Map([
    ["T1", new Set(["U-ada", "U-bob"])],
    ["T2", new Set(["U-bob", "U-dan"])],
    ["T3", new Set(["U-cy"])],
  ]),
  pending: [],
  stored: new Map(),
};

function roster(people: readonly RosterPerson[], more: Partial<Roster> = {}): Roster {
  return {
    name: "roster.csv",
    people,
    hasForeignGroups: false,
    unusedColumns: [],
    otherResources: new Map(),
    ...more,
  };
}

export interface PlanOptions extends Partial<Omit<SyncOptions, "limit" | "protect">> {
  readonly limit?: string;
  readonly protect?: readonly string[];
}

/** The plan: its sentences, requests, and notes except the last ones about the examined entries. */
export async function planRoster(
  people: readonly RosterPerson[],
  { prune = false, limit = "100%", protect = [] }: PlanOptions = {},
  more: {
    roster?: Partial<Roster>;
    known?: Partial<RosterContext>;
    pending?: readonly string[];
  } = {},
) {
  const { steps, losing, withdrawn, warnings, notes } = planSync(
    roster(people, more.roster),
    { ...known, ...more.known },
    { prune, protect: new Set(protect), limit: parseDeletionLimit("--max-removals", limit) },
  );
  const { client, sent } = openScriptedClient(() => ({ pending: more.pending ?? [] }));
  const described = steps.map((step) => {
    const { method, url, body } = step.describe(client);
    return [
      `${method} ${new URL(url).pathname.replace("/v1", "")}`,
      ...(body === undefined ? [] : [body]),
    ];
  });
  const errors: string[] = [];
  for (const step of steps) await step.send(client).catch((error) => errors.push(error.message));
  return {
    says: steps.map(({ says }) => says),
    described,
    sent: sent.map((one) => (typeof one === "string" ? [one] : one)),
    losing: [...losing],
    withdrawn,
    warnings,
    notes,
    errors,
  };
}
