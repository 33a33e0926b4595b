/**
 * Deleted spaces that an apply restores instead of creating empty ones, and the parts of sites that exist
 * again afterwards: a platform hides the site spaces of a deleted space, but they keep their paths.
 */

import type { Context } from "../../../context.ts";
import * as space from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { asObject, asText } from "../../../json/values.ts";
import type { WantedThings } from "../desired/desired.ts";
import { toLiveKey } from "../live.ts";
import { getSite } from "../resource.ts";
import type { OrganizationState } from "../step.ts";

export interface RestorableSpaces {
  /** Ids of deleted spaces by address. */
  readonly spaces: ReadonlyMap<string, string>;
  /** Ids of hidden site spaces and of their sections by address. */
  readonly parts: ReadonlyMap<string, string>;
  /** The addresses of sites, groups and sections whose order and default change with the restored parts. */
  readonly containers: ReadonlySet<string>;
}

export async function findRestorableSpaces(
  context: Context,
  { wanted, locked, live, ids }: OrganizationState,
): Promise<RestorableSpaces> {
  const spaces = new Map<string, string>();
  const parts = new Map<string, string>();
  const containers = new Set<string>();
  const findLostId = (address: string): string | undefined => {
    const record = locked.get(address);
    const id = ids.findId(address);
    if (record === undefined || id === undefined) return undefined;
    return live.has(toLiveKey(record.kind, id)) ? undefined : id;
  };
  for (const [address, { kind }] of wanted.things) {
    const id = kind === "space" ? findLostId(address) : undefined;
    if (id !== undefined && (await isRestorable(context, id))) spaces.set(address, id);
  }
  if (spaces.size === 0) return { spaces, parts, containers };
  for (const [address, { kind, fields }] of wanted.things) {
    if (kind !== "site-space" || !spaces.has(asText(fields.get("space")))) continue;
    for (let at: string | undefined = address; at !== undefined; at = findParent(wanted, at)) {
      const id = findLostId(at);
      if (id !== undefined) parts.set(at, id);
      else if (at !== address) containers.add(at);
    }
    containers.add(getSite(address));
  }
  return { spaces, parts, containers };
}

/** The section or group of a part. */
function findParent({ things }: WantedThings, address: string): string | undefined {
  const fields = things.get(address)?.fields;
  const parent = fields?.get("section") ?? fields?.get("group");
  return typeof parent === "string" ? parent : undefined;
}

async function isRestorable(context: Context, spaceId: string): Promise<boolean> {
  const client = await context.client({ lookup: true });
  try {
    const { value } = await client.call(space.get, { spaceId });
    return typeof asObject(value).deletedAt === "string";
  } catch (error) {
    // The space is purged, or the user cannot read it.
    if (error instanceof ApiError) return false;
    throw error;
  }
}
