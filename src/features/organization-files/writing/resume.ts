/** Resumption of an interrupted apply from its journal. */
import { join, resolve } from "node:path";
import type { Context, WorkJournal } from "../../../context.ts";
import { IncompleteError, UsageError } from "../../../errors.ts";
import { findLockHolder } from "../../../files/file-lock.ts";
import { openForeignFolder } from "../../../files/foreign-folder.ts";
import { type DesiredResource, kinds, type Live, type ResourceKind } from "../resource.ts";
import { type FilesPlan, formatFilesCommand } from "../step.ts";

export const journalName = "tome.journal.ndjson";

/** In bytes. */
const maximumJournalSize = 256 * 1024 * 1024;

export function getJournalPath(context: Context, folder: string): string {
  return resolve(context.cwd, folder, journalName);
}

/**
 * Finds an apply of the folder that was interrupted after its first write, and the command that resumes
 * it. It sends and writes nothing, because a plan must not change the folder.
 * @throws UsageError while another process applies the folder, and for a file that is not a journal
 */
export async function findUnfinishedApply(
  context: Context,
  folder: string,
): Promise<{ readonly said: string; readonly command: string } | undefined> {
  const absolute = getJournalPath(context, folder);
  const files = openForeignFolder(resolve(context.cwd, folder), folder);
  if (!(await files.has(journalName))) return undefined;
  const path = join(folder, journalName);
  const holder = findLockHolder(absolute);
  if (holder !== undefined) {
    throw new UsageError(`Process ${holder} is applying ${folder}. Wait until it has finished.`);
  }
  const { countSteps } = await context.journals();
  const text = await files.readText(journalName, { limit: maximumJournalSize });
  if (countSteps(text, path) === 0) return undefined;
  return {
    said: `An apply of ${folder} was interrupted. Use --resume ${path} to continue it.`,
    command: `tome apply ${folder} --resume ${path}`,
  };
}

/** The key of a creation in a journal. */
export function toCreationKey(kind: ResourceKind, address: string): string {
  return `create ${kind} ${address}`;
}

interface JournalCreations {
  /** The created resources by address. */
  readonly made: ReadonlyMap<string, { readonly kind: ResourceKind; readonly id: string }>;
  /** The addresses of resources whose requests got no response. */
  readonly unknown: ReadonlySet<string>;
}

export function listJournalCreations(journal: WorkJournal | undefined): JournalCreations {
  const made = new Map<string, { readonly kind: ResourceKind; readonly id: string }>();
  const unknown = new Set<string>();
  for (const [key, { is, id }] of journal?.before ?? []) {
    const [, word, address] = /^create (\S+) (.+)$/.exec(key) ?? [];
    const kind = kinds.find((one) => one === word);
    if (kind === undefined || address === undefined) continue;
    if (id !== undefined) made.set(address, { kind, id });
    else if (is === "sending" || is === "unknown") unknown.add(address);
  }
  return { made, unknown };
}

/**
 * Refuses to repeat a creation with an unknown result while a similar resource exists.
 * @throws IncompleteError with the candidates
 */
export function refuseUnknown(plan: FilesPlan, unknown: ReadonlySet<string>, path: string): void {
  for (const { does, wanted } of plan.steps) {
    if (does !== "create" || wanted === undefined || !unknown.has(wanted.address)) continue;
    const { address } = wanted;
    const candidates = [...plan.live.values()].filter((one) => isLike(plan, wanted, one));
    const [first] = candidates;
    if (first === undefined) continue;
    const all = candidates.map(({ id, title }) => `${JSON.stringify(title)} (${id})`).join(", ");
    throw new IncompleteError(
      "unknown",
      `The request that creates ${address} got no response, and a similar resource exists: ${all}. Adopt it with --adopt, or delete it first. No changes were made.`,
      formatFilesCommand("apply", plan, "--resume", path, "--adopt", `${address}=id:${first.id}`),
    );
  }
}

/** Whether an unmanaged resource may be the result of the creation. */
function isLike(
  { ids }: FilesPlan,
  wanted: DesiredResource,
  { kind, id, title, fields }: Live,
): boolean {
  if (kind !== wanted.kind || !ids.getAddress(kind, id).startsWith("id:")) return false;
  if (kind === "site-space") return fields.get("space") === wanted.fields.get("space");
  return title === wanted.fields.get("title");
}
