/** Path conflicts between parts of a site. One part gets a temporary path first. */
import { randomBytes } from "node:crypto";
import type { ApiClient } from "../../context.ts";
import * as site from "../../contract/site.ts";
import { objectIn } from "../../json/values.ts";
import { partsIn } from "./fields.ts";
import type { Writer } from "./send.ts";
import { getSite, type ResourceKind } from "./thing.ts";
import { isPart, updatePart } from "./write-site.ts";

interface PathRequest {
  readonly address: string;
  readonly kind: ResourceKind;
  readonly id: string;
  readonly path: string;
}

/**
 * Gives a sibling with the same path a temporary path, if this run writes or deletes it later.
 * @param mayMove whether this run writes or deletes the sibling with this address
 * @returns the sibling and its temporary path; undefined if the path is free
 */
export async function freePath(
  writer: Writer,
  reader: ApiClient,
  { address, kind, id, path }: PathRequest,
  mayMove: (address: string) => boolean,
): Promise<{ readonly address: string; readonly path: string } | undefined> {
  const { ids, organizationId } = writer;
  const siteId = ids.need(getSite(address));
  const response = await reader.call(site.structure, { organizationId, siteId });
  const { parts } = partsIn(objectIn(response.value), ids);
  const part = parts.find((one) => one.kind === kind && one.id === id);
  const holder = parts.find((one) => {
    if (one.kind !== kind || one.id === id || one.entries.path !== path) return false;
    return kind === "section" || one.entries.section === part?.entries.section;
  });
  if (holder === undefined) return undefined;
  const other = ids.getAddress(holder.kind, holder.id);
  if (!mayMove(other) || !isPart(holder.kind)) return undefined;
  const free = `${path.slice(0, 80)}-${randomBytes(4).toString("hex")}`;
  await updatePart(writer, holder.kind, other, holder.id, new Map([["path", free]]));
  return { address: other, path: free };
}
