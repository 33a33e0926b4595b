/** What is done for a request that changes a change request before its transaction begins. */
import type * as contract from "../../../contract/cr.ts";
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { type ChangeRequestRow, findAncestor } from "../../core/change-request-rows.ts";
import { requireChangeable } from "../../core/change-request-states.ts";
import type { Actor, Preparations } from "../../core/handlers.ts";
import type { EditPlan } from "./edit.ts";
import { type EditTexts, openTexts } from "./edit-texts.ts";

/** What an edit leads to, if the change request is still what it was then. */
interface PreparedEdit {
  readonly texts: EditTexts;
  readonly plan: EditPlan;
  /** Of the change request: what the plan comes from, beside the changes. */
  readonly revision: string;
  readonly ancestor: string;
}

/** By the changes of a request, so that they go with it. */
const prepared = new WeakMap<readonly ContentChange[], PreparedEdit>();

export const preparations = {
  async edit({ changes, ...ids }, call) {
    const { row } = await requireChangeable(call, ids, "updateChangeRequestContent");
    const texts = openTexts(changes, call);
    const { planEdit } = await import("./edit.ts");
    const plan = await planEdit(call, row, changes, texts);
    prepared.set(changes, { texts, plan, revision: row.revision_id, ancestor: findAncestor(row) });
  },
} satisfies Preparations<typeof contract>;

/**
 * The plan that was made before the transaction, or another one with the same texts if the change
 * request has changed since. In a large tree it takes long to place many pages.
 * @throws as `planEdit` does
 */
export async function preparedPlan(
  call: Actor,
  row: ChangeRequestRow,
  changes: readonly ContentChange[],
): Promise<EditPlan> {
  const known = prepared.get(changes);
  if (known?.revision === row.revision_id && known.ancestor === findAncestor(row))
    return known.plan;
  const { planEdit } = await import("./edit.ts");
  const { db, caller, newId } = call;
  return planEdit(call, row, changes, known?.texts ?? openTexts(changes, { db, caller, newId }));
}
