/** What a change request would change in its space, page by page and file by file. */
import type { changes } from "../../../contract/cr.ts";
import type { SemanticChange } from "../../../contract/cr-changes.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { ancestorOf, type ChangeRequestAccess } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { fileAddresses } from "../content/file-download.ts";
import { readTree } from "../content/revisions.ts";
import type { File } from "../content/tree.ts";
import { diffTrees, type TreeChange } from "../content/tree-diff.ts";
import type { TreePage } from "../content/tree-index.ts";
import { findConflicts } from "./merge.ts";

type PresentedFile = Extract<SemanticChange, { type: "file_created" }>["file"];
type PresentedPage = Extract<SemanticChange, { type: "page_created" }>["page"];

const defaultLimit = 10;

/** Compared with the revision of the space that it is up to date with, so this works after a merge. */
export async function listSemanticChanges(
  call: Call,
  { row }: ChangeRequestAccess,
  limit = defaultLimit,
): Promise<Output<typeof changes>> {
  const before = await readTree(call.db, ancestorOf(row));
  const after = await readTree(call.db, row.revision_id);
  const differences = diffTrees(before, after);
  const address = await fileAddresses(call, row.space_id);
  return {
    changes: differences.slice(0, limit).map((change) => presentChange(change, address)),
    more: differences.length > limit ? differences.length - limit : undefined,
    conflicts: isClosed(row) ? undefined : await findConflicts(call.db, row),
  };
}

function isClosed({ status }: ChangeRequestAccess["row"]): boolean {
  return status === "merged" || status === "archived";
}

function presentChange(change: TreeChange, address: (file: File) => string): SemanticChange {
  switch (change.type) {
    case "page_created":
    case "page_deleted":
      return { type: change.type, page: presentPage(change.page) };
    case "page_edited":
      return { type: change.type, page: presentPage(change.page), attributes: change.fields };
    case "page_moved":
      return {
        type: change.type,
        page: presentPage(change.page),
        parent: {
          before: change.before.parent && presentPage(change.before.parent),
          after: change.page.parent && presentPage(change.page.parent),
        },
      };
    case "file_created":
    case "file_deleted":
      return { type: change.type, file: presentFile(change.file, address) };
    case "file_edited":
      return {
        type: change.type,
        file: presentFile(change.file, address),
        attributes: change.fields,
      };
    case "reusable_content_created":
    case "reusable_content_deleted":
      return { type: change.type, reusableContent: presentReusableContent(change.content) };
    case "reusable_content_edited":
      return {
        type: change.type,
        reusableContent: presentReusableContent(change.content),
        attributes: change.fields,
      };
    case "variables_edited":
      return { type: change.type, variables: change.fields };
  }
}

function presentPage({ page, path }: TreePage): PresentedPage {
  return { id: page.id, type: page.type, title: page.title, path };
}

function presentFile(file: File, address: (file: File) => string): PresentedFile {
  const { id, name, contentType } = file;
  return { id, name, contentType, downloadURL: address(file) };
}

function presentReusableContent({ id, title }: { readonly id: string; readonly title: string }) {
  return { id, title };
}
