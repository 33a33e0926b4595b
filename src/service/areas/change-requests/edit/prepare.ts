/** Preparation of content changes before the transaction of a request. */
import type * as contract from "../../../../contract/cr.ts";
import type { ContentChange } from "../../../../contract/cr-content.model.ts";
import type { Actor, Preparations } from "../../../core/handlers.ts";
import { type ChangeRequestRow, findAncestor } from "../../../core/rows/change-request-rows.ts";
import { requireChangeable } from "../../../core/rows/change-request-states.ts";
import { mergePreparations } from "../prepare-merge.ts";
import type { EditPlan } from "./edit.ts";
import { type EditTexts, openTexts } from "./edit-texts.ts";

/** The result of an edit, valid for one revision of the change request. */
interface PreparedEdit {
  readonly texts: EditTexts;
  readonly plan: EditPlan;
  /** The revision of the change request on which the plan is based. */
  readonly revision: string;
  readonly ancestor: string;
}

/** By the changes of a request, so that both are garbage-collected together. */
const prepared = new WeakMap<readonly ContentChange[], PreparedEdit>();

export const preparations = {
  async edit({ changes, ...ids }, call) {
    const { row } = await requireChangeable(call, ids, "updateChangeRequestContent");
    const texts = openTexts(changes, call);
    const { planEdit } = await import("./edit.ts");
    const plan = await planEdit(call, row, changes, texts);
    if (plan.files.length > 0) {
      const { uploadFiles } = await import("../../content/files/blobs.ts");
      await uploadFiles(call, plan.files);
    }
    prepared.set(changes, { texts, plan, revision: row.revision_id, ancestor: findAncestor(row) });
  },
  ...mergePreparations,
} satisfies Preparations<typeof contract>;

/**
 * The plan that was made before the transaction, or a new one with the same texts if the change
 * request has changed since. In a large tree, positioning many pages takes long.
 * @throws as `planEdit` does
 */
export async function preparePlan(
  call: Actor,
  row: ChangeRequestRow,
  changes: readonly ContentChange[],
): Promise<EditPlan> {
  const preparedEdit = prepared.get(changes);
  if (preparedEdit?.revision === row.revision_id && preparedEdit.ancestor === findAncestor(row))
    return preparedEdit.plan;
  const { planEdit } = await import("./edit.ts");
  const { db, caller, newId } = call;
  return planEdit(
    call,
    row,
    changes,
    preparedEdit?.texts ?? openTexts(changes, { db, caller, newId }),
  );
}
