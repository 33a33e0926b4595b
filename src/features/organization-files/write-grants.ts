/** Writes of team memberships and grants, in as few requests as possible. */
import type { JsonValue } from "../../context.ts";
import * as collectionPermission from "../../contract/collection-permission.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import * as team from "../../contract/team.ts";
import { textIn } from "../../json/values.ts";
import { send, type Writer } from "./send.ts";
import type { ResourceKind } from "./thing.ts";

export async function changeTeam(
  { client, organizationId, ids }: Writer,
  teamId: string,
  entries: readonly (readonly [string, JsonValue])[],
): Promise<void> {
  if (entries.length === 0) return;
  const additions = entries.filter(([, role]) => role !== null);
  const memberships = additions.map(([email, role]) => [
    ids.getUser(email),
    { role: textIn(role) },
  ]);
  const add = memberships.map(([id]) => id);
  const remove = entries.flatMap(([email, role]) => (role === null ? [ids.getUser(email)] : []));
  await send(client, team.changeMembers, {
    organizationId,
    teamId,
    ...(add.length > 0 && { add, memberships: Object.fromEntries(memberships) }),
    ...(remove.length > 0 && { remove }),
  });
}

const grantsOf = {
  collection: collectionPermission.grant,
  space: spacePermission.grant,
  site: sitePermission.grant,
} as const;

/** Sends one request per role; the role null revokes a grant. */
export async function changeGrants(
  { client, organizationId, ids }: Writer,
  kind: ResourceKind,
  id: string,
  entries: readonly (readonly [string, JsonValue])[],
): Promise<void> {
  if (kind !== "collection" && kind !== "space" && kind !== "site") return;
  const byRole = new Map<JsonValue, { users: string[]; teams: string[] }>();
  for (const [holder, role] of entries) {
    const holders = byRole.get(role) ?? { users: [], teams: [] };
    byRole.set(role, holders);
    if (holder.includes("@")) holders.users.push(ids.getUser(holder));
    else holders.teams.push(ids.need(holder));
  }
  const path = {
    collection: { collectionId: id },
    space: { spaceId: id },
    site: { organizationId, siteId: id },
  };
  for (const [role, { users, teams }] of byRole) {
    const holders = { ...(users.length > 0 && { users }), ...(teams.length > 0 && { teams }) };
    await send(client, grantsOf[kind], { ...path[kind], role, ...holders });
  }
}
