/** Bringing a change request and its space together. */
import type { pull } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { ancestorOf, type ChangeRequestRow } from "../../core/change-request-rows.ts";
import type { Queries } from "../../database/tables.ts";
import { readTree } from "../content/revisions.ts";
import { type Merge, mergeTrees } from "../content/tree-merge.ts";

export type Conflicts = NonNullable<Output<typeof pull>["conflicts"]>;

/**
 * What the change request changed and what the space changed since, in one tree; the documents of
 * both are the space's, so there is nothing to copy.
 * @param receiver names the conflicting pages as it has them, and keeps its order of pages
 */
export async function joined(
  db: Queries,
  row: ChangeRequestRow,
  receiver: "space" | "change request",
): Promise<Merge> {
  const base = await readTree(db, ancestorOf(row));
  const proposed = await readTree(db, row.revision_id);
  const main = await readTree(db, row.space_revision);
  return receiver === "space"
    ? mergeTrees({ base, ours: main, theirs: proposed })
    : mergeTrees({ base, ours: proposed, theirs: main });
}

/** Conflicts as an answer names them. */
export function shownConflicts({ conflicts = [] }: Merge): Conflicts {
  return conflicts.map((conflict) => ({ ...conflict, fields: [...conflict.fields] }));
}
