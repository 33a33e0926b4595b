/**
 * Change requests that correct a finding. The language model is asked before the transaction, so that
 * the response reports its errors.
 */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-finding.ts";
import { buildParagraphs } from "../../../document/paragraphs.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call, Preparations } from "../../core/handlers.ts";
import { requireChangeRequest } from "../../core/rows/change-request-rows.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { insertChangeRequest } from "../change-requests/create.ts";
import {
  commitProposal,
  type PreparedProposal,
  prepareProposal,
  proposeEdit,
} from "../change-requests/proposals/propose-edit.ts";
import { updateChangeRequest } from "../change-requests/update.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex, type TreeIndex } from "../content/tree/tree-index.ts";
import { recordUse } from "../questions/ai-usage.ts";
import { requireModel } from "../questions/answer-stream.ts";
import { requireSite } from "../sites/queries.ts";
import { requireFinding } from "./finding-rows.ts";
import type { SiteFindingTable } from "./tables.ts";

type FixInput = Input<typeof contract.fix>;

/** Pages that the model may link to. */
const mostLinks = 300;
/** Maximum length of a subject, in characters. */
const longestSubject = 100;

const instructions = [
  "Correct the problem that the member problem describes, with the smallest edit of the page.",
  "Link only to pages of the list in the member links. If none fits, remove the link and keep its text.",
];

/** By the input of a request, so that both are garbage-collected together. */
const proposals = new WeakMap<FixInput, PreparedProposal>();

export const preparations = {
  async fix(input, call) {
    if (proposals.has(input)) return;
    const finding = await requireFixableFinding(call, input);
    const { row: space } = await requireSpace(call, finding.spaceId);
    const index = getTreeIndex(await readTree(call.db, space.revision_id));
    const page = index.pages.get(finding.pageId)?.page;
    if (!page) throw new ApiError(409, `The page of finding ${finding.row.id} was deleted.`);
    const { organizationId } = input;
    const model = await requireModel(call, organizationId);
    const asker = {
      ...call,
      async complete(messages: Parameters<typeof model.complete>[1]) {
        const { caller: user } = call;
        const member = { kind: "member", user, organization: organizationId } as const;
        const text = await model.complete(member, messages);
        await recordUse(call, organizationId, "finding-fix");
        return text;
      },
    };
    const { title, details } = finding.row;
    const problem = { title, details: JSON.parse(details) };
    const data = { problem, links: listLinks(index), title: page.title };
    const change = await proposeEdit(asker, {
      spaceId: space.id,
      page,
      task: { instructions, data },
    });
    if (!change) throw new ApiError(502, "The language model proposed no change of the page.");
    const content = {
      space_id: space.id,
      revision_id: space.revision_id,
      revision_initial: space.revision_id,
      revision_merged_ancestor: null,
    };
    proposals.set(input, await prepareProposal(asker, content, [change]));
  },
} satisfies Preparations<typeof contract>;

/** @throws ApiError 409 if the page was edited while the model was working */
export async function fixFinding(call: Call, input: FixInput): Promise<void> {
  const proposal = proposals.get(input);
  if (!proposal) throw new Error("The edit of a finding was not prepared.");
  const { row, spaceId } = await requireFixableFinding(call, input);
  const subject = `Fix: ${row.title}`.slice(0, longestSubject);
  const { id: changeRequestId } = await insertChangeRequest(call, spaceId, subject);
  const access = await requireChangeRequest(call, { spaceId, changeRequestId });
  const changed = await commitProposal(call, access.row, proposal);
  if (changed === 0) {
    throw new ApiError(409, "The page was edited in the meantime. Send the request again.");
  }
  await call.db
    .insertInto("finding_change_requests")
    .values({ change_request_id: changeRequestId, space_id: spaceId, finding_id: row.id })
    .execute();
  const description = buildParagraphs([row.title, ...JSON.parse(row.details)]);
  await updateChangeRequest(call, access, { status: "open", description });
}

interface FixableFinding {
  readonly row: SiteFindingTable;
  readonly spaceId: string;
  readonly pageId: string;
}

/**
 * @throws ApiError 404, 403 without the role edit in the space, 409 for a finding that is not open or
 * has no page
 */
async function requireFixableFinding(
  call: Call,
  { organizationId, siteId, siteFindingId }: FixInput,
): Promise<FixableFinding> {
  const access = await requireSite(call, organizationId, siteId);
  authorize(access.role, "triggerChangeRequestsForSiteFinding");
  const row = await requireFinding(call, access, siteFindingId);
  if (row.space_id === null || row.page_id === null) {
    const subject = row.space_id === null ? "the redirects of the site" : "a reusable content";
    throw new ApiError(
      409,
      `A change request can be generated only for a finding on a page. Finding ${row.id} is about ${subject}.`,
      row.space_id === null ? { hint: "tome site redirect list" } : {},
    );
  }
  if (row.status === "done" || row.status === "canceled") {
    throw new ApiError(
      409,
      `Finding ${row.id} is ${row.status === "done" ? "resolved" : "dismissed"}. To fix it again, set its status to open.`,
    );
  }
  const space = await requireSpace(call, row.space_id);
  authorize(space.role, "createChangeRequest");
  return { row, spaceId: row.space_id, pageId: row.page_id };
}

function listLinks({ pages }: TreeIndex): readonly object[] {
  return [...pages.values()]
    .filter(({ page }) => page.type === "document")
    .slice(0, mostLinks)
    .map(({ page, path }) => ({ title: page.title, link: `/pages/${path}` }));
}
