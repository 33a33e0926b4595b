/** What merge rules ask about a change request. */
import type { Document } from "../../contract/document.model.ts";
import { textIn } from "../content/document-walk.ts";
import type { Queries } from "../database/tables.ts";
import { type ChangeRequestRow, isOutdated } from "./rows.ts";

export interface Facts {
  readonly createdBy: string;
  /** Who wants to merge it. */
  readonly merger: string;
  readonly hasSubject: boolean;
  readonly hasDescription: boolean;
  readonly outdated: boolean;
  /** The reviews that count: the last of each person, and none that was asked for anew since. */
  readonly reviews: readonly {
    readonly reviewer: string;
    readonly status: "approved" | "changes-requested";
  }[];
}

export async function factsOf(db: Queries, row: ChangeRequestRow, merger: string): Promise<Facts> {
  const description: Document | undefined =
    row.description === null ? undefined : JSON.parse(row.description);
  return {
    createdBy: row.created_by,
    merger,
    hasSubject: row.subject.trim() !== "",
    hasDescription: description?.nodes.some((node) => textIn(node).trim() !== "") ?? false,
    outdated: isOutdated(row),
    reviews: await db
      .selectFrom("reviews")
      .select(["reviewer", "status"])
      .where("change_request_id", "=", row.id)
      .where("outdated", "=", 0)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  };
}
