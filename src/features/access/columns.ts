/** Descriptions and table columns of access rows. */

import type { JsonObject, PrintedColumn } from "../../context.ts";
import type { AccessRow } from "./rows.ts";

const nouns = { collection: "collection", space: "space", site: "docs site" } as const;

/** The source of a role as a phrase: `collection Guides, team Docs`. */
export function describeVia({ via, from, by, team }: Omit<AccessRow, "user">): string {
  const teamPhrase = team === null ? "" : `team ${team.title}`;
  if (from !== null) {
    const how = by === "team" ? teamPhrase : by;
    return `${nouns[from.object]} ${from.title}${how ? `, ${how}` : ""}`;
  }
  return via === "team" ? teamPhrase : via;
}

/** The record of a row, with the source of the role as `why`. */
export function toRecord(row: AccessRow): JsonObject {
  return { ...row, why: describeVia(row) };
}

const person: PrintedColumn = { header: "NAME", path: "user.displayName", as: "title", wide: true };
const email: PrintedColumn = { header: "EMAIL", path: "user.email" };
const role: PrintedColumn = { header: "ROLE", path: "role", nothing: "guest" };
const kind: PrintedColumn = { header: "KIND", path: "thing.object" };
const title: PrintedColumn = { header: "RESOURCE", path: "thing.title", wide: true };
const why: PrintedColumn = { header: "REASON", path: "why", wide: true };
const standing: PrintedColumn = { header: "STATUS", path: "standing", usual: "member" };

/**
 * Columns for terminals. Columns with the same value in every row are omitted; the email replaces the id,
 * because commands accept it.
 */
export function selectAccessColumns(
  isOfOnePerson: boolean,
  isOfOneThing: boolean,
): readonly PrintedColumn[] {
  const who = isOfOnePerson ? [] : [person];
  const what = isOfOneThing ? [] : [{ ...title, ...(isOfOnePerson && titled) }, kind];
  const wideEmail = isOfOnePerson ? [] : [{ ...email, wide: true }];
  return [...who, role, ...what, why, standing, ...wideEmail];
}

const titled = { as: "title" } as const;

export const columnsForPrograms: readonly PrintedColumn[] = [
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
  { header: "RESOURCE ID", path: "thing.id" },
];

/** "Ada Lovelace". */
export function getPersonName({ user, team }: Pick<AccessRow, "user" | "team">): string {
  return user?.displayName ?? `no member of the team ${team?.title ?? ""}`;
}

/** `the space "Handbook"`, or `the organization "Acme"`. */
export function getThingName({ object, title: text }: AccessRow["thing"]): string {
  const word = object === "organization" ? object : nouns[object];
  return `the ${word} ${JSON.stringify(text)}`;
}
