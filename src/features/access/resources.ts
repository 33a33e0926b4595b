/** Collections, spaces and docs sites with their grants and ancestors. */

import type { JsonObject } from "../../context.ts";
import * as collectionPermission from "../../contract/collection-permission.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import { asObject, asText } from "../../json/values.ts";
import type { Items, OrganizationReader } from "../organization/organization-reader.ts";

export const kinds = ["collection", "space", "site"] as const;
export type AccessKind = (typeof kinds)[number];

export interface AccessResource {
  readonly kind: AccessKind;
  readonly id: string;
  readonly title: string;
  /** The id of the parent collection. */
  readonly parent: string | undefined;
  /** The default level: a role, "inherit", or null for no access. */
  readonly level: string | null;
}

/** Grants on a resource, by user id and team id. The role null denies access. */
export interface Grants {
  readonly users: ReadonlyMap<string, { readonly role: string | null; readonly user: JsonObject }>;
  readonly teams: ReadonlyMap<string, { readonly role: string | null; readonly title: string }>;
}

/** A resource with its grants, which are undefined if they could not be read. */
export interface GrantSource {
  readonly thing: AccessResource;
  readonly grants: Grants | undefined;
}

/** The resources that determine the roles in a resource, nearest first. */
export interface AccessChain {
  readonly own: GrantSource;
  readonly sites: readonly GrantSource[];
  readonly above: readonly GrantSource[];
  /** Member ids by team; undefined if they could not be read. */
  readonly teams: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** Whether the complete chain could be read. */
  readonly isWhole: boolean;
}

const nouns = { collection: "collection", space: "space", site: "docs site" } as const;

/** `the docs site "Handbook"`. */
export function getName({ kind, title }: Pick<AccessResource, "kind" | "title">): string {
  return `the ${nouns[kind]} ${JSON.stringify(title)}`;
}

/** Reads all resources of these kinds; lists that cannot be read are recorded as unread. */
export async function readThings(
  reading: OrganizationReader,
  selectedKinds: readonly AccessKind[] = kinds,
): Promise<readonly AccessResource[]> {
  const lists = {
    collection: reading.collections,
    space: reading.spaces,
    site: reading.sites,
  };
  const read = await Promise.all(
    selectedKinds.map(async (kind) =>
      ((await lists[kind]()) ?? []).map((item) => toResource(kind, item)),
    ),
  );
  return read.flat();
}

function toResource(kind: AccessKind, item: JsonObject): AccessResource {
  const { defaultLevel = "inherit" } = item;
  const id = asText(item.id);
  return {
    kind,
    id,
    title: asText(item.title) || id,
    parent: asText(item.parent) || undefined,
    level: defaultLevel === null ? null : asText(defaultLevel),
  };
}

/** The users with access, as reported by the platform; "absent" if it does not report access. */
export function readAccess(
  reading: OrganizationReader,
  thing: AccessResource,
): Promise<Items | "absent" | undefined> {
  const label = `the access to ${getName(thing)}`;
  const { organizationId } = reading;
  const { kind, id } = thing;
  switch (kind) {
    case "collection":
      return reading.listIfOffered(label, collectionPermission.list, { collectionId: id });
    case "space":
      return reading.listIfOffered(label, spacePermission.list, { spaceId: id });
    case "site":
      return reading.listIfOffered(label, sitePermission.list, { organizationId, siteId: id });
  }
}

export async function readGrants(
  reading: OrganizationReader,
  thing: AccessResource,
): Promise<Grants | undefined> {
  const [users, teams] = await Promise.all([
    readGranted(reading, thing, "users"),
    readGranted(reading, thing, "teams"),
  ]);
  if (users === undefined || teams === undefined) return undefined;
  return {
    users: new Map(
      users.map(({ user, permission }) => {
        const person = asObject(user);
        return [asText(person.id), { role: asText(permission) || null, user: person }] as const;
      }),
    ),
    teams: new Map(
      teams.map(({ team, permission }) => {
        const { id, title } = asObject(team);
        return [asText(id), { role: asText(permission) || null, title: asText(title) }] as const;
      }),
    ),
  };
}

function readGranted(
  reading: OrganizationReader,
  thing: AccessResource,
  whom: "users" | "teams",
): Promise<Items | undefined> {
  const label = `the ${whom === "users" ? "user" : "team"} grants in ${getName(thing)}`;
  const isUsers = whom === "users";
  const { organizationId } = reading;
  const { kind, id } = thing;
  switch (kind) {
    case "collection": {
      const { listUsers, listTeams } = collectionPermission;
      return reading.list(label, isUsers ? listUsers : listTeams, { collectionId: id });
    }
    case "space": {
      const { listUsers, listTeams } = spacePermission;
      return reading.list(label, isUsers ? listUsers : listTeams, { spaceId: id });
    }
    case "site": {
      const { listUsers, listTeams } = sitePermission;
      return reading.list(label, isUsers ? listUsers : listTeams, { organizationId, siteId: id });
    }
  }
}

/** Reads the chain of a resource up to the first level that is not inherited. */
export async function readLine(
  reading: OrganizationReader,
  thing: AccessResource,
): Promise<AccessChain> {
  const source = async (one: AccessResource) => ({
    thing: one,
    grants: await readGrants(reading, one),
  });
  const own = await source(thing);
  const sites: GrantSource[] = [];
  const above: GrantSource[] = [];
  let isWhole = true;
  if (thing.level === "inherit" && thing.kind === "space") {
    const siteThings = await findSites(reading, thing.id);
    isWhole = siteThings !== undefined;
    for (const one of siteThings ?? []) sites.push(await source(one));
  }
  if (thing.level === "inherit" && sites.every((one) => one.thing.level === "inherit")) {
    const collections = new Map(
      (await readThings(reading, ["collection"])).map((one) => [one.id, one]),
    );
    const visitedIds = new Set<string>();
    for (let id = thing.parent; id !== undefined && !visitedIds.has(id); ) {
      visitedIds.add(id);
      const one = collections.get(id);
      // The current user has no access to the collection, so its grants are unknown.
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
  reading: OrganizationReader,
  teamId: string,
): Promise<ReadonlySet<string> | undefined> {
  const members = await reading.teamMembers(teamId);
  if (members === undefined) return undefined;
  return new Set(members.map(({ organization }) => asText(asObject(organization).id)));
}

/** The docs sites that contain a space. */
export async function findSites(
  reading: OrganizationReader,
  spaceId: string,
): Promise<readonly AccessResource[] | undefined> {
  if ((await reading.sites()) === undefined) return undefined;
  const sites = await readThings(reading, ["site"]);
  const siteSpaces = await Promise.all(sites.map(({ id }) => reading.siteSpaces(id)));
  if (siteSpaces.some((list) => list === undefined)) return undefined;
  return sites.filter((_, index) =>
    siteSpaces[index]?.some(({ space }) => asObject(space).id === spaceId),
  );
}
