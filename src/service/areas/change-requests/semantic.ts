/** What a change request would change in its space, page by page and file by file. */
import type { changes } from "../../../contract/cr.ts";
import type { SemanticChange } from "../../../contract/cr-changes.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { ancestorOf, type Found } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { fileAddresses } from "../content/file-download.ts";
import { readTree } from "../content/revisions.ts";
import type { File } from "../content/tree.ts";
import { diffTrees, type TreeChange } from "../content/tree-diff.ts";
import type { PlacedPage } from "../content/tree-index.ts";

type ShownFile = Extract<SemanticChange, { type: "file_created" }>["file"];
type ShownPage = Extract<SemanticChange, { type: "page_created" }>["page"];

const defaultLimit = 10;

/** From the revision of the space that it is up to, so that a merged one still tells what it changed. */
export async function semanticChangesOf(
  call: Call,
  { row }: Found,
  limit = defaultLimit,
): Promise<Output<typeof changes>> {
  const before = await readTree(call.db, ancestorOf(row));
  const after = await readTree(call.db, row.revision_id);
  const found = diffTrees(before, after);
  const address = await fileAddresses(call, row.space_id);
  return {
    changes: found.slice(0, limit).map((change) => shown(change, address)),
    more: found.length > limit ? found.length - limit : undefined,
  };
}

function shown(change: TreeChange, address: (file: File) => string): SemanticChange {
  switch (change.type) {
    case "page_created":
    case "page_deleted":
      return { type: change.type, page: shownPage(change.page) };
    case "page_edited":
      return { type: change.type, page: shownPage(change.page), attributes: change.fields };
    case "page_moved":
      return {
        type: change.type,
        page: shownPage(change.page),
        parent: {
          before: change.before.parent && shownPage(change.before.parent),
          after: change.page.parent && shownPage(change.page.parent),
        },
      };
    case "file_created":
    case "file_deleted":
      return { type: change.type, file: shownFile(change.file, address) };
    case "file_edited":
      return {
        type: change.type,
        file: shownFile(change.file, address),
        attributes: change.fields,
      };
    case "reusable_content_created":
    case "reusable_content_deleted":
      return { type: change.type, reusableContent: shownReusable(change.content) };
    case "reusable_content_edited":
      return {
        type: change.type,
        reusableContent: shownReusable(change.content),
        attributes: change.fields,
      };
    case "variables_edited":
      return { type: change.type, variables: change.fields };
  }
}

function shownPage({ page, path }: PlacedPage): ShownPage {
  return { id: page.id, type: page.type, title: page.title, path };
}

function shownFile(file: File, address: (file: File) => string): ShownFile {
  const { id, name, contentType } = file;
  return { id, name, contentType, downloadURL: address(file) };
}

function shownReusable({ id, title }: { readonly id: string; readonly title: string }) {
  return { id, title };
}
