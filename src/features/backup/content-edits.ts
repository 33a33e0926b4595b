/** Edits a change request in batches; of a batch that is refused, only what is refused is left out. */
import type { Client, JsonObject } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import type { ContentChange } from "../../contract/cr-content.model.ts";
import { Problem } from "../../errors.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { editBatches } from "../change-requests/edit-batches.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";

/** A change, and what it is of. */
export interface Planned {
  readonly change: ContentChange;
  /** The id that the new page or file has in the backup. */
  readonly old?: string;
  /** The page "Start". */
  readonly says: string;
}

export interface Edits {
  readonly client: Client;
  readonly journal: RestoreJournal;
  readonly state: SpaceState;
}

/** Sends them in their order, and notes the ids of what they create. */
export async function sendChanges(edits: Edits, changes: readonly Planned[]): Promise<void> {
  for (const batch of editBatches(changes, ({ change }) => change)) await sendBatch(edits, batch);
}

async function sendBatch(edits: Edits, batch: readonly Planned[]): Promise<void> {
  try {
    await send(edits, batch);
  } catch (error) {
    if (!(error instanceof Problem) || !isRefusal(error)) throw error;
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

/** Whether it is about what was sent, and not about who sends it or when. */
function isRefusal({ status }: Problem): boolean {
  return [400, 404, 413, 415, 422].includes(status);
}

async function send({ client, journal, state }: Edits, batch: readonly Planned[]): Promise<void> {
  const { value } = await client.call(contract.edit, {
    spaceId: state.id ?? "",
    changeRequestId: state.changeRequest ?? "",
    changes: batch.map(({ change }) => change),
    compat: false,
  });
  const answer = objectIn(value);
  const ids = idsIn(answer, batch);
  const missing = batch.find(({ old }) => old !== undefined && ids[old] === undefined);
  if (missing !== undefined) {
    throw new Problem(502, `The platform does not say which id ${missing.says} has now.`);
  }
  const revision = textIn(objectIn(answer.changeRequest).revision);
  await journal.note(state.key, { ids, revision });
}

/** New ids by those of the backup: pages come with their refs, files in the order in which they were sent. */
function idsIn(answer: JsonObject, batch: readonly Planned[]): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {};
  const byRef = new Map(
    batch.flatMap(({ change, old }) =>
      change.operation === "insert_page" && change.ref !== undefined && old !== undefined
        ? [[change.ref, old]]
        : [],
    ),
  );
  for (const { ref, page } of objectsIn(answer.changes)) {
    const old = byRef.get(textIn(ref));
    if (old !== undefined) ids[old] = textIn(objectIn(page).id);
  }
  const files = batch.filter(({ change }) => change.operation === "insert_files");
  for (const [at, { id }] of objectsIn(answer.insertedFiles).entries()) {
    const old = files[at]?.old;
    if (old !== undefined) ids[old] = textIn(id);
  }
  return ids;
}
