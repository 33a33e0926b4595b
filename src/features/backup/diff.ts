/** `tome backup diff`: compares a backup with the current content of the platform. */
import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import * as revision from "../../contract/revision.ts";
import * as space from "../../contract/space.ts";
import { type Finding, IncompleteError } from "../../errors.ts";
import { toCanonicalText } from "../../json/canonical.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { type BackedUpSpace, openBackedUpSpace } from "./backed-up-space.ts";
import { findBackup, loadManifest } from "./folder.ts";
import { checkPlatform } from "./platform.ts";
import { toPageSettings } from "./restore/restored-page.ts";
import { type BackupPage, getId, listBackupPages } from "./space-content.ts";

const columns: readonly PrintedColumn[] = [
  { header: "CHANGE", path: "change", as: "state" },
  { header: "KIND", path: "kind" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "SPACE", path: "space", wide: true },
  { header: "FIELDS", path: "what", wide: true },
  { header: "ID", path: "id", as: "id" },
];

interface BackupDiffRow extends JsonObject {
  readonly change: "added" | "removed" | "changed";
  readonly kind: "space" | "page" | "file" | "comment";
  readonly title: string;
  readonly space: string;
  /** The changed fields: "text, title". */
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
    let rows: readonly BackupDiffRow[] = [];
    for (const entry of manifest.spaces) {
      const liveSpace = live.get(entry.id);
      live.delete(entry.id);
      const row = {
        kind: "space",
        title: entry.title,
        space: entry.title,
        id: entry.id,
      } as const;
      if (liveSpace === undefined) {
        if (entry.goneSince === undefined)
          rows = [...rows, { ...row, change: "removed", what: null }];
        continue;
      }
      progress.update(`Comparing ${entry.title} …`);
      rows = rows.concat(
        await compareSpace(client, await openBackedUpSpace(root, manifest, entry), liveSpace),
      );
    }
    for (const [id, { title }] of live) {
      const name = asText(title);
      rows = [
        ...rows,
        { change: "added", kind: "space", title: name, space: name, what: null, id },
      ];
    }
    return {
      list: [rows],
      columns,
      none: `No changes since the backup of ${manifest.end}.`,
      findings: () => rows.map(toFinding),
      unsettled: () => findUnsettled(rows, manifest.end),
    };
  } finally {
    progress.stop();
  }
}

async function compareSpace(
  client: ApiClient,
  backup: BackedUpSpace,
  live: JsonObject,
): Promise<readonly BackupDiffRow[]> {
  const { entry } = backup;
  let rows: readonly BackupDiffRow[] = [];
  const row = { kind: "space", title: entry.title, space: entry.title, id: entry.id } as const;
  const settings = listDifferentSettings(backup.space, live);
  if (settings.length > 0) rows = [{ ...row, change: "changed", what: settings.join(", ") }];
  if (live.revision !== entry.revision) {
    const parameters = { spaceId: entry.id, revisionId: asText(live.revision) };
    const content = asObject((await client.call(revision.get, parameters)).value);
    rows = rows.concat(comparePages(backup, listBackupPages(content)));
    rows = rows.concat(compareFiles(backup, asObjects(content.files)));
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

function listDifferentSettings(before: JsonObject, after: JsonObject): readonly string[] {
  return spaceSettings.filter(
    (name) => toCanonicalText(before[name]) !== toCanonicalText(after[name]),
  );
}

function comparePages(
  backup: BackedUpSpace,
  livePages: readonly BackupPage[],
): readonly BackupDiffRow[] {
  const rest = new Map(livePages.map((page) => [page.id, page]));
  const toRow = (
    change: BackupDiffRow["change"],
    { page, id }: BackupPage,
    what: string | null,
  ): BackupDiffRow => {
    return { change, kind: "page", title: asText(page.title), space: backup.entry.title, what, id };
  };
  const rows: BackupDiffRow[] = [];
  for (const page of backup.pages) {
    const livePage = rest.get(page.id);
    rest.delete(page.id);
    if (livePage === undefined) rows.push(toRow("removed", page, null));
    else {
      const fields = listChangedFields(page, livePage);
      if (fields.length > 0) rows.push(toRow("changed", livePage, fields.join(", ")));
    }
  }
  for (const page of rest.values()) rows.push(toRow("added", page, null));
  return rows;
}

function listChangedFields(old: BackupPage, live: BackupPage): readonly string[] {
  const [before, now] = [toPageSettings(old.page), toPageSettings(live.page)];
  const names = Object.keys(before).filter((name) => before[name] !== now[name]);
  const differs = (name: string) =>
    toCanonicalText(old.page[name]) !== toCanonicalText(live.page[name]);
  if (old.type !== live.type) names.push("type");
  if (old.parent !== live.parent) names.push("parent");
  if (["target", "computed"].some(differs)) names.push("target");
  // Without document ids, the modification time indicates a change.
  const hasOtherText =
    old.page.documentId === undefined
      ? differs("updatedAt") && names.length === 0
      : differs("documentId");
  if (hasOtherText) names.push("text");
  return names;
}

function compareFiles(
  backup: BackedUpSpace,
  liveFiles: readonly JsonObject[],
): readonly BackupDiffRow[] {
  return compareItems(backup, backup.files, liveFiles, {
    kind: "file",
    toTitle: ({ name }) => asText(name),
    getState: ({ downloadURL: _, ...file }) => toCanonicalText(file),
  });
}

/** Compares open comments. */
async function compareComments(
  client: ApiClient,
  backup: BackedUpSpace,
): Promise<readonly BackupDiffRow[]> {
  const { entry, comments } = backup;
  const liveComments = await readAll(client, comment.list, { spaceId: entry.id, status: "open" });
  const oldComments = comments.map(({ comment: one }) => asObject(one));
  return compareItems(backup, oldComments, liveComments, {
    kind: "comment",
    toTitle: ({ body }) => asText(asObject(body).markdown).slice(0, 60),
    getState: ({ body, replies, editedAt }) => toCanonicalText([body, replies, editedAt ?? null]),
  });
}

interface ComparedKind {
  readonly kind: BackupDiffRow["kind"];
  readonly toTitle: (item: JsonObject) => string;
  /** Items with the same state are equal. */
  readonly getState: (item: JsonObject) => string;
}

/** Lists added, changed and removed items, by id. */
function compareItems(
  { entry }: BackedUpSpace,
  oldItems: readonly JsonObject[],
  liveItems: readonly JsonObject[],
  { kind, toTitle, getState }: ComparedKind,
): readonly BackupDiffRow[] {
  const rest = new Map(liveItems.map((one) => [getId(one), one]));
  const toRow = (change: BackupDiffRow["change"], one: JsonObject): BackupDiffRow => {
    return { change, kind, title: toTitle(one), space: entry.title, what: null, id: getId(one) };
  };
  const rows = oldItems.flatMap((one) => {
    const liveItem = rest.get(getId(one));
    rest.delete(getId(one));
    if (liveItem === undefined) return [toRow("removed", one)];
    return getState(liveItem) === getState(one) ? [] : [toRow("changed", liveItem)];
  });
  return [...rows, ...[...rest.values()].map((one) => toRow("added", one))];
}

function toFinding({ change, kind, title, space: home, what }: JsonObject): Finding {
  const fields = what === null ? "" : ` (${asText(what)})`;
  return {
    rule: `backup-${asText(kind)}-${asText(change)}`,
    level: change === "removed" ? "warning" : "notice",
    message: `The ${asText(kind)} ${writeJson(title)} in ${writeJson(home)} has been ${asText(change)} since the backup${fields}.`,
    location: { name: asText(title) },
  };
}

function findUnsettled(rows: readonly BackupDiffRow[], end: string): IncompleteError | undefined {
  if (rows.length === 0) return undefined;
  const count = formatCount(rows.length, "item");
  return new IncompleteError("findings", `${count} changed since the backup of ${end}.`);
}
