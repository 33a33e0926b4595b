/** First step of a restore: insertion of files and pages, which assigns their new ids. */
import type { JsonObject } from "../../../context.ts";
import * as contract from "../../../contract/cr.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asText } from "../../../json/values.ts";
import type { BackedUpSpace } from "../backed-up-space.ts";
import { type BackupPage, listBackupPages } from "../space-content.ts";
import type { PlannedEdit } from "./content-edits.ts";
import { openRewriting } from "./new-ids.ts";
import { findFrontMatter, loadPageAttributes } from "./restored-page.ts";
import {
  describePage,
  edit,
  findRestoredId,
  isSame,
  type RestoreContext,
  type RestoredSpace,
  readAt,
} from "./restored-space.ts";

export async function insertContent(
  restoring: RestoreContext,
  restored: RestoredSpace,
): Promise<void> {
  const { client, journal, say } = restoring;
  const { backup, state } = restored;
  if (state.step !== "begun") return;
  await abandonUnknown(restoring, restored);
  const changed = backup.pages.filter((page) => !isSame(page, restored.live.get(page.id)));
  const files = backup.files.filter(({ id }) => findRestoredId(restored, asText(id)) === undefined);
  for (const file of files) {
    say(`${backup.entry.title}: ${asText(file.name)} …`);
    const planned = await planFile(backup, file);
    if (planned !== undefined) await edit(restoring, restored, [planned]);
  }
  if (state.isNew !== true) {
    await edit(
      restoring,
      restored,
      changed.map((page) => createRevertEdit(page, backup)),
    );
    // Pages that the platform can revert keep their ids; the others are inserted or updated.
    const current = await readAt(client, state);
    for (const { id } of listBackupPages(current)) {
      if (!restored.live.has(id) && !state.ids.has(id))
        await journal.note(state.key, { ids: { [id]: id } });
    }
  }
  const rewriting = await openRewriting(restoring.ids, backup.entry.id);
  const maximumDepth = backup.pages.reduce((maximum, { depth }) => Math.max(maximum, depth), 0);
  for (let depth = 1; depth <= maximumDepth; depth++) {
    const missing = backup.pages.filter(
      (page) => page.depth === depth && findRestoredId(restored, page.id) === undefined,
    );
    const planned: PlannedEdit[] = [];
    for (const located of missing) {
      const { page, id, parent } = located;
      const into = parent === undefined ? undefined : findRestoredId(restored, parent);
      const markdown = await findFrontMatter(page, rewriting);
      planned.push({
        change: {
          operation: "insert_page",
          document: markdown === undefined ? {} : { markdown },
          ...(into !== undefined && { into }),
          ref: `tome-restores-${id}`,
          ...(await loadPageAttributes(located)),
        },
        old: id,
        says: describePage(page),
      });
    }
    say(`${backup.entry.title}: ${formatCount(planned.length, "page")} …`);
    await edit(restoring, restored, planned);
  }
  await journal.note(state.key, { step: "pages" });
}

function createRevertEdit({ page, id }: BackupPage, { entry }: BackedUpSpace): PlannedEdit {
  const change = { operation: "revert_page", page: id, revision: entry.revision } as const;
  return { change, says: describePage(page) };
}

/** @returns undefined for a file that is not in the backup */
async function planFile(backup: BackedUpSpace, file: JsonObject): Promise<PlannedEdit | undefined> {
  const id = asText(file.id);
  const name = asText(file.name).slice(0, 256) || "file";
  const base64 = (await backup.fileBytes(id))?.toString("base64");
  if (base64 === undefined) return undefined;
  const contentType = asText(file.contentType) || "application/octet-stream";
  return {
    change: { operation: "insert_files", files: [{ name, contentType, base64 }] },
    old: id,
    says: `The file ${JSON.stringify(name)}`,
  };
}

/** Archives a change request if an edit got no response, because it may have inserted pages. */
async function abandonUnknown(
  { client, journal }: RestoreContext,
  { state }: RestoredSpace,
): Promise<void> {
  const { id: spaceId = "", changeRequest: changeRequestId } = state;
  if (changeRequestId === undefined) return;
  const { value } = await client.call(contract.get, { spaceId, changeRequestId });
  const { revision, status } = asObject(value);
  const isOpen = status === "draft" || status === "open";
  if (isOpen && revision === state.revision) return;
  if (isOpen) await client.call(contract.update, { spaceId, changeRequestId, status: "archived" });
  await journal.note(state.key, { changeRequest: "" });
}
