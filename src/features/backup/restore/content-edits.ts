/** Edits of a change request in batches. If a batch is refused, only the refused changes are skipped. */
import type { ApiClient, JsonObject } from "../../../context.ts";
import * as contract from "../../../contract/cr.ts";
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { ApiError } from "../../../errors.ts";
import { asObject, asObjects, asText } from "../../../json/values.ts";
import { editBatches } from "../../change-requests/edit-batches.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";

/** A change with a description of its target. */
export interface PlannedEdit {
  readonly change: ContentChange;
  /** The id of the new page or file in the backup. */
  readonly old?: string;
  /** Description for messages: `The page "Start"`. */
  readonly says: string;
}

export interface Edits {
  readonly client: ApiClient;
  readonly journal: RestoreJournal;
  readonly state: SpaceState;
}

/** Sends changes in order, and records the ids of created pages and files. */
export async function sendChanges(edits: Edits, changes: readonly PlannedEdit[]): Promise<void> {
  for (const batch of editBatches(changes, ({ change }) => change)) await sendBatch(edits, batch);
}

async function sendBatch(edits: Edits, batch: readonly PlannedEdit[]): Promise<void> {
  try {
    await send(edits, batch);
  } catch (error) {
    if (!(error instanceof ApiError) || !isRefusal(error)) throw error;
    const [only] = batch;
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      await sendBatch(edits, batch.slice(0, middle));
      await sendBatch(edits, batch.slice(middle));
    } else if (only !== undefined) {
      const message = error.message.replace(/^changes\.0: /, "");
      await edits.journal.note(edits.state.key, { refused: `${only.says}: ${message}` });
    }
  }
}

/** Whether the content was refused, and not the permission or the timing. */
function isRefusal({ status }: ApiError): boolean {
  return [400, 404, 413, 415, 422].includes(status);
}

async function send(
  { client, journal, state }: Edits,
  batch: readonly PlannedEdit[],
): Promise<void> {
  const { value } = await client.call(contract.edit, {
    spaceId: state.id ?? "",
    changeRequestId: state.changeRequest ?? "",
    changes: batch.map(({ change }) => change),
    compat: false,
  });
  const answer = asObject(value);
  const ids = collectIds(answer, batch);
  const missing = batch.find(({ old }) => old !== undefined && ids[old] === undefined);
  if (missing !== undefined) {
    throw new ApiError(502, `${missing.says} was created, but the platform did not return its id.`);
  }
  const revision = asText(asObject(answer.changeRequest).revision);
  await journal.note(state.key, { ids, revision });
}

/** New ids by backup id. The response has pages with their refs, and files in the order of the request. */
function collectIds(
  answer: JsonObject,
  batch: readonly PlannedEdit[],
): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {};
  const byRef = new Map(
    batch.flatMap(({ change, old }) =>
      change.operation === "insert_page" && change.ref !== undefined && old !== undefined
        ? [[change.ref, old]]
        : [],
    ),
  );
  for (const { ref, page } of asObjects(answer.changes)) {
    const old = byRef.get(asText(ref));
    if (old !== undefined) ids[old] = asText(asObject(page).id);
  }
  const files = batch.filter(({ change }) => change.operation === "insert_files");
  for (const [index, { id }] of asObjects(answer.insertedFiles).entries()) {
    const old = files[index]?.old;
    if (old !== undefined) ids[old] = asText(id);
  }
  return ids;
}
