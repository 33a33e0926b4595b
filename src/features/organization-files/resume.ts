/** What became of things that an apply was creating when it was cut off. */
import { join, resolve } from "node:path";
import type { Context, WorkJournal } from "../../context.ts";
import { Unsettled, UsageError } from "../../errors.ts";
import { findLockHolder } from "../../files/file-lock.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { commandFor, type Plan } from "./step.ts";
import { type Kind, kinds, type Live, type Wanted } from "./thing.ts";

export const journalName = "tome.journal.ndjson";

/** In bytes. */
const maximumJournalSize = 256 * 1024 * 1024;

export function journalPath(context: Context, folder: string): string {
  return resolve(context.cwd, folder, journalName);
}

/**
 * An apply of a folder that was cut off after it had begun to write, and the command that goes on with
 * it. It only reads, so that a plan changes nothing in the folder.
 * @throws UsageError while another process applies the folder, and for a file that is not a journal
 */
export async function unfinishedApply(
  context: Context,
  folder: string,
): Promise<{ readonly said: string; readonly command: string } | undefined> {
  const absolute = journalPath(context, folder);
  const files = openForeignFolder(resolve(context.cwd, folder), folder);
  if (!(await files.has(journalName))) return undefined;
  const path = join(folder, journalName);
  const holder = findLockHolder(absolute);
  if (holder !== undefined) {
    throw new UsageError(`The process ${holder} applies ${folder}; wait for its end.`);
  }
  const { countSteps } = await context.journals();
  const text = await files.readText(journalName, { limit: maximumJournalSize });
  if (countSteps(text, path) === 0) return undefined;
  return {
    said: `An apply of ${folder} was cut off, and ${path} has what it did; --resume goes on with it.`,
    command: `tome apply ${folder} --resume ${path}`,
  };
}

/** How a journal calls the creation of a thing. */
export function creationKey(kind: Kind, address: string): string {
  return `create ${kind} ${address}`;
}

interface Known {
  /** The ids of those that were created, by their addresses. */
  readonly made: ReadonlyMap<string, { readonly kind: Kind; readonly id: string }>;
  /** The addresses of those whose requests were sent and not answered. */
  readonly unknown: ReadonlySet<string>;
}

export function knownCreations(journal: WorkJournal | undefined): Known {
  const made = new Map<string, { readonly kind: Kind; readonly id: string }>();
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
 * Something that was perhaps created is not created again while there is something like it.
 * @throws Unsettled naming what it may be, and how to say so
 */
export function refuseUnknown(plan: Plan, unknown: ReadonlySet<string>, path: string): void {
  for (const { does, wanted } of plan.steps) {
    if (does !== "create" || wanted === undefined || !unknown.has(wanted.address)) continue;
    const { address } = wanted;
    const candidates = [...plan.live.values()].filter((one) => isLike(plan, wanted, one));
    const [first] = candidates;
    if (first === undefined) continue;
    const all = candidates.map(({ id, title }) => `${JSON.stringify(title)} (${id})`).join(", ");
    throw new Unsettled(
      "unknown",
      `Whether ${address} was created is not known, as its answer was lost. It may be ${all}: say so with --adopt, or delete that first. Nothing was changed.`,
      commandFor("apply", plan, "--resume", path, "--adopt", `${address}=id:${first.id}`),
    );
  }
}

/** Whether something that no file has may be what was created. */
function isLike({ ids }: Plan, wanted: Wanted, { kind, id, title, fields }: Live): boolean {
  if (kind !== wanted.kind || !ids.getAddress(kind, id).startsWith("id:")) return false;
  if (kind === "site-space") return fields.get("space") === wanted.fields.get("space");
  return title === wanted.fields.get("title");
}
