/** The second step of a restore: the texts, when all ids are known, and then the order of pages. */
import type { Client } from "../../context.ts";
import type { Planned } from "./content-edits.ts";
import { openRewriting } from "./new-ids.ts";
import { buildAttributes, comparable, restoredDocument } from "./restored-page.ts";
import {
  describePage,
  edit,
  idIn,
  isSame,
  type RestoredSpace,
  type Restoring,
  readAt,
  siblingsIn,
} from "./restored-space.ts";
import { type LocatedPage, pagesIn } from "./space-content.ts";

/** Second step: the texts, whose links lead to the new ids. */
export async function writeTexts(restoring: Restoring, restored: RestoredSpace): Promise<void> {
  const { client, journal, say, included } = restoring;
  const { backup, state } = restored;
  if (state.step !== "pages") return;
  const { document: model } = await import("../../contract/document.model.ts");
  const rewriting = await openRewriting(restoring.ids, backup.entry.id);
  const now = new Map(pagesIn(await readAt(client, state)).map((page) => [page.id, page]));
  const planned: Planned[] = [];
  for (const located of backup.pages) {
    const id = idIn(restored, located.id);
    if (id === undefined) continue;
    const isNew = id !== located.id;
    const hasText = isNew || located.type === "document";
    const own = hasText ? await backup.document(located.id) : undefined;
    const restoredText = hasText
      ? await restoredDocument(located, own, rewriting, included)
      : undefined;
    // A page that is there may have got a text since.
    const document = isNew || !hasText ? restoredText : (restoredText ?? emptyDocument);
    const leadsElsewhere = document !== undefined && comparable(document) !== comparable(own);
    if (isNew ? document === undefined : isReverted(located, now.get(id)) && !leadsElsewhere)
      continue;
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
  say(`${backup.entry.title}: ${planned.length} texts …`);
  await edit(restoring, restored, planned);
  if (state.isNew !== true) await edit(restoring, restored, await planMoves(client, restored));
  await journal.note(state.key, { step: "texts" });
}

const emptyDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

/** In a space that was there: pages go back to where they were, before what came later. */
async function planMoves(client: Client, restored: RestoredSpace): Promise<readonly Planned[]> {
  const { backup, state } = restored;
  const now = siblingsIn(
    pagesIn(await readAt(client, state)),
    ({ id }) => id,
    ({ parent }) => parent,
  );
  const was = siblingsIn(
    backup.pages.filter(({ id }) => idIn(restored, id) !== undefined),
    ({ id }) => idIn(restored, id) ?? id,
    ({ parent }) => (parent === undefined ? undefined : idIn(restored, parent)),
  );
  return [...was].flatMap(([parent, wanted]) => {
    const own = new Set(wanted);
    const there = (now.get(parent) ?? []).filter((id) => own.has(id));
    if (there.join(" ") === wanted.join(" ")) return [];
    return wanted.map((page, at) => ({
      change: { operation: "update_page", page, into: parent ?? null, at } as const,
      says: `The place of the page ${page}`,
    }));
  });
}

/** The same text and settings at the same place, whenever it was changed. */
function isReverted(page: LocatedPage, now: LocatedPage | undefined): boolean {
  if (now === undefined) return false;
  const { updatedAt: _, ...was } = page.page;
  const { updatedAt: __, ...is } = now.page;
  return isSame({ ...page, page: was }, { ...now, page: is });
}
