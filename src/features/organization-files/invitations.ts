/**
 * Pending invitations of users in the lock. The lock records an invited user as a member; until the user
 * accepts, the platform has an invitation instead of the member.
 */
import * as invitation from "../../contract/invitation.ts";
import { asObject, asText } from "../../json/values.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";
import { type LiveThings, toLiveKey } from "./live.ts";
import type { LockRecord } from "./lock.ts";
import type { Live, ResourceKind } from "./resource.ts";

/**
 * The state with the pending invitations. They are read only if a member of the lock is missing, and the
 * hosted platform has none.
 */
export async function addInvitations(
  reading: OrganizationReader,
  locked: ReadonlyMap<string, LockRecord>,
  live: LiveThings,
): Promise<LiveThings> {
  const members = [...locked.values()].filter(({ kind }) => kind === "member");
  if (members.every(({ id }) => live.has(toLiveKey("member", id)))) return live;
  const invitations = await readInvitations(reading);
  return new Map([
    ...live,
    ...invitations.map((one) => [toLiveKey("invitation", one.id), one] as const),
  ]);
}

/** @throws the error of the platform if the invitations cannot be read */
export async function readInvitations(reading: OrganizationReader): Promise<readonly Live[]> {
  const { organizationId } = reading;
  const called = "the pending invitations";
  const items = await reading.listIfOffered(called, invitation.pending, { organizationId });
  const [unread] = reading.unread;
  if (unread !== undefined) throw unread.error;
  if (items === "absent" || items === undefined) return [];
  return items.map(({ user }) => {
    const { id, email } = asObject(user);
    const title = asText(email).toLowerCase();
    return { kind: "invitation", id: asText(id), title, fields: new Map() };
  });
}

/** The pending invitation of a member in the lock. */
export function findInvitation(kind: ResourceKind, id: string, live: LiveThings): Live | undefined {
  return kind === "member" ? live.get(toLiveKey("invitation", id)) : undefined;
}
