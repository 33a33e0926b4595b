/** Handlers of the content of a space as a whole. */
import type * as contract from "../../../contract/content.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import { WrittenJson } from "../../core/deferred-response.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { lockChangeRequest } from "../../core/rows/change-request-states.ts";
import { refuseLocked } from "../../core/rows/locked-spaces.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { findHiddenContent } from "./hidden-content.ts";
import { presentOptions, presentPages, presentReusableContent, writeRevision } from "./present.ts";
import { requireContent, requireReusableContent } from "./require-content.ts";
import { commitEdit, readTree } from "./revisions.ts";
import { commitTemplate, withTemplate } from "./texts/apply-template.ts";
import { findDocument } from "./texts/documents.ts";
import { presentDocument, presentStored } from "./texts/page-text.ts";
import { createPdfLink } from "./texts/pdf-link.ts";
import { getTreeIndex } from "./tree/tree-index.ts";

export const handlers = {
  async get({ spaceId, ...options }, call) {
    const { revision } = await requireContent(call, spaceId);
    return writeRevision(call, revision, presentOptions(call, spaceId, options));
  },

  async reusableContent({ spaceId, reusableContentId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    const hiddenIds = await findHiddenContent(call, spaceId, content.tree, [reusableContentId]);
    return presentReusableContent(
      requireReusableContent(content, reusableContentId, hiddenIds),
      presentOptions(call, spaceId, options),
    );
  },

  async document({ spaceId, documentId }, call) {
    if (call.visitor) return presentToVisitor(call, spaceId, documentId);
    await requireSpace(call, spaceId);
    const body = await findDocument(call.db, spaceId, documentId);
    if (body === undefined) throw buildNotFound(documentId);
    // Most documents are sent as they are stored.
    return /<table\b/i.test(body) ? presentStored(call, body) : new WrittenJson(body);
  },

  async computeRevision({ spaceId, ...computation }, call) {
    const { computePages } = await loadComputation();
    const { pages } = await computePages(call, spaceId, computation);
    const options = presentOptions(call, spaceId);
    return { pages: presentPages(pages, "", options), files: [], reusableContents: [] };
  },

  async computeDocument({ spaceId, source, seed }, call) {
    const { computeDocument } = await loadComputation();
    return computeDocument(call, spaceId, { source, seed });
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
    refuseLocked(found.row, `tome content apply-template ${id} --space ${spaceId} --cr <cr>`);
    await commitTemplate(call, spaceId, template);
    return undefined;
  },
} satisfies Handlers<typeof contract>;

function loadComputation() {
  return import("./compute-content.ts");
}

/**
 * A document for a visitor of a site: the text of a page or a reusable content of the current content.
 * @throws ApiError 404 for any other document
 */
async function presentToVisitor(
  call: Call,
  spaceId: string,
  documentId: string,
): Promise<WrittenJson> {
  const content = await requireContent(call, spaceId);
  const { pages, reusableContents } = getTreeIndex(content.tree);
  const treePage = [...pages.values()].find(({ page }) => page.document === documentId);
  if (treePage) return presentDocument(call, content, treePage, {});
  const candidates = [...reusableContents.values()].filter(
    ({ document }) => document === documentId,
  );
  const ids = candidates.map(({ id }) => id);
  const hiddenIds = await findHiddenContent(call, spaceId, content.tree, ids);
  const reusableContent = candidates.find(({ id }) => !hiddenIds.has(id));
  if (!reusableContent) throw buildNotFound(documentId);
  return presentDocument(call, content, reusableContent, {});
}

function buildNotFound(documentId: string): ApiError {
  return new ApiError(
    404,
    `The space has no document ${documentId}. The documentId of a page contains its id.`,
    { field: "documentId" },
  );
}
