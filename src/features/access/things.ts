/** The collections, spaces and docs sites of an organization: what is granted on each, and where it stands. */

import type { JsonObject } from "../../context.ts";
import * as collectionPermission from "../../contract/collection-permission.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { Items, OrganizationReading } from "../organization/reading.ts";

export const kinds = ["collection", "space", "site"] as const;
export type Kind = (typeof kinds)[number];

export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  /** The id of the collection that it stands in. */
  readonly parent: string | undefined;
  /** The default level: a role, "inherit", or null, which hides it. */
  readonly level: string | null;
}

/** What is granted on one thing, by the ids of people and of teams. Null is a grant of no access. */
export interface Grants {
  readonly users: ReadonlyMap<string, { readonly role: string | null; readonly user: JsonObject }>;
  readonly teams: ReadonlyMap<string, { readonly role: string | null; readonly title: string }>;
}

/** A thing with what is granted on it; undefined if that could not be read. */
export interface Source {
  readonly thing: Thing;
  readonly grants: Grants | undefined;
}

/** What may decide about the roles in a thing, the nearest first. */
export interface Line {
  readonly own: Source;
  readonly sites: readonly Source[];
  readonly above: readonly Source[];
  /** Undefined if who is in the team could not be read. */
  readonly teams: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** Whether all that may decide could be read. */
  readonly isWhole: boolean;
}

const called = { collection: "collection", space: "space", site: "docs site" } as const;

/** `the docs site "Handbook"`. */
export function getName({ kind, title }: Pick<Thing, "kind" | "title">): string {
  return `the ${called[kind]} ${JSON.stringify(title)}`;
}

/** What these kinds of thing have; a list that could not be read is among the unread. */
export async function readThings(
  reading: OrganizationReading,
  wanted: readonly Kind[] = kinds,
): Promise<readonly Thing[]> {
  const lists = {
    collection: reading.collections,
    space: reading.spaces,
    site: reading.sites,
  };
  const read = await Promise.all(
    wanted.map(async (kind) => ((await lists[kind]()) ?? []).map((item) => thingFrom(kind, item))),
  );
  return read.flat();
}

function thingFrom(kind: Kind, item: JsonObject): Thing {
  const { defaultLevel = "inherit" } = item;
  const id = textIn(item.id);
  return {
    kind,
    id,
    title: textIn(item.title) || id,
    parent: textIn(item.parent) || undefined,
    level: defaultLevel === null ? null : textIn(defaultLevel),
  };
}

/** The people who have a role there, as the platform says; "absent" if it does not. */
export function readAccess(
  reading: OrganizationReading,
  thing: Thing,
): Promise<Items | "absent" | undefined> {
  const who = `who has a role in ${getName(thing)}`;
  const { organizationId } = reading;
  const { kind, id } = thing;
  switch (kind) {
    case "collection":
      return reading.listIfOffered(who, collectionPermission.list, { collectionId: id });
    case "space":
      return reading.listIfOffered(who, spacePermission.list, { spaceId: id });
    case "site":
      return reading.listIfOffered(who, sitePermission.list, { organizationId, siteId: id });
  }
}

export async function readGrants(
  reading: OrganizationReading,
  thing: Thing,
): Promise<Grants | undefined> {
  const [users, teams] = await Promise.all([
    readGranted(reading, thing, "users"),
    readGranted(reading, thing, "teams"),
  ]);
  if (users === undefined || teams === undefined) return undefined;
  return {
    users: new Map(
      users.map(({ user, permission }) => {
        const person = objectIn(user);
        return [textIn(person.id), { role: textIn(permission) || null, user: person }] as const;
      }),
    ),
    teams: new Map(
      teams.map(({ team, permission }) => {
        const { id, title } = objectIn(team);
        return [textIn(id), { role: textIn(permission) || null, title: textIn(title) }] as const;
      }),
    ),
  };
}

function readGranted(
  reading: OrganizationReading,
  thing: Thing,
  whom: "users" | "teams",
): Promise<Items | undefined> {
  const what = `the ${whom === "users" ? "people" : "teams"} granted roles in ${getName(thing)}`;
  const isUsers = whom === "users";
  const { organizationId } = reading;
  const { kind, id } = thing;
  switch (kind) {
    case "collection": {
      const { listUsers, listTeams } = collectionPermission;
      return reading.list(what, isUsers ? listUsers : listTeams, { collectionId: id });
    }
    case "space": {
      const { listUsers, listTeams } = spacePermission;
      return reading.list(what, isUsers ? listUsers : listTeams, { spaceId: id });
    }
    case "site": {
      const { listUsers, listTeams } = sitePermission;
      return reading.list(what, isUsers ? listUsers : listTeams, { organizationId, siteId: id });
    }
  }
}

/** Reads what may decide about roles in a thing, and nothing above what decides about everybody. */
export async function readLine(reading: OrganizationReading, thing: Thing): Promise<Line> {
  const source = async (one: Thing) => ({ thing: one, grants: await readGrants(reading, one) });
  const own = await source(thing);
  const sites: Source[] = [];
  const above: Source[] = [];
  let isWhole = true;
  if (thing.level === "inherit" && thing.kind === "space") {
    const on = await findSites(reading, thing.id);
    isWhole = on !== undefined;
    for (const one of on ?? []) sites.push(await source(one));
  }
  if (thing.level === "inherit" && sites.every((one) => one.thing.level === "inherit")) {
    const collections = new Map(
      (await readThings(reading, ["collection"])).map((one) => [one.id, one]),
    );
    const met = new Set<string>();
    for (let id = thing.parent; id !== undefined && !met.has(id); ) {
      met.add(id);
      const one = collections.get(id);
      // The caller does not see a collection above, so what it says is not known.
      if (one === undefined) isWhole = false;
      else above.push(await source(one));
      id = one?.level === "inherit" ? one.parent : undefined;
    }
  }
  const all = [own, ...sites, ...above];
  const ids = new Set(all.flatMap(({ grants }) => [...(grants?.teams.keys() ?? [])]));
  const teams = new Map(
    await Promise.all([...ids].map(async (id) => [id, await readTeam(reading, id)] as const)),
  );
  const isRead = all.every(({ grants }) => grants !== undefined);
  isWhole &&= isRead && [...teams.values()].every((one) => one !== undefined);
  return { own, sites, above, teams, isWhole };
}

/** The ids of the members of a team. */
export async function readTeam(
  reading: OrganizationReading,
  teamId: string,
): Promise<ReadonlySet<string> | undefined> {
  const members = await reading.teamMembers(teamId);
  if (members === undefined) return undefined;
  return new Set(members.map(({ organization }) => textIn(objectIn(organization).id)));
}

/** The docs sites on which a space stands. */
export async function findSites(
  reading: OrganizationReading,
  spaceId: string,
): Promise<readonly Thing[] | undefined> {
  if ((await reading.sites()) === undefined) return undefined;
  const sites = await readThings(reading, ["site"]);
  const on = await Promise.all(sites.map(({ id }) => reading.siteSpaces(id)));
  if (on.some((list) => list === undefined)) return undefined;
  return sites.filter((_, at) => on[at]?.some(({ space }) => objectIn(space).id === spaceId));
}
