/** Compares a backup with what the platform has now: what a new backup would change, by name. */
import type { Client, Column, Context, JsonObject, Result } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import * as revision from "../../contract/revision.ts";
import * as space from "../../contract/space.ts";
import { type Finding, Unsettled } from "../../errors.ts";
import { canonicalText } from "../../json/canonical.ts";
import { counted } from "../../json/counted.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { type BackedUpSpace, openBackedUpSpace } from "./backed-up-space.ts";
import { findBackup, loadManifest } from "./folder.ts";
import { checkPlatform } from "./platform.ts";
import { toPageSettings } from "./restored-page.ts";
import { getId, type LocatedPage, pagesIn } from "./space-content.ts";

const columns: readonly Column[] = [
  { header: "CHANGE", path: "change", as: "state" },
  { header: "KIND", path: "kind" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "SPACE", path: "space", wide: true },
  { header: "WHAT", path: "what", wide: true },
  { header: "ID", path: "id", as: "id" },
];

interface Row extends JsonObject {
  readonly change: "added" | "removed" | "changed";
  readonly kind: "space" | "page" | "file" | "comment";
  readonly title: string;
  readonly space: string;
  /** What of it changed: "text, title". */
  readonly what: string | null;
  readonly id: string;
}

export async function diff(
  context: Context,
  { folder, otherPlatform = false }: { readonly folder: string; readonly otherPlatform?: boolean },
): Promise<Result> {
  const root = await findBackup(context, folder);
  const manifest = await loadManifest(root);
  checkPlatform(context, manifest, otherPlatform);
  const client = await context.client({ lookup: true, many: true });
  const progress = context.terminal.progress("Reading the spaces …");
  try {
    const { id: organizationId } = manifest.organization;
    const all = await readAll(client, space.list, { organizationId });
    const { only } = manifest;
    const live = new Map(
      all
        .filter(({ deletedAt }) => typeof deletedAt !== "string")
        .map((one) => [getId(one), one] as const)
        .filter(([id]) => only === undefined || only.includes(id)),
    );
    let rows: readonly Row[] = [];
    for (const entry of manifest.spaces) {
      const now = live.get(entry.id);
      live.delete(entry.id);
      const about = {
        kind: "space",
        title: entry.title,
        space: entry.title,
        id: entry.id,
      } as const;
      if (now === undefined) {
        if (entry.goneSince === undefined)
          rows = [...rows, { ...about, change: "removed", what: null }];
        continue;
      }
      progress.update(`Comparing ${entry.title} …`);
      rows = rows.concat(
        await compareSpace(client, await openBackedUpSpace(root, manifest, entry), now),
      );
    }
    for (const [id, { title }] of live) {
      const name = textIn(title);
      rows = [
        ...rows,
        { change: "added", kind: "space", title: name, space: name, what: null, id },
      ];
    }
    return {
      list: [rows],
      columns,
      none: `Nothing has changed since the backup of ${manifest.end}.`,
      findings: () => rows.map(toFinding),
      unsettled: () => findUnsettled(rows, manifest.end),
    };
  } finally {
    progress.stop();
  }
}

async function compareSpace(
  client: Client,
  backup: BackedUpSpace,
  live: JsonObject,
): Promise<readonly Row[]> {
  const { entry } = backup;
  let rows: readonly Row[] = [];
  const about = { kind: "space", title: entry.title, space: entry.title, id: entry.id } as const;
  const settings = settingsDiffering(backup.space, live);
  if (settings.length > 0) rows = [{ ...about, change: "changed", what: settings.join(", ") }];
  if (live.revision !== entry.revision) {
    const own = { spaceId: entry.id, revisionId: textIn(live.revision) };
    const now = objectIn((await client.call(revision.get, own)).value);
    rows = rows.concat(comparePages(backup, pagesIn(now)));
    rows = rows.concat(compareFiles(backup, objectsIn(now.files)));
  }
  if (entry.comments > 0 || live.comments !== 0)
    rows = rows.concat(await compareComments(client, backup));
  return rows;
}

const spaceSettings = [
  "title",
  "emoji",
  "parent",
  "language",
  "editMode",
  "defaultLevel",
  "mergeRules",
  "visibility",
];

function settingsDiffering(was: JsonObject, is: JsonObject): readonly string[] {
  return spaceSettings.filter((name) => canonicalText(was[name]) !== canonicalText(is[name]));
}

function comparePages(backup: BackedUpSpace, now: readonly LocatedPage[]): readonly Row[] {
  const rest = new Map(now.map((page) => [page.id, page]));
  const toRow = (change: Row["change"], { page, id }: LocatedPage, what: string | null): Row => {
    return { change, kind: "page", title: textIn(page.title), space: backup.entry.title, what, id };
  };
  const rows: Row[] = [];
  for (const page of backup.pages) {
    const there = rest.get(page.id);
    rest.delete(page.id);
    if (there === undefined) rows.push(toRow("removed", page, null));
    else {
      const what = whatDiffers(page, there);
      if (what.length > 0) rows.push(toRow("changed", there, what.join(", ")));
    }
  }
  for (const page of rest.values()) rows.push(toRow("added", page, null));
  return rows;
}

function whatDiffers(was: LocatedPage, is: LocatedPage): readonly string[] {
  const [before, now] = [toPageSettings(was.page), toPageSettings(is.page)];
  const names = Object.keys(before).filter((name) => before[name] !== now[name]);
  const differs = (name: string) => canonicalText(was.page[name]) !== canonicalText(is.page[name]);
  if (was.type !== is.type) names.push("type");
  if (was.parent !== is.parent) names.push("place");
  if (["target", "computed"].some(differs)) names.push("target");
  // A platform that does not name documents tells by the time that something changed.
  const isOtherText =
    was.page.documentId === undefined
      ? differs("updatedAt") && names.length === 0
      : differs("documentId");
  if (isOtherText) names.push("text");
  return names;
}

function compareFiles(backup: BackedUpSpace, now: readonly JsonObject[]): readonly Row[] {
  return compareItems(backup, backup.files, now, {
    kind: "file",
    toTitle: ({ name }) => textIn(name),
    getState: ({ downloadURL: _, ...file }) => canonicalText(file),
  });
}

/** Open ones. */
async function compareComments(client: Client, backup: BackedUpSpace): Promise<readonly Row[]> {
  const { entry, comments } = backup;
  const now = await readAll(client, comment.list, { spaceId: entry.id, status: "open" });
  const was = comments.map(({ comment: one }) => objectIn(one));
  return compareItems(backup, was, now, {
    kind: "comment",
    toTitle: ({ body }) => textIn(objectIn(body).markdown).slice(0, 60),
    getState: ({ body, replies, editedAt }) => canonicalText([body, replies, editedAt ?? null]),
  });
}

interface Compared {
  readonly kind: Row["kind"];
  readonly toTitle: (item: JsonObject) => string;
  /** Two items with the same are the same. */
  readonly getState: (item: JsonObject) => string;
}

/** What was added, changed and removed, by ids. */
function compareItems(
  { entry }: BackedUpSpace,
  was: readonly JsonObject[],
  now: readonly JsonObject[],
  { kind, toTitle, getState }: Compared,
): readonly Row[] {
  const rest = new Map(now.map((one) => [getId(one), one]));
  const toRow = (change: Row["change"], one: JsonObject): Row => {
    return { change, kind, title: toTitle(one), space: entry.title, what: null, id: getId(one) };
  };
  const rows = was.flatMap((one) => {
    const there = rest.get(getId(one));
    rest.delete(getId(one));
    if (there === undefined) return [toRow("removed", one)];
    return getState(there) === getState(one) ? [] : [toRow("changed", there)];
  });
  return [...rows, ...[...rest.values()].map((one) => toRow("added", one))];
}

function toFinding({ change, kind, title, space: home, what }: JsonObject): Finding {
  const of = what === null ? "" : ` (${textIn(what)})`;
  return {
    rule: `backup-${textIn(kind)}-${textIn(change)}`,
    level: change === "removed" ? "warning" : "notice",
    message: `The ${textIn(kind)} ${JSON.stringify(title)} of ${JSON.stringify(home)} was ${textIn(change)} since the backup${of}.`,
    location: { name: textIn(title) },
  };
}

function findUnsettled(rows: readonly Row[], end: string): Unsettled | undefined {
  if (rows.length === 0) return undefined;
  const count = counted(rows.length, "thing");
  return new Unsettled("findings", `${count} changed since the backup of ${end}.`);
}
