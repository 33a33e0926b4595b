/** Rows of access in words, and in columns for people and for programs. */

import type { Column, JsonObject } from "../../context.ts";
import type { AccessRow } from "./rows.ts";

const nouns = { collection: "collection", space: "space", site: "docs site" } as const;

/** Why somebody has a role, as a phrase: `collection Guides, team Docs`. */
export function describeVia({ via, from, by, team }: Omit<AccessRow, "user">): string {
  const ofTeam = team === null ? "" : `team ${team.title}`;
  if (from !== null) {
    const how = by === "team" ? ofTeam : by;
    return `${nouns[from.object]} ${from.title}${how ? `, ${how}` : ""}`;
  }
  return via === "team" ? ofTeam : via;
}

/** The record of a row, whose `why` is for people. */
export function toRecord(row: AccessRow): JsonObject {
  return { ...row, why: describeVia(row) };
}

const person: Column = { header: "PERSON", path: "user.displayName", as: "title", wide: true };
const email: Column = { header: "EMAIL", path: "user.email" };
const role: Column = { header: "ROLE", path: "role", nothing: "guest" };
const kind: Column = { header: "KIND", path: "thing.object" };
const title: Column = { header: "ON", path: "thing.title", wide: true };
const why: Column = { header: "WHY", path: "why", wide: true };
const standing: Column = { header: "STANDING", path: "standing", usual: "member" };

/**
 * What people read; the email names a person in every command, so that they need no ids. What is the
 * same in every row is left out.
 */
export function columnsForPeople(isOfOnePerson: boolean, isOfOneThing: boolean): readonly Column[] {
  const who = isOfOnePerson ? [] : [person];
  const what = isOfOneThing ? [] : [{ ...title, ...(isOfOnePerson && titled) }, kind];
  const wideEmail = isOfOnePerson ? [] : [{ ...email, wide: true }];
  return [...who, role, ...what, why, standing, ...wideEmail];
}

const titled = { as: "title" } as const;

export const columnsForPrograms: readonly Column[] = [
  person,
  email,
  standing,
  kind,
  title,
  role,
  { header: "VIA", path: "via" },
  why,
  { header: "EFFECTIVE", path: "effective", as: "flag" },
  { header: "COMPUTED", path: "computed", as: "flag" },
  { header: "USER", path: "user.id", as: "id" },
  { header: "ON ID", path: "thing.id" },
];

/** "Ada Lovelace". */
export function getPersonName({ user, team }: Pick<AccessRow, "user" | "team">): string {
  return user?.displayName ?? `nobody of the team ${team?.title ?? ""}`;
}

/** `the space "Handbook"`, or `the organization "Acme"`. */
export function getThingName({ object, title: text }: AccessRow["thing"]): string {
  const word = object === "organization" ? object : nouns[object];
  return `the ${word} ${JSON.stringify(text)}`;
}
