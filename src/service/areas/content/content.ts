/** Handlers of the content of a space as a whole. */
import type * as contract from "../../../contract/content.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import { WrittenJson } from "../../core/deferred-response.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { lockChangeRequest } from "../../core/rows/change-request-states.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { presentOptions, presentReusableContent, writeRevision } from "./present.ts";
import { requireContent, requireReusableContent } from "./require-content.ts";
import { commitEdit, readTree } from "./revisions.ts";
import { commitTemplate, withTemplate } from "./texts/apply-template.ts";
import { findDocument } from "./texts/documents.ts";
import { createPdfLink } from "./texts/pdf-link.ts";
import { getTreeIndex } from "./tree/tree-index.ts";

export const handlers = {
  async get({ spaceId, ...options }, call) {
    const { revision } = await requireContent(call, spaceId);
    return writeRevision(call, revision, presentOptions(call, spaceId, options));
  },

  async reusableContent({ spaceId, reusableContentId, ...options }, call) {
    return presentReusableContent(
      requireReusableContent(await requireContent(call, spaceId), reusableContentId),
      presentOptions(call, spaceId, options),
    );
  },

  async document({ spaceId, documentId }, call) {
    await requireSpace(call, spaceId);
    const isOpen = !call.visitor || (await isPublished(call, spaceId, documentId));
    const body = isOpen ? await findDocument(call.db, spaceId, documentId) : undefined;
    if (body !== undefined) return new WrittenJson(body);
    throw new ApiError(
      404,
      `The space has no document ${documentId}. The documentId of a page contains its id.`,
      { field: "documentId" },
    );
  },

  async pdf({ spaceId, ...scope }, call) {
    const { revision } = await requireContent(call, spaceId);
    const printable = {
      owner: { space: spaceId },
      revision: revision.id,
      called: "The space",
      file: `${spaceId}.pdf`,
    };
    return createPdfLink(call, printable, scope);
  },

  async applyTemplate({ spaceId, id, params, changeRequestId }, call) {
    const template = { id, ...(params && { params }) };
    if (changeRequestId !== undefined) {
      const ids = { spaceId, changeRequestId };
      const { row } = await lockChangeRequest(call, ids, "updateChangeRequestContent");
      const tree = await readTree(call.db, row.revision_id);
      await commitEdit(call, row, await withTemplate(call, spaceId, tree, template));
      return undefined;
    }
    await lockSpace(call.db, spaceId);
    const { found } = await requireContent(call, spaceId);
    authorize(found.role, "applyTemplateToSpace");
    if (found.row.edit_mode === "locked") {
      throw new ApiError(
        409,
        `Space ${spaceId} is locked, so its content cannot be edited directly. Use a change request.`,
        { hint: `tome content apply-template ${id} --space ${spaceId} --cr <cr>` },
      );
    }
    await commitTemplate(call, spaceId, template);
    return undefined;
  },
} satisfies Handlers<typeof contract>;

/** Whether a document belongs to a page or reusable content of the current content. */
async function isPublished(call: Call, spaceId: string, documentId: string): Promise<boolean> {
  const { tree } = await requireContent(call, spaceId);
  const { pages, reusableContents } = getTreeIndex(tree);
  return (
    [...pages.values()].some(({ page }) => page.document === documentId) ||
    [...reusableContents.values()].some(({ document }) => document === documentId)
  );
}
