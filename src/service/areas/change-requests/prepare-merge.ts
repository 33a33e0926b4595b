/** Preparation of merges and updates before the transaction of a request. */
import type * as contract from "../../../contract/cr.ts";
import type { Preparations } from "../../core/handlers.ts";
import { requireChangeable } from "../../core/rows/change-request-states.ts";
import type { TextMergeResults } from "../content/texts/merge-texts.ts";
import { prepareMerge } from "./merge.ts";

/** By the input of a request, so that both are garbage-collected together. */
export const preparedMerges = new WeakMap<object, TextMergeResults>();

export const mergePreparations = {
  async merge(input, call) {
    const { row } = await requireChangeable(call, input, "mergeChangeRequest");
    preparedMerges.set(input, await prepareMerge(call, row));
  },
  async pull(input, call) {
    const { row } = await requireChangeable(call, input, "updateChangeRequest");
    preparedMerges.set(input, await prepareMerge(call, row));
  },
  async resolve(input, call) {
    const { row } = await requireChangeable(call, input, "resolveChangeRequestConflicts");
    preparedMerges.set(input, await prepareMerge(call, row, input.choices));
  },
} satisfies Preparations<typeof contract>;
