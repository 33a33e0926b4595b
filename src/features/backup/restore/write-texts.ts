/** Second step of a restore: the texts, whose links use the new ids, and then the order of pages. */
import type { ApiClient } from "../../../context.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { type BackupPage, listBackupPages } from "../space-content.ts";
import type { PlannedEdit } from "./content-edits.ts";
import { openRewriting } from "./new-ids.ts";
import { buildAttributes, buildRestoredDocument, toComparableText } from "./restored-page.ts";
import {
  describePage,
  edit,
  findRestoredId,
  groupSiblings,
  isSame,
  type RestoreContext,
  type RestoredSpace,
  readAt,
} from "./restored-space.ts";

export async function writeTexts(
  restoring: RestoreContext,
  restored: RestoredSpace,
): Promise<void> {
  const { client, journal, say, included } = restoring;
  const { backup, state } = restored;
  if (state.step !== "pages") return;
  const { document: model } = await import("../../../contract/document.model.ts");
  const rewriting = await openRewriting(restoring.ids, backup.entry.id);
  const now = new Map(listBackupPages(await readAt(client, state)).map((page) => [page.id, page]));
  const planned: PlannedEdit[] = [];
  for (const located of backup.pages) {
    const id = findRestoredId(restored, located.id);
    if (id === undefined) continue;
    const isNew = id !== located.id;
    const hasText = isNew || located.type === "document";
    const original = hasText ? await backup.document(located.id) : undefined;
    const restoredText = hasText
      ? await buildRestoredDocument(located, original, rewriting, included)
      : undefined;
    // An existing page may have text that was added after the backup.
    const document = isNew || !hasText ? restoredText : (restoredText ?? emptyDocument);
    const hasNewLinks =
      document !== undefined && toComparableText(document) !== toComparableText(original);
    if (isNew ? document === undefined : isReverted(located, now.get(id)) && !hasNewLinks) continue;
    planned.push({
      change: {
        operation: "update_page",
        page: id,
        ...(document !== undefined && { document: { document: model.parse(document) } }),
        ...(!isNew && buildAttributes(located.page)),
      },
      says: describePage(located.page),
    });
  }
  say(`${backup.entry.title}: ${formatCount(planned.length, "text")} …`);
  await edit(restoring, restored, planned);
  if (state.isNew !== true) await edit(restoring, restored, await planMoves(client, restored));
  await journal.note(state.key, { step: "texts" });
}

const emptyDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

/** Restores the order of pages in an existing space; newer pages follow. */
async function planMoves(
  client: ApiClient,
  restored: RestoredSpace,
): Promise<readonly PlannedEdit[]> {
  const { backup, state } = restored;
  const currentOrder = groupSiblings(
    listBackupPages(await readAt(client, state)),
    ({ id }) => id,
    ({ parent }) => parent,
  );
  const backupOrder = groupSiblings(
    backup.pages.filter(({ id }) => findRestoredId(restored, id) !== undefined),
    ({ id }) => findRestoredId(restored, id) ?? id,
    ({ parent }) => (parent === undefined ? undefined : findRestoredId(restored, parent)),
  );
  return [...backupOrder].flatMap(([parent, ids]) => {
    const expectedIds = new Set(ids);
    const currentIds = (currentOrder.get(parent) ?? []).filter((id) => expectedIds.has(id));
    if (currentIds.join(" ") === ids.join(" ")) return [];
    return ids.map((page, at) => ({
      change: { operation: "update_page", page, into: parent ?? null, at } as const,
      says: `The position of the page ${page}`,
    }));
  });
}

/** Whether a page has the same text, settings and position, regardless of its modification time. */
function isReverted(page: BackupPage, now: BackupPage | undefined): boolean {
  if (now === undefined) return false;
  const { updatedAt: _, ...was } = page.page;
  const { updatedAt: __, ...is } = now.page;
  return isSame({ ...page, page: was }, { ...now, page: is });
}
