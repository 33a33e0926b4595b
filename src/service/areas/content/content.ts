/** The handlers of the content of a space as a whole. */
import type * as contract from "../../../contract/content.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import { WrittenJson } from "../../core/answers.ts";
import { lockChangeRequest } from "../../core/change-request-states.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { refuseLocked } from "../../core/locked-spaces.ts";
import { lockSpace } from "../../core/locks.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { commitTemplate, withTemplate } from "./apply-template.ts";
import { findDocument } from "./documents.ts";
import { presentDocument } from "./page-text.ts";
import { createPdfLink } from "./pdf-link.ts";
import { presentOptions, presentReusableContent, writeRevision } from "./present.ts";
import { requireContent, requireReusableContent } from "./require-content.ts";
import { commitEdit, readTree } from "./revisions.ts";
import { getTreeIndex } from "./tree-index.ts";

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
    if (call.visitor) return presentToVisitor(call, spaceId, documentId);
    await requireSpace(call, spaceId);
    const body = await findDocument(call.db, spaceId, documentId);
    if (body === undefined) throw noDocument(documentId);
    return new WrittenJson(body);
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

/**
 * A document for a visitor of a docs site: the text of a page, or a reusable content, of what the space
 * shows now.
 * @throws Problem 404 for any other
 */
async function presentToVisitor(
  call: Call,
  spaceId: string,
  documentId: string,
): Promise<WrittenJson> {
  const content = await requireContent(call, spaceId);
  const { pages, reusableContents } = getTreeIndex(content.tree);
  const treePage = [...pages.values()].find(({ page }) => page.document === documentId);
  const isReused = [...reusableContents.values()].some(({ document }) => document === documentId);
  if (!treePage && !isReused) throw noDocument(documentId);
  return presentDocument(call, content, documentId, {}, treePage);
}

function noDocument(documentId: string): Problem {
  return new Problem(
    404,
    `The space has no document ${documentId}; a page names its own as documentId.`,
    { field: "documentId" },
  );
}
