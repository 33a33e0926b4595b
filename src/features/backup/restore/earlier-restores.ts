/** Detection of spaces that were already restored from the same backup, also from another computer. */
import type { JsonObject } from "../../../context.ts";
import * as changeRequest from "../../../contract/cr.ts";
import { ApiError, UsageError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asText } from "../../../json/values.ts";
import { readAll } from "../../read-all.ts";
import { ExistingTitles } from "../../safety-checks/existing-titles.ts";
import type { BackedUpSpace } from "../backed-up-space.ts";
import type { RestoreJournal } from "./restore-journal.ts";
import type { RestoreMode, RestoreTarget } from "./restore-targets.ts";

interface RestoreSelection {
  readonly spaces: readonly { readonly backup: BackedUpSpace; readonly way: RestoreMode }[];
  readonly collections: readonly JsonObject[];
}

/** Identifies a space and the backup, in the subjects of change requests. */
export function computeSourceMark(backedUp: string, spaceId: string): string {
  return computeHash(`${backedUp} ${spaceId}`).slice(0, 8);
}

/** @param mark of the run, by which its draft is found again */
export function formatSubject(backedUp: string, mark: string, spaceId: string): string {
  const time = backedUp.slice(0, 16).replace("T", " ");
  return `Restore of the backup of ${time} (${mark}-${computeSourceMark(backedUp, spaceId)})`;
}

/**
 * @param backedUp the completion time of the backup
 * @param command the command with its flags, for the hint
 * @returns sentences about resources with the titles of new ones
 * @throws UsageError if a space was already restored from this backup, unless `again` is set
 */
export async function checkEarlierRestores(
  target: RestoreTarget,
  selection: RestoreSelection,
  journal: RestoreJournal,
  { backedUp, command, again }: { backedUp: string; command: string; again: boolean },
): Promise<readonly string[]> {
  const { client, organizationId } = target;
  const titles = new ExistingTitles(client, organizationId);
  const spaces = selection.spaces.filter(
    ({ backup, way }) => way === "new" && journal.getState(backup.entry.key).id === undefined,
  );
  const notes: string[] = [];
  for (const one of selection.collections) {
    if (journal.collections.has(asText(one.id))) continue;
    const [existing] = await titles.find("collection", asText(one.title));
    if (existing !== undefined) notes.push(formatExisting("collection", one, existing));
  }
  const marks = spaces.length === 0 ? new Map() : await readSourceMarks(target, titles, notes);
  const repeated: string[] = [];
  for (const { backup } of spaces) {
    const { id, title } = backup.entry;
    const earlier = marks.get(computeSourceMark(backedUp, id));
    const [existing] = await titles.find("space", title);
    if (earlier !== undefined && !again) {
      const name = JSON.stringify(asText(earlier.title));
      repeated.push(
        `A space named ${name} already exists (${asText(earlier.id)}): it was restored from this backup.`,
      );
    } else if (existing !== undefined) {
      notes.push(formatExisting("space", backup.entry, existing));
    }
  }
  if (repeated.length > 0) {
    throw new UsageError(
      `${repeated.slice(0, 5).join(" ")}${repeated.length > 5 ? ` And ${repeated.length - 5} more.` : ""} No changes were made. To restore another copy, add --again.`,
      `${command} --again`,
    );
  }
  const more = notes.length - 5;
  return more > 0 ? [...notes.slice(0, 5), `${more} more titles already exist.`] : notes;
}

function formatExisting(
  kind: "space" | "collection",
  { title }: { readonly title?: unknown },
  existing: JsonObject,
): string {
  const name = writeJson(title);
  return `A ${kind} named ${name} already exists (${asText(existing.id)}). The restore creates another one.`;
}

/**
 * The existing spaces by the marks in the subjects of their change requests.
 * @param notes receives a sentence if the change requests cannot be read
 */
async function readSourceMarks(
  { client, organizationId }: RestoreTarget,
  titles: ExistingTitles,
  notes: string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const live = new Map((await titles.list("space")).map((one) => [asText(one.id), one]));
  const marks = new Map<string, JsonObject>();
  const status = ["draft", "open", "merged", "archived"] as const;
  const endpoint = changeRequest.listInOrganization;
  const all = await readAll(client, endpoint, { organizationId, status }).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    notes.push(`Earlier restores of this backup cannot be detected: ${error.message}`);
    return [];
  });
  for (const { subject, space } of all) {
    const [, mark] =
      /^Restore of the backup of .{16} \([0-9a-f]+-([0-9a-f]{8})\)$/.exec(asText(subject)) ?? [];
    const restored = live.get(asText(space));
    if (mark !== undefined && restored !== undefined) marks.set(mark, restored);
  }
  return marks;
}
