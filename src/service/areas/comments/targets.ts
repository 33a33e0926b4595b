/** What a comment is about, within its place: the whole, a page, a block of a page, or a table cell. */
import type { Node } from "../../../contract/document.model.ts";
import { nodesOf } from "../../../document/walk.ts";
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import { getDocument } from "../content/documents.ts";
import { readTree } from "../content/revisions.ts";
import { indexOf } from "../content/tree-index.ts";
import type { Place } from "./places.ts";

export interface CommentTarget {
  readonly page?: string;
  /** The key of a block. */
  readonly node?: string;
  readonly tableCell?: { readonly record: string; readonly definition: string };
}

/** @throws Problem 400 for what is not in the content of the place as it is now */
export async function checkTarget(
  db: Queries,
  place: Place,
  { page, node, tableCell }: CommentTarget,
): Promise<void> {
  if (page === undefined) {
    const field = node === undefined ? "tableCell" : "node";
    if (node === undefined && tableCell === undefined) return;
    throw new Problem(400, `${field} needs page: name the page that it is on.`, { field });
  }
  const placed = indexOf(await readTree(db, place.revision)).pages.get(page);
  if (!placed) {
    const where = place.changeRequestId === null ? "the space" : "the change request";
    throw new Problem(400, `page ${page} is not in ${where}; check the id.`, { field: "page" });
  }
  if (node === undefined && tableCell === undefined) return;
  const hash = placed.page.document;
  const nodes = hash === undefined ? [] : [...nodesOf(await getDocument(db, place.spaceId, hash))];
  const blocks = nodes
    .map((found) => found.node)
    .filter((found) => node === undefined || found.key === node);
  if (blocks.length === 0) {
    throw new Problem(400, `node ${node} is not on page ${page}; check the key of the block.`, {
      field: "node",
    });
  }
  if (tableCell && !blocks.some((block) => hasCell(block, tableCell))) {
    throw new Problem(
      400,
      `tableCell names no cell of a table on page ${page}: there is none in the row ${tableCell.record} and the column ${tableCell.definition}.`,
      { field: "tableCell" },
    );
  }
}

function hasCell(
  { type, data }: Node,
  { record, definition }: { readonly record: string; readonly definition: string },
): boolean {
  return type === "table" && holds(data?.records, record) && holds(data?.definition, definition);
}

function holds(held: unknown, name: string): boolean {
  return typeof held === "object" && held !== null && Object.hasOwn(held, name);
}
