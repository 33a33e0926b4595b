/** What the steps of one edit share. */
import type { Acting } from "../../core/caller.ts";
import type { ChangeRequestRow } from "../../core/change-request-rows.ts";

/** What the steps of one edit share. */
export interface Editing {
  readonly call: Acting;
  readonly row: ChangeRequestRow;
  /** The pages and files that the edit makes, by the names that the request gives them. */
  readonly made: Made;
}

export type Made = ReadonlyMap<string, { readonly kind: "page" | "file"; readonly id: string }>;
