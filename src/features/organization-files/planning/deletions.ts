/** Deletion of managed resources that are no longer in the files (`--prune`). */
import { UsageError } from "../../../errors.ts";
import { parseDeletionLimit, refuseDeletions } from "../../safety-checks/deletion-limit.ts";
import type { WantedThings } from "../desired/desired.ts";
import { findInvitation } from "../invitations.ts";
import { type LiveThings, toLiveKey } from "../live.ts";
import type { LockRecord } from "../lock.ts";
import {
  getListName,
  getSite,
  nounOf,
  partKinds,
  type ResourceFields,
  type ResourceKind,
} from "../resource.ts";
import { describeRestoring, type FilesPlanInput, type PlanStep } from "../step.ts";
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
  webhook: "webhooks",
  "saml-provider": "saml",
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
  const admins = collectAdmins(live);
  for (const [address, { kind, id, protect }] of listRemoved(deletion)) {
    const resource = live.get(toLiveKey(kind, id)) ?? findInvitation(kind, id, live);
    if (resource === undefined) {
      locked.delete(address);
      continue;
    }
    const why = protect ? "it is protected" : explainKeptMember(kind, id, deletion, admins);
    if (why !== undefined) {
      notes.push(`${address} is no longer in the files, but was not deleted because ${why}.`);
      continue;
    }
    // An invited user who has not accepted yet is no member.
    const { title, kind: liveKind } = resource;
    if (liveKind === "invitation" && input.prune === true) {
      notes.push(`${address} has not accepted the invitation, which will be withdrawn.`);
    }
    const step = { does: "delete", address, title, id, changes: [], live: resource } as const;
    if (findReplacement(address) !== undefined) replaced.push({ ...step, kind: liveKind });
    else steps.push({ ...step, kind: liveKind, note: describeRestoring(liveKind, title) });
  }
  refuseRenames(deletion, steps);
  if (input.prune !== true) {
    if (steps.length > 0) {
      const names = steps.slice(0, 5).map(({ address }) => address);
      const more = steps.length > names.length ? ` and ${steps.length - names.length} more` : "";
      notes.push(`No longer in the files: ${names.join(", ")}${more}. Use --prune to delete them.`);
    }
    refuseTooMany(deletion, []);
    return { steps: withoutLastParts(deletion, replaced, notes), notes };
  }
  refuseTooMany(deletion, steps);
  const all = withoutParts([...replaced, ...steps]);
  return { steps: withoutLastParts(deletion, all, notes), notes };
}

/**
 * Drops the steps of the last site space of a section that is not in the files and stays, because the
 * platform refuses an empty section.
 */
function withoutLastParts(
  { live, steps: others, wanted }: DeletionContext,
  deletions: readonly PlanStep[],
  notes: string[],
): readonly PlanStep[] {
  const isInSection = (section: string, fields: ResourceFields | undefined) =>
    fields?.get("section") === section;
  return deletions.filter(({ kind, address, id, live: resource }) => {
    const section = kind === "site-space" ? resource?.fields.get("section") : undefined;
    if (typeof section !== "string" || wanted.things.has(section)) return true;
    const isDeleted = (one: string) => deletions.some((step) => step.id === one);
    const isKept = [...live.values()].some(
      (one) => one.kind === "site-space" && isInSection(section, one.fields) && !isDeleted(one.id),
    );
    const isAdded = others.some(
      (step) => step.does === "create" && isInSection(section, step.wanted?.fields),
    );
    if (isKept || isAdded) return true;
    const part = findReplacement(address) ?? address;
    notes.push(
      `${part} (${id}) stays in ${section}, which is not in the files, because a section must have a space. It is deleted with the section.`,
    );
    return false;
  });
}

/** Drops the steps of site spaces whose section is deleted, because the platform deletes them with it. */
function withoutParts(steps: readonly PlanStep[]): readonly PlanStep[] {
  const deleted = new Set(steps.map(({ address }) => address));
  return steps.filter(({ kind, live }) => {
    const section = kind === "site-space" ? live?.fields.get("section") : undefined;
    return typeof section !== "string" || !deleted.has(section);
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

/** The ids of the admins who are not disabled. */
function collectAdmins(live: LiveThings): Set<string> {
  const members = [...live.values()].filter(({ kind }) => kind === "member");
  const admins = members.filter(
    ({ fields }) => fields.get("role") === "admin" && fields.get("disabled") !== true,
  );
  return new Set(admins.map(({ id }) => id));
}

/**
 * The reason to keep a member.
 * @param admins the ids of the remaining admins; updated if the member is not kept
 */
function explainKeptMember(
  kind: ResourceKind,
  id: string,
  { caller }: DeletionContext,
  admins: Set<string>,
): string | undefined {
  if (kind !== "member") return undefined;
  if (id === caller) return "it is your own account";
  if (!admins.has(id)) return undefined;
  if (admins.size === 1) return "it is the last admin";
  admins.delete(id);
  return undefined;
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

/** The lock has an invited user as a member, and both count for the limit. */
function getLockedKind({ kind }: PlanStep): ResourceKind {
  return kind === "invitation" ? "member" : kind;
}

/** A percentage does not limit deletions in lists that are shorter than this. */
const minimumTotal = 10;

function refuseTooMany(
  { input, wanted, locked, steps }: DeletionContext,
  deletions: readonly PlanStep[],
): void {
  const limit = parseDeletionLimit("--max-deletes", input.maxDeletes ?? "30%");
  const effect = "would be deleted";
  const options = { minimumTotal, source: "the files are complete" };
  for (const kind of new Set(deletions.map(getLockedKind))) {
    const all = [...locked].filter(([, one]) => one.kind === kind);
    const deleted = deletions.filter((step) => getLockedKind(step) === kind).length;
    // Protected resources and the current user stay, although the files do not contain them.
    const isAll = !all.some(([address]) => wanted.things.has(address));
    const count = { what: `managed ${nounOf[kind]}s`, effect, deleted, total: all.length, isAll };
    refuseDeletions(limit, count, options);
  }
  for (const { address, changes, live } of steps) {
    const deletionCounts = new Map<string, number>();
    for (const { field, to } of changes) {
      const list = getListName(field);
      if (list === undefined || to !== null) continue;
      deletionCounts.set(list, (deletionCounts.get(list) ?? 0) + 1);
    }
    for (const [list, deleted] of deletionCounts) {
      const total = [...(live?.fields.keys() ?? [])].filter(
        (field) => getListName(field) === list,
      ).length;
      // An empty list is refused unless it is explicit, so all entries may be deleted.
      const count = { what: `entries of ${list} in ${address}`, effect, deleted, total };
      refuseDeletions(limit, { ...count, isAll: false }, options);
    }
  }
}
