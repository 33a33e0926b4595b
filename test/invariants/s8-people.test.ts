import fc from "fast-check";
import { test } from "vitest";
import { levels, roles } from "../../src/contract/roles.ts";
import { amount, report } from "../support/generators/amount.ts";
import { type Asked, after } from "../support/models/people-model.ts";
import { type Content, contents, type Model, told } from "../support/models/people-model-parts.ts";
import { openPeople } from "../support/models/people-setup.ts";
import { chosen, tryAll } from "../support/models/rounds.ts";
import { openWorkspace } from "../support/platforms/workspace.ts";

/**
 * A command of a client; users and resources are selected by their index among the existing ones.
 */
interface Command {
  readonly does: Asked["does"];
  readonly who: number;
  readonly one: number;
  readonly other: number;
  readonly role: (typeof roles)[number];
  readonly level: (typeof levels)[number] | null;
  readonly content: Content;
  readonly flag: boolean;
}

const number = fc.nat({ max: 1000 });
const weights = [
  [3, "list members"],
  [3, "list teams"],
  [4, "look"],
  [4, "set role"],
  [2, "remove member"],
  [2, "invite"],
  [2, "accept"],
  [1, "make link"],
  [2, "take link"],
  [1, "drop link"],
  [2, "make team"],
  [1, "rename team"],
  [1, "drop team"],
  [3, "change team"],
  [2, "join team"],
  [2, "leave team"],
  [4, "grant"],
  [1, "grant otherwise"],
  [1, "take back"],
  [3, "set level"],
] as const;
const command: fc.Arbitrary<Command> = fc.record({
  does: fc.oneof(...weights.map(([weight, does]) => ({ weight, arbitrary: fc.constant(does) }))),
  who: number,
  one: number,
  other: number,
  role: fc.constantFrom(...roles),
  level: fc.constantFrom(null, ...levels),
  content: fc.constantFrom(...contents),
  flag: fc.boolean(),
});

test("concurrent changes of roles, teams and grants have the result of some serial order, and one admin always remains", async () => {
  const workspace = await openWorkspace();
  const sequences = amount({ short: 1, all: 4, full: 500 });
  const open = () => openPeople(workspace);
  report("S8", `people: ${await tryAll({ command, open, meant, after, told }, sequences)}`);
});

function meant(command: Command, { people, members, links, teams }: Model): Asked {
  const { does, one, other, role, level, content, flag } = command;
  // Usually an admin, so that most requests have an effect.
  const admins = [...members].filter(([, own]) => own === "admin").map(([id]) => id);
  const who = chosen(flag ? admins : people, command.who) ?? "";
  const user = chosen(people, one) ?? "";
  const users = [...new Set([user, chosen(people, other) ?? ""])];
  const team = chosen([...teams.keys()].slice(-2), one) ?? "missing";
  const link = chosen([...links.keys()], one) ?? "missing";
  const teamRole = other % 3 === 0 ? "owner" : "member";
  const some = <T>(list: readonly T[]) => list.slice(0, other % 3);
  switch (does) {
    case "list members":
    case "list teams":
      return { does, who };
    case "look":
      return { does, who, content: content === "collection" ? "inner" : content };
    case "set role":
      return { does, who, user, role: other % 6 === 0 ? null : role };
    case "remove member":
      return { does, who, user: other % 3 === 0 ? who : user };
    case "invite":
      return { does, who, users, role: other % 4 === 0 ? null : role };
    case "accept":
      return { does, who: chosen(people, command.who) ?? "" };
    case "make link":
      return { does, who, role, to: other % 2 === 0 ? { content, level: role } : undefined };
    case "take link":
      return { does, who: chosen(people, command.who) ?? "", link };
    case "drop link":
      return { does, who, link };
    case "make team":
      return { does, who, title: role, users: some([...new Set([who, ...users])]) };
    case "rename team":
      return { does, who, team, title: role };
    case "drop team":
      return { does, who, team };
    case "change team": {
      const named = chosen(people, one + other) ?? "";
      const taken = chosen(people, command.who + one) ?? "";
      return { does, who, team, add: some(users), remove: [taken], roles: { [named]: teamRole } };
    }
    case "join team":
      return { does, who, team, user, role: teamRole };
    case "leave team":
      return { does, who, team, user: other % 2 === 0 ? who : user };
    case "grant": {
      const toTeams = teams.has(team) && other % 2 === 0 ? [team] : [];
      return { does, who, content, users: some(users), teams: toTeams, role };
    }
    case "grant otherwise":
    case "take back": {
      const isTeam = other % 2 === 0 && teams.has(team);
      // Sometimes the kind is wrong.
      const kind = isTeam === other % 10 > 1 ? "team" : "user";
      const named = { who, content, kind, holder: isTeam ? team : user } as const;
      return does === "take back" ? { does, ...named } : { does, ...named, role };
    }
    case "set level":
      return { does, who, content, level };
  }
}
