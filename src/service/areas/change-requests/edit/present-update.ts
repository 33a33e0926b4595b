/** Presentation of the effect of an edit on each page, for clients that request it. */
import type { ContentChange, ContentUpdate } from "../../../../contract/cr-content.model.ts";
import type { Call } from "../../../core/handlers.ts";
import type { ChangeRequestRow } from "../../../core/rows/change-request-rows.ts";
import { createFileUrls } from "../../content/files/file-download.ts";
import { presentFile } from "../../content/present.ts";
import { readTree } from "../../content/revisions.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import type { EditPlan } from "./edit.ts";

type WithChanges = Extract<ContentUpdate, { changeRequest: unknown }>;
type PresentedChange = WithChanges["changes"][number];

interface EditResult {
  readonly row: ChangeRequestRow;
  readonly changeRequest: WithChanges["changeRequest"];
  /** The revision before the edit. */
  readonly before: string;
  readonly changes: readonly ContentChange[];
  readonly plan: EditPlan;
}

/** Each page once, in the order of the changes, and the new files in their order. */
export async function presentUpdate(call: Call, edited: EditResult): Promise<ContentUpdate> {
  const { row, changeRequest, changes, plan } = edited;
  const before = getTreeIndex(await readTree(call.db, edited.before)).pages;
  const { pages: after, files } = getTreeIndex(plan.tree);
  const changesById = new Map<string, PresentedChange>();
  const present = (id: string, ref?: string) => {
    if (changesById.has(id)) return;
    const page = { object: "page" as const, id, urls: { location: getAddress(call, row, id) } };
    if (!after.has(id)) {
      if (before.has(id)) changesById.set(id, { object: "deleted_page", page: id });
    } else if (before.has(id)) changesById.set(id, { object: "updated_page", page });
    else changesById.set(id, { object: "created_page", ...(ref !== undefined && { ref }), page });
  };
  for (const change of changes) {
    if (change.operation === "insert_page") present(plan.getId(change), change.ref);
    else if (change.operation !== "insert_files") present(change.page);
  }
  // Deleting a page also deletes its subpages.
  for (const id of before.keys()) if (!after.has(id)) present(id);
  const address = await createFileUrls(call, row.space_id);
  const insertedFiles = changes.flatMap((change) =>
    change.operation === "insert_files" ? change.files.map((file) => plan.getId(file)) : [],
  );
  return {
    changeRequest,
    changes: [...changesById.values()],
    ...(insertedFiles.length > 0 && {
      insertedFiles: insertedFiles.flatMap((id) => {
        const file = files.get(id);
        return file ? [presentFile(file, address, { metadata: false })] : [];
      }),
    }),
  };
}

function getAddress({ base }: Call, { space_id, id }: ChangeRequestRow, page: string): string {
  return `${base}/v1/spaces/${space_id}/change-requests/${id}/content/page/${page}`;
}
