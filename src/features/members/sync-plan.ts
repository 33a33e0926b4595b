/** What makes the members of an organization those of a roster: steps, and what is left alone and why. */

import type { JsonObject } from "../../context.ts";
import * as member from "../../contract/member.ts";
import * as invite from "../../contract/organization-invite.ts";
import * as team from "../../contract/team.ts";
import { Unsettled, UsageError } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { computeStrength } from "../access/decide.ts";
import { buildStep, type Step } from "../organization/steps.ts";
import { refuseCutOff } from "./cut-off.ts";
import { getEmail, type Known, matchPeople } from "./match.ts";
import type { Roster, RosterPerson } from "./roster.ts";

export interface Options {
  readonly prune: boolean;
  /** Lower-cased emails of those who lose nothing. */
  readonly protect: ReadonlySet<string>;
  /** How many people may lose their membership, a team or every role in the organization. */
  readonly most: number;
}

export interface SyncPlan {
  readonly steps: readonly Step[];
  /** The ids or emails of those who lose their membership, a team, or a part of their role. */
  readonly losing: ReadonlySet<string>;
  /** What is not done, and why. */
  readonly notes: readonly string[];
  /** The member of each person of the roster that has one. */
  readonly matches: ReadonlyMap<RosterPerson, string>;
}

/** The most that one request invites. */
const mostInvited = 1000;

/**
 * @throws UsageError if more people would lose something than may, a row contradicts another, or the
 * roster may be cut off
 */
export function planSync(roster: Roster, known: Known, options: Options): SyncPlan {
  const matches = matchPeople(roster.people, known);
  refuseCutOff(roster, known, matches);
  const plan = new Planning(known, options, matches);
  const active = roster.people.filter((one) => one.active);
  const newcomers = active.filter((one) => !matches.has(one));
  plan.invite(newcomers);
  for (const one of active) {
    const id = matches.get(one);
    if (id !== undefined) plan.change(one, id);
  }
  plan.changeTeams(plan.teamsNamed(roster));
  const staying = new Set(active.flatMap((one) => matches.get(one) ?? []));
  plan.remove(known.members.filter(({ id }) => !staying.has(textIn(id))));
  const { steps, losing, notes, leaving } = plan;
  if (leaving.size > options.most) {
    const names = [...leaving].slice(0, 5).map((id) => plan.getName(id));
    const who = names.length < leaving.size ? [...names, "…"] : names;
    throw new UsageError(
      `${leaving.size} of ${known.members.length} people would lose their membership, a team or every role in the organization (${who.join(", ")}), and ${options.most} may; nobody was changed. If the roster is whole, give --max-removals ${leaving.size}.`,
      "tome member sync --help",
    );
  }
  return { steps, losing, notes, matches };
}

class Planning {
  readonly steps: Step[] = [];
  readonly notes: string[] = [];
  readonly losing = new Set<string>();
  /** Those who lose their membership, a team or every role in the organization. */
  readonly leaving = new Set<string>();
  /** The emails of those who have to accept the invitation, in lower case; known once it is sent. */
  readonly #pending = new Set<string>();
  readonly #byId: ReadonlyMap<string, JsonObject>;
  /** Those who are admins now, and stay so. */
  readonly #admins: Set<string>;

  constructor(
    readonly known: Known,
    readonly options: Options,
    readonly matches: ReadonlyMap<RosterPerson, string>,
  ) {
    this.#byId = new Map(known.members.map((one) => [textIn(one.id), one]));
    const admins = known.members.filter((one) => one.role === "admin" && one.disabled !== true);
    this.#admins = new Set(admins.map(({ id }) => textIn(id)));
  }

  invite(newcomers: readonly RosterPerson[]): void {
    const { organizationId } = this.known;
    for (const sso of [false, true]) {
      const some = newcomers.filter((one) => one.sso === sso);
      for (let at = 0; at < some.length; at += mostInvited) {
        const emails = some
          .slice(at, at + mostInvited)
          .map(({ email, role }) => (role === undefined ? email : { email, role }));
        const who = emails.length === 1 ? (some[at]?.email ?? "") : `${emails.length} people`;
        const input = { organizationId, emails, ...(sso && { sso }) };
        this.steps.push({
          ...buildStep(`invite ${who}`, invite.users, input),
          send: async (client) => {
            const { value } = await client.call(invite.users, input);
            const { pending } = objectIn(value);
            for (const email of Array.isArray(pending) ? pending : []) {
              this.#pending.add(textIn(email).toLowerCase());
            }
          },
        });
      }
    }
  }

  /** The role and the way to sign in of a member. */
  change(one: RosterPerson, userId: string): void {
    const { organizationId } = this.known;
    const row = this.#byId.get(userId) ?? {};
    const name = this.getName(userId);
    const now = textIn(row.role) || null;
    if (row.disabled === true) {
      this.notes.push(
        `${name} is disabled, and stays so: tome member update ${userId} --no-disabled`,
      );
    }
    const { role } = one;
    if (role !== undefined && role !== now) {
      const isLess = computeStrength(role) < computeStrength(now);
      if (!isLess || this.#mayLose(userId, `keep the role ${now ?? "guest"}`, true)) {
        if (isLess) this.losing.add(userId);
        // What the organization gives its members is gone for a guest.
        if (role === null) this.leaving.add(userId);
        const says = `give ${name} the role ${role ?? "guest"} in place of ${now ?? "guest"}`;
        this.steps.push(buildStep(says, member.update, { organizationId, userId, role }));
      }
    }
    if (one.sso && row.sso !== true) {
      const says = `let ${name} sign in by single sign-on`;
      this.steps.push(buildStep(says, member.sso, { organizationId, userId }));
    }
  }

  /** The ids of the teams of each person for whom the roster says which; it may be none. */
  teamsNamed({ people, hasForeignGroups }: Roster): ReadonlyMap<RosterPerson, ReadonlySet<string>> {
    const foreign = new Set<string>();
    const named = new Map<RosterPerson, ReadonlySet<string>>();
    for (const one of people) {
      if (one.teams === undefined || !one.active) continue;
      const ids = one.teams.flatMap((word) => {
        const id = this.#teamNamed(word, one.at, hasForeignGroups);
        if (id === undefined) foreign.add(word);
        return id ?? [];
      });
      named.set(one, new Set(ids));
    }
    if (foreign.size > 0) {
      const { size } = foreign;
      const what = size === 1 ? "1 group of the roster is no team" : `${size} groups are no teams`;
      this.notes.push(`${what} here; left out.`);
    }
    return named;
  }

  #teamNamed(word: string, at: string, isForeign: boolean): string | undefined {
    const { teams } = this.known;
    const lower = word.toLowerCase();
    const same = teams.filter(
      ({ id, title }) => id === word || textIn(title).toLowerCase() === lower,
    );
    const [one, another] = same;
    if (one !== undefined && another === undefined) return textIn(one.id);
    if (one === undefined && isForeign) return undefined;
    throw new UsageError(
      one === undefined
        ? `${at}: there is no team ${JSON.stringify(word)}; create it first. Nobody was changed.`
        : `${at}: several teams are called ${JSON.stringify(word)}; give the id of one. Nobody was changed.`,
      "tome team list",
    );
  }

  /** Teams that no row names are nobody's of the roster, and stay as they are. */
  changeTeams(named: ReadonlyMap<RosterPerson, ReadonlySet<string>>): void {
    const { organizationId, teams, inTeams } = this.known;
    const managed = new Set([...named.values()].flatMap((ids) => [...ids]));
    for (const { id, title } of teams) {
      const teamId = textIn(id);
      if (!managed.has(teamId)) continue;
      const add: string[] = [];
      const invited: string[] = [];
      const remove: string[] = [];
      for (const [one, ids] of named) {
        const userId = this.matches.get(one);
        const isIn = userId !== undefined && inTeams.get(teamId)?.has(userId) === true;
        if (ids.has(teamId) && !isIn) {
          if (userId !== undefined) add.push(userId);
          else invited.push(one.email);
        }
        if (
          !ids.has(teamId) &&
          isIn &&
          this.#mayLeave(userId, `stay in the team ${textIn(title)}`, false)
        ) {
          remove.push(userId);
        }
      }
      const where = `the team ${JSON.stringify(textIn(title))}`;
      const change = (says: string, input: object) =>
        this.steps.push(buildStep(says, team.changeMembers, { organizationId, teamId, ...input }));
      if (add.length > 0) change(`put ${this.#listOf(add)} into ${where}`, { add });
      // Apart, as a platform may not know them yet.
      if (invited.length > 0) this.#putInvited(teamId, where, invited);
      if (remove.length > 0) change(`take ${this.#listOf(remove)} out of ${where}`, { remove });
    }
  }

  /** Users who have to accept first are no members, and so in no team, until they do. */
  #putInvited(teamId: string, where: string, emails: readonly string[]): void {
    const { organizationId } = this.known;
    const of = { organizationId, teamId };
    const says = `put ${emails.join(", ")} into ${where}`;
    this.steps.push({
      ...buildStep(says, team.changeMembers, { ...of, add: [...emails] }),
      send: async (client) => {
        const isWaiting = (email: string) => this.#pending.has(email.toLowerCase());
        const add = emails.filter((email) => !isWaiting(email));
        if (add.length > 0) await client.call(team.changeMembers, { ...of, add });
        const waiting = emails.filter(isWaiting);
        if (waiting.length === 0) return;
        const who = waiting.join(", ");
        throw new Unsettled("pending", `${who} can be in a team once they accept the invitation.`);
      },
    });
  }

  /** @param others the members whom the roster does not have, or says to be gone */
  remove(others: readonly JsonObject[]): void {
    const { organizationId } = this.known;
    const ids = others.map(({ id }) => textIn(id));
    if (!this.options.prune) {
      if (ids.length > 0) {
        const who = counted(ids.length, "member is", "members are");
        this.notes.push(`${who} not in the roster; --prune removes them.`);
      }
      return;
    }
    for (const userId of ids) {
      if (!this.#mayLeave(userId, "stay", true)) continue;
      const says = `remove ${this.getName(userId)} from the organization`;
      this.steps.push(buildStep(says, member.remove, { organizationId, userId }));
    }
  }

  #mayLeave(userId: string, instead: string, losesRole: boolean): boolean {
    if (!this.options.prune || !this.#mayLose(userId, instead, losesRole)) return false;
    this.losing.add(userId);
    this.leaving.add(userId);
    return true;
  }

  /** Whether somebody may lose something; if not, it is noted what stays instead. */
  #mayLose(userId: string, instead: string, losesRole: boolean): boolean {
    const note = (why: string) => {
      this.notes.push(`${this.getName(userId)} will ${instead}: ${why}.`);
      return false;
    };
    if (userId === this.known.caller) return note("this is you");
    if (this.options.protect.has(getEmail(this.#byId.get(userId) ?? {}))) {
      return note("protected by --protect");
    }
    if (!losesRole || !this.#admins.has(userId)) return true;
    if (this.#admins.size === 1) return note("the last admin");
    this.#admins.delete(userId);
    return true;
  }

  getName(userId: string): string {
    const { displayName, email } = objectIn(this.#byId.get(userId)?.user);
    return textIn(displayName) || textIn(email) || userId;
  }

  #listOf(ids: readonly string[]): string {
    return ids.length <= 3 ? ids.map((id) => this.getName(id)).join(", ") : `${ids.length} people`;
  }
}
