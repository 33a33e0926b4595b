/** Plan of a roster sync: the steps, and notes about members that stay unchanged. */

import type { JsonObject } from "../../context.ts";
import * as invitation from "../../contract/invitation.ts";
import * as member from "../../contract/member.ts";
import * as invite from "../../contract/organization-invite.ts";
import * as team from "../../contract/team.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { computeStrength } from "../access/decide.ts";
import { buildStep, type OrganizationStep } from "../organization/steps.ts";
import { type DeletionLimit, refuseDeletions } from "../safety-checks/deletion-limit.ts";
import { findEmptyValueError } from "../safety-checks/empty-value.ts";
import { formatExamined } from "../safety-checks/examined-count.ts";
import { findChangedEmails, listOtherEmails } from "./changed-email.ts";
import { getEmail, matchPeople, type PendingInvitation, type RosterContext } from "./match.ts";
import { getEmailDomain } from "./member-email.ts";
import type { LastCell, Roster } from "./roster.ts";
import type { RosterPerson } from "./roster-person.ts";

export interface SyncOptions {
  readonly prune: boolean;
  /** Emails of protected members, in lower case. */
  readonly protect: ReadonlySet<string>;
  /** Limit of members who may lose their membership, a team or their role in the organization. */
  readonly limit: DeletionLimit;
}

export interface SyncPlan {
  readonly steps: readonly OrganizationStep[];
  /** Ids of members who lose their membership, a team, or permissions of their role. */
  readonly losing: ReadonlySet<string>;
  /** The emails of invited users whose invitation is withdrawn. */
  readonly withdrawn: readonly string[];
  /** Sentences about users who may have a new email; also in the notes. */
  readonly warnings: readonly string[];
  /** Sentences about skipped changes. */
  readonly notes: readonly string[];
  /** Member ids by roster entry. */
  readonly matches: ReadonlyMap<RosterPerson, string>;
}

/** Maximum number of invitations per request. */
const maximumInvites = 1000;

/**
 * @throws UsageError if the removals exceed the limit, rows conflict, or the roster may be truncated
 */
export function planSync(roster: Roster, known: RosterContext, options: SyncOptions): SyncPlan {
  const matches = matchPeople(roster.people, known);
  refuseCutOff(roster, known, matches);
  const plan = new SyncPlanner(known, options, matches);
  const active = roster.people.filter((one) => one.active);
  const newcomers = active.filter((one) => !matches.has(one));
  plan.invite(newcomers);
  for (const one of active) {
    const id = matches.get(one);
    if (id !== undefined) plan.change(one, id);
  }
  const teamIds = plan.teamsNamed(roster);
  plan.changeTeams(teamIds);
  const staying = new Set(active.flatMap((one) => matches.get(one) ?? []));
  const others = known.members.filter(({ id }) => !staying.has(asText(id)));
  plan.remove(others);
  const invitedEmails = new Set(active.map(({ email }) => email));
  plan.withdraw(known.pending.filter(({ email }) => !invitedEmails.has(email)));
  const { steps, losing, notes, leaving, withdrawn } = plan;
  const names = [...leaving].slice(0, 5).map((id) => plan.getName(id));
  const who = names.length < leaving.size ? [...names, "…"] : names;
  refuseDeletions(
    options.limit,
    {
      what: "members",
      effect: `would lose their membership, a team or their role in the organization (${who.join(", ")})`,
      deleted: leaving.size,
      total: known.members.length,
      isAll: leaving.size >= known.members.length - 1,
    },
    { minimumTotal: 0, source: "the roster is complete", hint: "tome member sync --help" },
  );
  refuseWithdrawals(options.limit, known, { leaving, withdrawn });
  const byId = new Map(known.members.map((one) => [asText(one.id), one]));
  const renamed = listOtherEmails(active, (one) => byId.get(matches.get(one) ?? ""));
  const examined = formatSyncScope(roster, known, teamIds);
  const warnings = findChangedEmails(newcomers, others);
  return {
    steps,
    losing,
    withdrawn,
    warnings,
    notes: [...warnings, ...renamed, ...notes, ...examined],
    matches,
  };
}

/** Invited users count like members, because an incomplete roster has neither. */
function refuseWithdrawals(
  limit: DeletionLimit,
  { members, pending }: RosterContext,
  { leaving, withdrawn }: { leaving: ReadonlySet<string>; withdrawn: readonly string[] },
): void {
  if (withdrawn.length === 0) return;
  const who = withdrawn.length > 5 ? [...withdrawn.slice(0, 5), "…"] : withdrawn;
  const total = members.length + pending.length;
  const deleted = leaving.size + withdrawn.length;
  refuseDeletions(
    limit,
    {
      what: "members and invited users",
      effect: `would lose their membership, a team, their role or their invitation (${who.join(", ")})`,
      deleted,
      total,
      isAll: deleted >= total - 1,
    },
    { minimumTotal: 0, source: "the roster is complete", hint: "tome member sync --help" },
  );
}

/** Sentences about the examined and skipped parts of the roster and the organization. */
function formatSyncScope(
  { people, unusedColumns, hasForeignGroups, otherResources }: Roster,
  { members, teams }: RosterContext,
  teamIds: ReadonlyMap<RosterPerson, ReadonlySet<string>>,
): readonly string[] {
  const named = new Set([...teamIds.values()].flatMap((ids) => [...ids]));
  const column = hasForeignGroups ? "attribute" : "column";
  const scope = formatExamined(
    [
      [people.length, "roster entry", "roster entries"],
      [members.length, "member"],
      [teams.length, "team"],
    ],
    [
      [teams.length - named.size, "team that no entry names", "teams that no entry names"],
      [
        unusedColumns.length,
        `${column} that a roster does not use`,
        `${column}s that a roster does not use`,
      ],
      ...[...otherResources].map(
        ([type, count]) =>
          [count, `resource of the type ${type}`, `resources of the type ${type}`] as const,
      ),
    ],
  );
  const unused = formatUnusedColumns(unusedColumns, column);
  const unmarked = people.filter((one) => !one.hasActive).length;
  if (unmarked === 0 || unmarked === people.length) return [scope, ...unused];
  const one = "entry has no value for active and counts as active.";
  const many = "entries have no value for active and count as active.";
  return [scope, ...unused, formatCount(unmarked, one, many)];
}

/** The maximum number of names in a sentence. */
const maximumNames = 10;

/** A column with another name, such as "enabled", does not mark inactive users. */
function formatUnusedColumns(columns: readonly string[], noun: string): readonly string[] {
  if (columns.length === 0) return [];
  const names = columns.slice(0, maximumNames).map((column) => JSON.stringify(column));
  const more = columns.length > maximumNames ? ", …" : "";
  return [
    `${noun === "column" ? "Columns" : "Attributes"} without effect: ${names.join(", ")}${more}. Only "active" marks inactive users.`,
  ];
}

class SyncPlanner {
  readonly steps: OrganizationStep[] = [];
  readonly notes: string[] = [];
  readonly losing = new Set<string>();
  /** Ids of members who lose their membership, a team or their role in the organization. */
  readonly leaving = new Set<string>();
  /** Emails of users whose invitation is withdrawn. */
  readonly withdrawn: string[] = [];
  /** Emails of users who have to accept the invitation, in lower case; filled when it is sent. */
  readonly #pending = new Set<string>();
  readonly #byId: ReadonlyMap<string, JsonObject>;
  /** Ids of the remaining admins. */
  readonly #admins: Set<string>;

  constructor(
    readonly known: RosterContext,
    readonly options: SyncOptions,
    readonly matches: ReadonlyMap<RosterPerson, string>,
  ) {
    this.#byId = new Map(known.members.map((one) => [asText(one.id), one]));
    const admins = known.members.filter((one) => one.role === "admin" && one.disabled !== true);
    this.#admins = new Set(admins.map(({ id }) => asText(id)));
  }

  invite(newcomers: readonly RosterPerson[]): void {
    const { organizationId } = this.known;
    for (const sso of [false, true]) {
      const selected = newcomers.filter((one) => one.sso === sso);
      for (let start = 0; start < selected.length; start += maximumInvites) {
        const emails = selected
          .slice(start, start + maximumInvites)
          .map(({ email, role }) => (role === undefined ? email : { email, role }));
        const who = selected
          .slice(start, start + maximumInvites)
          .map(({ email, role }) => (role === undefined ? email : `${email} as ${role ?? "guest"}`))
          .join(", ");
        const input = { organizationId, emails, ...(sso && { sso }) };
        this.steps.push({
          ...buildStep(`invite ${who}`, invite.users, input),
          send: async (client) => {
            const { value } = await client.call(invite.users, input);
            const { pending } = asObject(value);
            for (const email of Array.isArray(pending) ? pending : []) {
              this.#pending.add(asText(email).toLowerCase());
            }
          },
        });
      }
    }
  }

  /** Plans changes of the role and single sign-on of a member. */
  change(one: RosterPerson, userId: string): void {
    const { organizationId } = this.known;
    const row = this.#byId.get(userId) ?? {};
    const name = this.getName(userId);
    const currentRole = asText(row.role) || null;
    if (row.disabled === true) {
      const word = asText(asObject(row.user).email) || userId;
      this.notes.push(`${name} stays disabled. To enable the member: tome member enable ${word}`);
    }
    const { role } = one;
    if (role !== undefined && role !== currentRole) {
      const isLess = computeStrength(role) < computeStrength(currentRole);
      if (!isLess || this.#mayLose(userId, `keep the role ${currentRole ?? "guest"}`, true)) {
        if (isLess) this.losing.add(userId);
        // A guest loses all access that comes from the organization role.
        if (role === null) this.leaving.add(userId);
        const says = `change the role of ${name} from ${currentRole ?? "guest"} to ${role ?? "guest"}`;
        this.steps.push(buildStep(says, member.update, { organizationId, userId, role }));
      }
    }
    if (one.sso && row.sso !== true) {
      const says = `enable single sign-on for ${name}`;
      this.steps.push(buildStep(says, member.sso, { organizationId, userId }));
    }
  }

  /** Team ids by roster entry, for entries with teams; may be empty. */
  teamsNamed({ people, hasForeignGroups }: Roster): ReadonlyMap<RosterPerson, ReadonlySet<string>> {
    const foreign = new Set<string>();
    const teamIds = new Map<RosterPerson, ReadonlySet<string>>();
    for (const one of people) {
      if (one.teams === undefined || !one.active) continue;
      const ids = one.teams.flatMap((word) => {
        const id = this.#teamNamed(word, one.at, hasForeignGroups);
        if (id === undefined) foreign.add(word);
        return id ?? [];
      });
      teamIds.set(one, new Set(ids));
    }
    if (foreign.size > 0) {
      const groups = formatCount(
        foreign.size,
        "group that is not a team",
        "groups that are not teams",
      );
      this.notes.push(`Ignored ${groups} of the organization.`);
    }
    return teamIds;
  }

  #teamNamed(word: string, at: string, isForeign: boolean): string | undefined {
    const { teams } = this.known;
    const lower = word.toLowerCase();
    const same = teams.filter(
      ({ id, title }) => id === word || asText(title).toLowerCase() === lower,
    );
    const [one, another] = same;
    if (one !== undefined && another === undefined) return asText(one.id);
    if (one === undefined && isForeign) return undefined;
    throw new UsageError(
      one === undefined
        ? `${at}: no team is named ${JSON.stringify(word)}. Create it first. No members were changed.`
        : `${at}: several teams are named ${JSON.stringify(word)}. Use the id of one. No members were changed.`,
      "tome team list",
    );
  }

  /** Teams that no row names are not managed by the roster and stay unchanged. */
  changeTeams(teamIds: ReadonlyMap<RosterPerson, ReadonlySet<string>>): void {
    const { organizationId, teams, inTeams } = this.known;
    const managed = new Set([...teamIds.values()].flatMap((ids) => [...ids]));
    for (const { id, title } of teams) {
      const teamId = asText(id);
      if (!managed.has(teamId)) continue;
      const add: string[] = [];
      const invited: string[] = [];
      const remove: string[] = [];
      for (const [one, ids] of teamIds) {
        const userId = this.matches.get(one);
        const isIn = userId !== undefined && inTeams.get(teamId)?.has(userId) === true;
        if (ids.has(teamId) && !isIn) {
          if (userId !== undefined) add.push(userId);
          else invited.push(one.email);
        }
        if (isIn && !ids.has(teamId) && one.hasEmptyTeams && this.options.prune) {
          const count = this.#countTeams(userId);
          const value = { location: one.at, key: "teams", count, explicit: "[]" } as const;
          throw new UsageError(`${findEmptyValueError(value)} No members were changed.`);
        }
        if (
          !ids.has(teamId) &&
          isIn &&
          this.#mayLeave(userId, `stay in the team ${asText(title)}`, false)
        ) {
          remove.push(userId);
        }
      }
      const where = `the team ${JSON.stringify(asText(title))}`;
      const change = (says: string, input: object) =>
        this.steps.push(buildStep(says, team.changeMembers, { organizationId, teamId, ...input }));
      if (add.length > 0) change(`add ${this.#formatNames(add)} to ${where}`, { add });
      // In a separate request, because invited users may not be members yet.
      if (invited.length > 0) this.#putInvited(teamId, where, invited);
      if (remove.length > 0)
        change(`remove ${this.#formatNames(remove)} from ${where}`, { remove });
    }
  }

  #countTeams(userId: string): number {
    return [...this.known.inTeams.values()].filter((ids) => ids.has(userId)).length;
  }

  /** Invited users can be added to a team only after they accept. */
  #putInvited(teamId: string, where: string, emails: readonly string[]): void {
    const { organizationId } = this.known;
    const parameters = { organizationId, teamId };
    const says = `add ${emails.join(", ")} to ${where}`;
    this.steps.push({
      ...buildStep(says, team.changeMembers, { ...parameters, add: [...emails] }),
      send: async (client) => {
        const isWaiting = (email: string) => this.#pending.has(email.toLowerCase());
        const add = emails.filter((email) => !isWaiting(email));
        if (add.length > 0) await client.call(team.changeMembers, { ...parameters, add });
        const waiting = emails.filter(isWaiting);
        if (waiting.length === 0) return;
        const who = waiting.join(", ");
        throw new IncompleteError(
          "pending",
          `${who} can join the team after accepting the invitation.`,
        );
      },
    });
  }

  /** @param others the members who are not in the roster or inactive */
  remove(others: readonly JsonObject[]): void {
    const { organizationId } = this.known;
    const ids = others.map(({ id }) => asText(id));
    if (!this.options.prune) {
      if (ids.length > 0) {
        const who = formatCount(ids.length, "member is", "members are");
        this.notes.push(`${who} not in the roster. Use --prune to remove them.`);
      }
      return;
    }
    for (const userId of ids) {
      if (!this.#mayLeave(userId, "stay a member", true)) continue;
      const says = `remove ${this.getName(userId)} from the organization`;
      this.steps.push(buildStep(says, member.remove, { organizationId, userId }));
    }
  }

  /** @param others the invited users who are not in the roster or inactive */
  withdraw(others: readonly PendingInvitation[]): void {
    const { organizationId } = this.known;
    if (!this.options.prune) {
      if (others.length > 0) {
        const who = formatCount(others.length, "invited user is", "invited users are");
        this.notes.push(`${who} not in the roster. Use --prune to withdraw the invitations.`);
      }
      return;
    }
    for (const { userId, email } of others) {
      if (this.options.protect.has(email)) {
        this.notes.push(`${email} will stay invited: protected by --protect.`);
        continue;
      }
      this.withdrawn.push(email);
      const says = `withdraw the invitation of ${email}`;
      this.steps.push(buildStep(says, invitation.withdraw, { organizationId, userId }));
    }
  }

  #mayLeave(userId: string, instead: string, losesRole: boolean): boolean {
    if (!this.options.prune || !this.#mayLose(userId, instead, losesRole)) return false;
    this.losing.add(userId);
    this.leaving.add(userId);
    return true;
  }

  /** Whether a member may lose access; otherwise adds a note. */
  #mayLose(userId: string, instead: string, losesRole: boolean): boolean {
    const note = (why: string) => {
      this.notes.push(`${this.getName(userId)} will ${instead}: ${why}.`);
      return false;
    };
    if (userId === this.known.caller) return note("your own account");
    if (this.options.protect.has(getEmail(this.#byId.get(userId) ?? {}))) {
      return note("protected by --protect");
    }
    if (!losesRole || !this.#admins.has(userId)) return true;
    if (this.#admins.size === 1) return note("the last admin");
    this.#admins.delete(userId);
    return true;
  }

  getName(userId: string): string {
    const { displayName, email } = asObject(this.#byId.get(userId)?.user);
    return asText(displayName) || asText(email) || userId;
  }

  #formatNames(ids: readonly string[]): string {
    return ids.length <= 3 ? ids.map((id) => this.getName(id)).join(", ") : `${ids.length} members`;
  }
}

/**
 * @param matches the member ids of roster entries
 * @throws UsageError if the last cell may be incomplete
 */
function refuseCutOff(
  { name, people, lastCell }: Roster,
  known: RosterContext,
  matches: ReadonlyMap<RosterPerson, string>,
): void {
  const last = people.at(-1);
  if (lastCell === undefined || last === undefined) return;
  const isMember = matches.has(last);
  if (isWhole(lastCell, { last, others: people.slice(0, -1), isMember, known })) return;
  throw new UsageError(
    `${name} may be truncated: its last line has no line break, and the ${lastCell.column} may be incomplete. If the file is complete, add a line break. No members were changed.`,
    "tome member sync --help",
  );
}

interface LastRow {
  readonly last: RosterPerson;
  readonly others: readonly RosterPerson[];
  readonly isMember: boolean;
  readonly known: RosterContext;
}

function isWhole({ column, text }: LastCell, { last, others, isMember, known }: LastRow): boolean {
  // An empty cell cannot change an existing member, but a new member would get the default role.
  if (text === "") return isMember;
  switch (column) {
    case "role":
    case "sso":
    case "active":
      // The value is valid, and no valid value is a prefix of another one.
      return true;
    case "teams":
      return isUnambiguous(
        known.teams.flatMap(({ id, title }) => [asText(id), asText(title)]),
        text.split(/[;\n\r]/).at(-1),
      );
    case "email":
      return (
        isMember ||
        isUnambiguous(
          others.map(({ email }) => getEmailDomain(email)),
          getEmailDomain(last.email),
        )
      );
    case "id":
      return isMember && (known.stored.has(text) || known.members.some(({ id }) => id === text));
  }
}

/** Whether a word is in the list and not a prefix of another word. */
function isUnambiguous(all: readonly string[], text = ""): boolean {
  const word = text.trim().toLowerCase();
  const others = all.map((one) => one.toLowerCase());
  return others.includes(word) && !others.some((one) => one !== word && one.startsWith(word));
}
