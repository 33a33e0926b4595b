/** Presentation of the differences between two trees, by page and file. */
import type { SemanticChange } from "../../../../contract/cr-changes.model.ts";
import type { Call } from "../../../core/handlers.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { createFileUrls } from "../files/file-download.ts";
import type { ContentTree, TreeFile } from "./tree.ts";
import { diffTrees, findMovedPages, type TreeChange } from "./tree-diff.ts";
import { type TreePage, withPreparedIndex } from "./tree-index.ts";

type PresentedFile = Extract<SemanticChange, { type: "file_created" }>["file"];
type PresentedPage = Extract<SemanticChange, { type: "page_created" }>["page"];

const defaultLimit = 10;

/** At most `limit` changes, and the number of further ones. */
export async function presentDifference(
  call: Call,
  spaceId: string,
  before: ContentTree,
  after: ContentTree,
  limit = defaultLimit,
): Promise<{ changes: SemanticChange[]; more: number | undefined }> {
  // Each step takes some milliseconds in a large space.
  const caller = call.visitor?.site ?? call.caller;
  for (const tree of [before, after]) {
    await withPreparedIndex(tree, caller);
    await takeTurn(caller);
  }
  const moved = findMovedPages(before, after);
  await takeTurn(caller);
  const differences = diffTrees(before, after, moved);
  const address = await createFileUrls(call, spaceId);
  return {
    changes: differences.slice(0, limit).map((change) => presentChange(change, address)),
    more: differences.length > limit ? differences.length - limit : undefined,
  };
}

function presentChange(change: TreeChange, address: (file: TreeFile) => string): SemanticChange {
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

function presentFile(file: TreeFile, address: (file: TreeFile) => string): PresentedFile {
  const { id, name, contentType } = file;
  return { id, name, contentType, downloadURL: address(file) };
}

function presentReusableContent({ id, title }: { readonly id: string; readonly title: string }) {
  return { id, title };
}
