/** What is done for a request that changes a change request before its transaction begins. */
import type * as contract from "../../../contract/cr.ts";
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { requireChangeable } from "../../core/change-request-states.ts";
import type { Actor, Preparations } from "../../core/handlers.ts";
import { type EditTexts, openTexts } from "./edit-texts.ts";

/** By the changes of a request, so that they go with it. */
const prepared = new WeakMap<readonly ContentChange[], EditTexts>();

export const preparations = {
  async edit({ changes, ...ids }, call) {
    const { row } = await requireChangeable(call, ids, "updateChangeRequestContent");
    const texts = openTexts(changes, call);
    const { planEdit } = await import("./edit.ts");
    // The same plan is made once more in the transaction, and finds its texts if nothing has changed.
    await planEdit(call, row, changes, texts);
    prepared.set(changes, texts);
  },
} satisfies Preparations<typeof contract>;

/** The texts of these changes, prepared if the request was. */
export function preparedTexts(
  changes: readonly ContentChange[],
  call: Pick<Actor, "caller" | "newId">,
): EditTexts {
  return prepared.get(changes) ?? openTexts(changes, call);
}
