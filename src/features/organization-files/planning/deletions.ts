/** Deletion of managed resources that are no longer in the files (`--prune`). */
import { UsageError } from "../../../errors.ts";
import type { WantedThings } from "../desired/desired.ts";
import { type LiveThings, liveKey } from "../live.ts";
import type { LockRecord } from "../lock.ts";
import { getListName, getSite, nounOf, partKinds, type ResourceKind } from "../resource.ts";
import { type FilesPlanInput, type PlanStep, restoring } from "../step.ts";
import { findReplacement } from "./replaced.ts";

interface DeletionContext {
  readonly input: FilesPlanInput;
  readonly wanted: WantedThings;
  readonly locked: Map<string, LockRecord>;
  readonly live: LiveThings;
  /** The id of the current user, who is never removed. */
  readonly caller: string;
  /** The steps that create and update. */
  readonly steps: readonly PlanStep[];
}

/** The list that makes the files complete for a kind. */
const listOfKind: Readonly<Partial<Record<ResourceKind, string>>> = {
  member: "members",
  team: "teams",
  collection: "collections",
  space: "spaces",
  specification: "specs",
  site: "sites",
};

/** @throws UsageError if the deletions exceed a limit, or if a deletion may be a rename */
export function listDeletions(deletion: DeletionContext): {
  steps: readonly PlanStep[];
  notes: readonly string[];
} {
  const { input, locked, live } = deletion;
  const notes: string[] = [];
  const steps: PlanStep[] = [];
  /** Steps for replaced resources: the files still have them, so they need no --prune. */
  const replaced: PlanStep[] = [];
  for (const [address, { kind, id, protect }] of listRemoved(deletion)) {
    const resource = live.get(liveKey(kind, id));
    if (resource === undefined) {
      locked.delete(address);
      continue;
    }
    const why = protect ? "it is protected" : explainKeptMember(kind, id, deletion);
    if (why !== undefined) {
      notes.push(`${address} is no longer in the files, but was not deleted because ${why}.`);
      continue;
    }
    const { title } = resource;
    const step = { does: "delete", address, kind, title, id, changes: [], live: resource } as const;
    if (findReplacement(address) !== undefined) replaced.push(step);
    else steps.push({ ...step, note: restoring(kind, id) });
  }
  refuseRenames(deletion, steps);
  if (input.prune !== true) {
    if (steps.length > 0) {
      const names = steps.slice(0, 5).map(({ address }) => address);
      const more = steps.length > names.length ? ` and ${steps.length - names.length} more` : "";
      notes.push(`No longer in the files: ${names.join(", ")}${more}. Use --prune to delete them.`);
    }
    refuseTooMany(deletion, []);
    return { steps: replaced, notes };
  }
  refuseTooMany(deletion, steps);
  return { steps: withoutParts([...replaced, ...steps]), notes };
}

/** Drops the steps of site spaces whose section is deleted, because the platform deletes them with it. */
function withoutParts(steps: readonly PlanStep[]): readonly PlanStep[] {
  const sections = new Set(
    steps.flatMap(({ kind, address }) => (kind === "section" ? address : [])),
  );
  return steps.filter(({ kind, live }) => {
    const section = kind === "site-space" ? live?.fields.get("section") : undefined;
    return typeof section !== "string" || !sections.has(section);
  });
}

/** The locked resources that the files should list but do not. Parts of a deleted site need no steps. */
function listRemoved({
  wanted,
  locked,
}: DeletionContext): readonly (readonly [string, LockRecord])[] {
  return [...locked].filter(([address, { kind }]) => {
    if (wanted.things.has(address)) return false;
    const list = partKinds.includes(kind) ? getSite(address) : listOfKind[kind];
    return list !== undefined && wanted.listed.has(list);
  });
}

function explainKeptMember(
  kind: ResourceKind,
  id: string,
  { caller, live }: DeletionContext,
): string | undefined {
  if (kind !== "member") return undefined;
  if (id === caller) return "it is your own account";
  const isAdmin = (one: string) => live.get(liveKey("member", one))?.fields.get("role") === "admin";
  if (!isAdmin(id)) return undefined;
  const admins = [...live.values()].filter((one) => one.kind === "member" && isAdmin(one.id));
  return admins.length === 1 ? "it is the last admin" : undefined;
}

/** The kinds with content or members that a deletion would lose. */
const withContent: readonly ResourceKind[] = ["team", "collection", "space", "site"];

function refuseRenames({ steps, input }: DeletionContext, deletions: readonly PlanStep[]): void {
  for (const kind of withContent) {
    const created = steps.filter((step) => step.does === "create" && step.kind === kind);
    for (const { address, title } of deletions.filter((step) => step.kind === kind)) {
      const similar =
        created.find((one) => one.title === title) ?? (input.prune ? created[0] : undefined);
      if (similar === undefined) continue;
      const [, before] = address.split("/");
      throw new UsageError(
        `${address} was removed from the files and ${similar.address} was added. If they are the same ${nounOf[kind]}, add "moved: ${before}" to ${similar.address}. Otherwise, ${input.prune ? "apply without --prune first" : "change the title of the new one"}. No changes were made.`,
      );
    }
  }
}

/** A percentage does not limit deletions in lists that are shorter than this. */
const minimumLimitedCount = 10;

function refuseTooMany(
  { input, locked, steps }: DeletionContext,
  deletions: readonly PlanStep[],
): void {
  const { maxDeletes = "30%" } = input;
  const [, number, percent] = /^(\d{1,7})(%?)$/.exec(maxDeletes.trim()) ?? [];
  if (number === undefined || (percent === "%" && Number(number) > 100)) {
    throw new UsageError(
      `--max-deletes must be a number or a percentage such as 30%, not ${JSON.stringify(maxDeletes)}.`,
    );
  }
  const getLimit = (all: number) =>
    percent === "%" ? Math.floor((all * Number(number)) / 100) : Number(number);
  const refuse = (what: string, deletionCount: number, all: number) => {
    if (all < minimumLimitedCount && percent === "%") return;
    if (deletionCount <= getLimit(all)) return;
    throw new UsageError(
      `${deletionCount} of ${all} ${what} would be deleted, but --max-deletes permits ${getLimit(all)}. No changes were made. If the files are complete, use --max-deletes ${deletionCount}.`,
    );
  };
  for (const kind of new Set(deletions.map((step) => step.kind))) {
    const all = [...locked.values()].filter((one) => one.kind === kind).length;
    const deletionCount = deletions.filter((step) => step.kind === kind).length;
    refuse(`managed ${nounOf[kind]}s`, deletionCount, all);
  }
  for (const { address, changes, live } of steps) {
    const deletionCounts = new Map<string, number>();
    for (const { field, to } of changes) {
      const list = getListName(field);
      if (list === undefined || to !== null) continue;
      deletionCounts.set(list, (deletionCounts.get(list) ?? 0) + 1);
    }
    for (const [list, count] of deletionCounts) {
      const all = [...(live?.fields.keys() ?? [])].filter(
        (field) => getListName(field) === list,
      ).length;
      refuse(`entries of ${list} in ${address}`, count, all);
    }
  }
}
