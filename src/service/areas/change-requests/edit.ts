/** Editing the content of a change request: several changes in their order, all of them or none. */

import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { Problem } from "../../../errors.ts";
import type { Acting } from "../../core/caller.ts";
import type { ChangeRequestRow } from "../../core/change-request-rows.ts";
import { commitEdit } from "../content/commit-edit.ts";
import { readTree } from "../content/revisions.ts";
import type { Tree } from "../content/tree.ts";
import { withoutPage } from "../content/tree-edit.ts";
import { insertFiles } from "./edit-files.ts";
import { insertPage, updatePage } from "./edit-pages.ts";
import { revertPage } from "./edit-revert.ts";
import type { Editing, Made } from "./editing.ts";

/**
 * Makes one revision of all changes.
 * @throws Problem 400 or 404 that names the change at fault
 */
export async function editContent(
  call: Acting,
  row: ChangeRequestRow,
  changes: readonly ContentChange[],
): Promise<void> {
  const editing: Editing = { call, row, made: namesIn(changes, call.newId) };
  let tree = await readTree(call.db, row.revision_id);
  for (const [at, change] of changes.entries()) {
    tree = await applied(tree, change, editing).catch((error) => {
      throw error instanceof Problem ? inChange(error, at) : error;
    });
  }
  await commitEdit(call, row, tree);
}

async function applied(tree: Tree, change: ContentChange, editing: Editing): Promise<Tree> {
  switch (change.operation) {
    case "update_page":
      return updatePage(tree, change, editing);
    case "insert_page":
      return insertPage(tree, change, editing);
    case "delete_page":
      return withoutPage(tree, change.page);
    case "revert_page":
      return revertPage(tree, change, editing);
    case "insert_files":
      return insertFiles(tree, change, editing);
  }
}

/**
 * Ids are given before anything is done, so that texts may lead to what comes after them.
 * @throws Problem 400 for a name that is given twice
 */
function namesIn(changes: readonly ContentChange[], newId: () => string): Made {
  const made = new Map<string, { readonly kind: "page" | "file"; readonly id: string }>();
  const note = (kind: "page" | "file", ref: string | undefined) => {
    if (ref === undefined) return;
    if (made.has(ref)) {
      throw new Problem(400, `The ref ${ref} is given twice; each names one page or file.`, {
        field: "changes",
      });
    }
    made.set(ref, { kind, id: newId() });
  };
  for (const change of changes) {
    if (change.operation === "insert_page") note("page", change.ref);
    if (change.operation === "insert_files") for (const { ref } of change.files) note("file", ref);
  }
  return made;
}

function inChange({ status, message, field }: Problem, at: number): Problem {
  const place = `changes.${at}`;
  return new Problem(status, `${place}: ${message}`, {
    field: field === undefined ? place : `${place}.${field}`,
  });
}
