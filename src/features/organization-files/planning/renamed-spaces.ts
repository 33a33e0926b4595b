/**
 * Renamed keys of spaces that only a site file mentions after the change. Without `moved`, an apply would
 * create a second, empty space.
 */
import { UsageError } from "../../../errors.ts";
import { asText } from "../../../json/values.ts";
import type { WantedThings } from "../desired/desired.ts";
import type { OrganizationFolder } from "../desired/read-folder.ts";
import { type LiveThings, toLiveKey } from "../live.ts";
import type { LockRecord } from "../lock.ts";
import { getSite } from "../resource.ts";
import type { FilesPlanInput, PlanStep } from "../step.ts";

interface RenameContext {
  readonly folder: Pick<OrganizationFolder, "content">;
  readonly wanted: Pick<WantedThings, "impliedSpaces" | "things">;
  readonly locked: ReadonlyMap<string, LockRecord>;
  readonly live: LiveThings;
  readonly steps: readonly PlanStep[];
  readonly input: Pick<FilesPlanInput, "prune">;
}

/** @throws UsageError for a new space that may be an existing one under another key */
export function refuseRenamedSpaces(context: RenameContext): void {
  const { wanted, steps } = context;
  const created = steps.filter(({ does, kind, restores }) => {
    return does === "create" && kind === "space" && restores === undefined;
  });
  if (created.length === 0) return;
  const implied = new Set(wanted.impliedSpaces.values());
  for (const [partAddress, address] of wanted.impliedSpaces) {
    refuseRenamedInContent(context, partAddress, address, created, implied);
    const step = created.find((one) => one.address === address);
    if (step !== undefined) refuseRenamedPart(context, partAddress, step);
  }
}

/** The space was renamed in content.yaml, and a site file still has the old key. */
function refuseRenamedInContent(
  { folder, locked }: RenameContext,
  partAddress: string,
  address: string,
  created: readonly PlanStep[],
  implied: ReadonlySet<string>,
): void {
  // Spaces of content.yaml have a parent, also at the top level.
  const wasInContent = locked.get(address)?.fields.has("parent") === true;
  if (folder.content === undefined || !wasInContent) return;
  const renamed = created.find((one) => !implied.has(one.address));
  if (renamed === undefined) return;
  const key = getKey(address);
  throw new UsageError(
    `${address} was removed from content.yaml, but ${partAddress} shows it, and ${renamed.address} was added. If they are the same space, add "moved: ${key}" to ${renamed.address}. Otherwise, add ${address} to content.yaml again. No changes were made.`,
  );
}

/** The site space was renamed in a site file, which has no other name of the space. */
function refuseRenamedPart(
  { wanted, locked, live, input }: RenameContext,
  partAddress: string,
  { title }: PlanStep,
): void {
  for (const [address, { kind, id, left }] of locked) {
    if (kind !== "site-space" || left === true || wanted.things.has(address)) continue;
    if (getSite(address) !== getSite(partAddress)) continue;
    const part = live.get(toLiveKey(kind, id));
    if (part === undefined || (part.title !== title && input.prune !== true)) continue;
    const key = getKey(address);
    const spaceKey = getKey(asText(part.fields.get("space")));
    throw new UsageError(
      `${address} was removed from the files and ${partAddress} was added with a new space. If they show the same space, add "moved: ${key}" to ${partAddress}, or "space: ${spaceKey}" if only the space is the same. Otherwise, remove the old one in a separate apply. No changes were made.`,
    );
  }
}

function getKey(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
