/** Lists in the files whose value is missing, such as a key whose entries are commented out. */

import { UsageError } from "../../../errors.ts";
import { isList } from "../../../json/values.ts";
import { findEmptyValueError } from "../../safety-checks/empty-value.ts";
import type { EmptyList } from "../desired/desired.ts";
import type { OrganizationFolder } from "../desired/read-folder.ts";
import { findInvitation } from "../invitations.ts";
import { toLiveKey } from "../live.ts";
import { computeDigest, getListName, getSite, partKinds } from "../resource.ts";
import type { OrganizationState } from "../step.ts";
import { parseDigests } from "./compare.ts";

/** @throws UsageError for each list without a value that was not empty before */
export function refuseEmptyLists(
  { path, formatLine }: Pick<OrganizationFolder, "path" | "formatLine">,
  state: OrganizationState,
): void {
  const faults = state.wanted.emptyLists.flatMap((list) => {
    const { location, explicit } = list;
    const key = location.path.join(".");
    const count = countRemoved(list, state);
    return findEmptyValueError({ location: formatLine(location), key, count, explicit }) ?? [];
  });
  const [first] = faults;
  if (first === undefined) return;
  throw new UsageError(
    `The files in ${path} would remove all entries of a list. No changes were made.`,
    undefined,
    faults,
  );
}

/** The number of entries that the empty list would remove. */
function countRemoved(
  { content }: EmptyList,
  { wanted, locked, live, ids }: OrganizationState,
): number {
  if (content.of === "resource") {
    const { address, list } = content;
    const kind = wanted.things.get(address)?.kind;
    const id = ids.findId(address);
    const resource = kind && id !== undefined ? live.get(toLiveKey(kind, id)) : undefined;
    const value = resource?.fields.get(list);
    if (isList(value)) return value.length;
    const entries = [...(resource?.fields ?? [])].filter(([, entry]) => entry !== null);
    return entries.filter(([field]) => getListName(field) === list).length;
  }
  const removed = [...locked].filter(([address, { kind, id }]) => {
    const isLive = live.has(toLiveKey(kind, id)) || findInvitation(kind, id, live) !== undefined;
    return isLive && !wanted.things.has(address);
  });
  if (content.of === "kind") return removed.filter(([, one]) => one.kind === content.kind).length;
  if (content.of === "site") {
    return removed.filter(
      ([address, { kind }]) => partKinds.includes(kind) && getSite(address) === content.address,
    ).length;
  }
  const { kind, parent } = content;
  const earlierParent = parent === null ? undefined : wanted.things.get(parent)?.moved;
  const parents = [parent, ...(earlierParent === undefined ? [] : [earlierParent])];
  const digests = new Set(parents.map((one) => computeDigest(one)));
  return removed.filter(([, { kind: other, fields }]) => {
    const sent = parseDigests(fields.get("parent"))?.sent;
    return other === kind && (sent === undefined ? parent === null : digests.has(sent));
  }).length;
}
