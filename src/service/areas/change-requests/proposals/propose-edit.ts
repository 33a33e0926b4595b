/** Edits of pages that a language model proposes. Blocks that it does not edit stay as they are. */
import type { ContentChange } from "../../../../contract/cr-content.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { ApiError } from "../../../../errors.ts";
import type { Actor } from "../../../core/handlers.ts";
import type { ChangeRequestRow } from "../../../core/rows/change-request-rows.ts";
import type { Queries } from "../../../database/tables.ts";
import { parseText, printText } from "../../../engines/documents.ts";
import type { ChatMessage } from "../../../engines/language/chat-model.ts";
import { commitEdit, readTree } from "../../content/revisions.ts";
import { getStoredText, putStored } from "../../content/texts/documents.ts";
import type { ContentPage, ContentTree } from "../../content/tree/tree.ts";
import { withPage } from "../../content/tree/tree-edit.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import { type EditPlan, planEdit } from "../edit/edit.ts";
import type { EditedContent } from "../edit/edit-pages.ts";
import { openTexts } from "../edit/edit-texts.ts";
import {
  type BlockEdit,
  buildEditPrompt,
  type EditTask,
  type PromptedBlock,
  parseEdits,
} from "./edit-prompt.ts";

/** Maximum length of the blocks in a request to the model, in characters. */
const longestPart = 8000;
/** Requests to the model for one page. */
const mostParts = 10;
/** Maximum length of a document as JSON, in characters. */
const longestDocument = 512 * 1024;

/** A page that cannot be edited, or for which the model returns no edits that can be applied. */
export class ProposalFailure extends ApiError {}

export interface ProposalCall {
  readonly db: Queries;
  readonly caller: string;
  readonly newId: () => string;
  /** Sends messages to the model. @returns its text */
  readonly complete: (messages: readonly ChatMessage[]) => Promise<string>;
}

interface ProposedPage {
  readonly spaceId: string;
  readonly page: ContentPage;
  readonly task: EditTask;
}

/**
 * @param call not in a transaction
 * @returns undefined if the model changes nothing
 * @throws ProposalFailure for this page, ApiError for a model that fails
 */
export async function proposeEdit(
  call: ProposalCall,
  { spaceId, page, task }: ProposedPage,
): Promise<ContentChange | undefined> {
  const { body } = await getStoredText(call.db, spaceId, page.document);
  if (body.length > longestDocument) throw new ProposalFailure(409, formatTooLong(page));
  const document: Document = JSON.parse(body);
  const parts = splitBlocks(await printBlocks(call, document));
  if (parts.length > mostParts) throw new ProposalFailure(409, formatTooLong(page));
  const edits: BlockEdit[] = [];
  for (const part of parts) {
    const parsed = parseEdits(await call.complete(buildEditPrompt(task, part)), part);
    if (!parsed) {
      throw new ProposalFailure(
        502,
        `The language model did not return valid edits for the page "${page.title}".`,
      );
    }
    for (const edit of parsed) edits.push(edit);
  }
  if (edits.length === 0) return undefined;
  let { nodes } = document;
  // From the end, so that the numbers of earlier blocks stay valid.
  for (const { number, markdown } of edits.toSorted((one, other) => other.number - one.number)) {
    const parsed: Document = JSON.parse((await parseText(markdown, call)).document);
    const newNodes = markdown === "" ? [] : parsed.nodes;
    nodes = [...nodes.slice(0, number - 1), ...newNodes, ...nodes.slice(number)];
  }
  return {
    operation: "update_page",
    page: page.id,
    document: { document: { ...document, nodes } },
  };
}

const formatTooLong = ({ title }: ContentPage) =>
  `The page "${title}" is too long for the language model.`;

/** Blocks without text, such as an empty paragraph, are omitted. */
async function printBlocks(call: ProposalCall, document: Document): Promise<PromptedBlock[]> {
  const blocks: PromptedBlock[] = [];
  for (const [index, node] of document.nodes.entries()) {
    const printed = await printText(JSON.stringify({ ...document, nodes: [node] }), call);
    const markdown = printed.trim();
    if (markdown !== "") blocks.push({ number: index + 1, markdown });
  }
  return blocks;
}

/** A block that is longer than a part is omitted: the model could not return it. */
function splitBlocks(blocks: readonly PromptedBlock[]): PromptedBlock[][] {
  const parts: PromptedBlock[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const block of blocks) {
    const size = block.markdown.length;
    if (size > longestPart) continue;
    length += size;
    if (length > longestPart) {
      parts.push([]);
      length = size;
    }
    parts.at(-1)?.push(block);
  }
  return parts;
}

/** Proposed texts of pages, ready to be stored. */
export interface PreparedProposal extends Pick<EditPlan, "documents"> {
  /** By page, the hashes of its document before and after the edit. */
  readonly pages: ReadonlyMap<
    string,
    { readonly before: string | undefined; readonly after: string }
  >;
}

/**
 * @param call not in a transaction
 * @param row a change request, or the current content of a space, to which the changes belong
 */
export async function prepareProposal(
  call: Pick<ProposalCall, "db" | "caller" | "newId">,
  row: EditedContent,
  changes: readonly ContentChange[],
): Promise<PreparedProposal> {
  const before = getTreeIndex(await readTree(call.db, row.revision_id)).pages;
  const { tree, documents } = await planEdit(call, row, changes, openTexts(changes, call));
  const after = getTreeIndex(tree).pages;
  const pages = new Map<string, { before: string | undefined; after: string }>();
  for (const [id, { page }] of after) {
    const previous = before.get(id)?.page.document;
    if (page.document === undefined || page.document === previous) continue;
    pages.set(id, { before: previous, after: page.document });
  }
  return { documents, pages };
}

/**
 * Commits the proposed texts of the pages that were not edited in the meantime.
 * @param call in a transaction
 * @returns the number of changed pages
 */
export async function commitProposal(
  call: Actor,
  row: ChangeRequestRow,
  { pages, documents }: PreparedProposal,
): Promise<number> {
  let tree: ContentTree = await readTree(call.db, row.revision_id);
  const current = getTreeIndex(tree).pages;
  let changed = 0;
  for (const [id, { before, after }] of pages) {
    const page = current.get(id)?.page;
    if (!page || page.document !== before) continue;
    tree = withPage(tree, id, { document: after });
    changed++;
  }
  if (changed === 0) return 0;
  for (const document of documents) await putStored(call.db, row.space_id, [document]);
  await commitEdit(call, row, tree);
  return changed;
}
