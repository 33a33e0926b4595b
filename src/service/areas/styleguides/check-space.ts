/**
 * Job that checks pages of a space against the style guide of a site with the language model. Each
 * job checks a few pages, commits their edits to the change request, and enqueues the next one.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { ApiError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { authorize } from "../../core/access/access.ts";
import { requireOwnSpace } from "../../core/access/job-permissions.ts";
import { lockSpace } from "../../core/locks.ts";
import { type ChangeRequestRow, readChangeRequest } from "../../core/rows/change-request-rows.ts";
import { isFinal } from "../../core/rows/change-request-states.ts";
import type { Queries } from "../../database/tables.ts";
import { printText } from "../../engines/documents.ts";
import type { ChatMessage, ChatModel } from "../../engines/language/chat-model.ts";
import type { Effect, JobPermission, LongJob, LongJobCall } from "../../jobs/job.ts";
import type { EditTask } from "../change-requests/proposals/edit-prompt.ts";
import {
  commitProposal,
  type PreparedProposal,
  ProposalFailure,
  prepareProposal,
  proposeEdit,
} from "../change-requests/proposals/propose-edit.ts";
import { readTree } from "../content/revisions.ts";
import { getStoredText } from "../content/texts/documents.ts";
import type { ContentPage } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { recordUse } from "../questions/ai-usage.ts";
import { requireModel } from "../questions/answer-stream.ts";
import { requireSite } from "../sites/queries.ts";
import { type CheckPayload, checkKind } from "./check-request.ts";
import { findRunningCheck } from "./check-rows.ts";
import type { StyleguideCheckTable } from "./tables.ts";

/** Pages of a space that a check reads, in the order of the table of contents. */
const mostPages = 200;
const pagesOfJob = 5;
/** Maximum length of the rules that the model receives, in characters. */
const longestGuide = 12_000;
/** Further attempts while the model has no free slot. */
const mostAttempts = 4;
/** In milliseconds, after the time that the request has waited in the queue. */
const delay = 5000;

const instructions = [
  "Edit the page so that it follows the rules of the style guide in the member styleGuide.",
  "Change only what violates a rule. Do not add facts.",
];

interface CheckedPages {
  readonly prepared: PreparedProposal | undefined;
  /** Pages that could not be checked. */
  readonly unchecked: number;
  readonly reason: string | undefined;
}

export const checkSpace: LongJob = {
  async prepare(payload, call) {
    const request = payload as CheckPayload;
    const check = await findRunningCheck(call.db, request);
    if (!check) return async () => {};
    const row = await readChangeRequest(call.db, check.space_id, check.change_request_id);
    if (isFinal(row.status)) return (ending) => failCheck(ending.db, check, wasClosed);
    const tree = await readTree(call.db, row.revision_id);
    const { pages } = getTreeIndex(tree);
    const documents = [...pages.values()].flatMap(({ page }) =>
      page.type === "document" && page.document !== undefined ? [page] : [],
    );
    const ids = request.pages ?? documents.slice(0, mostPages).map(({ id }) => id);
    const skipped = request.pages === undefined ? Math.max(0, documents.length - mostPages) : 0;
    const now = new Set(ids.slice(0, pagesOfJob));
    let result: CheckedPages;
    try {
      const some = documents.filter(({ id }) => now.has(id));
      result = await checkPages(call, check, row, {
        organizationId: request.organizationId,
        pages: some,
      });
    } catch (error) {
      if (call.signal.aborted || !(error instanceof ApiError)) throw error;
      return (ending) => failCheck(ending.db, check, error.message, request.changed);
    }
    const reason =
      skipped > 0 ? `A check reads at most ${mostPages} pages.` : (result.reason ?? request.reason);
    const next: CheckPayload = {
      ...request,
      pages: ids.slice(pagesOfJob),
      unchecked: request.unchecked + result.unchecked + skipped,
      ...(reason !== undefined && { reason }),
    };
    return (ending) => endJob(ending, next, result.prepared);
  },
};

const wasClosed = "The change request was merged or archived before the end of the check.";

/** @throws ApiError if the model fails, or may no longer be used */
async function checkPages(
  call: LongJobCall,
  check: StyleguideCheckTable,
  row: ChangeRequestRow,
  {
    organizationId,
    pages,
  }: { readonly organizationId: string; readonly pages: readonly ContentPage[] },
): Promise<CheckedPages> {
  const { requested_by: caller, space_id: spaceId } = check;
  const task: EditTask = {
    instructions,
    data: { styleGuide: await readGuide(call, check) },
  };
  const complete = async (messages: readonly ChatMessage[]) => {
    await call.requirePermission();
    const model = await requireModel(call, organizationId);
    const text = await completeWhenFree(model, { caller, organizationId, messages }, call.signal);
    await recordUse({ db: call.db, now: call.time() }, organizationId, "style-guide-check");
    return text;
  };
  const proposals = { db: call.db, caller, newId: call.newId, complete };
  const changes: ContentChange[] = [];
  let unchecked = 0;
  let reason: string | undefined;
  for (const page of pages) {
    try {
      const title = page.title;
      const change = await proposeEdit(proposals, {
        spaceId,
        page,
        task: { ...task, data: { ...task.data, title } },
      });
      if (change) changes.push(change);
    } catch (error) {
      if (!(error instanceof ProposalFailure)) throw error;
      unchecked++;
      reason = error.message;
    }
  }
  if (changes.length === 0) return { prepared: undefined, unchecked, reason };
  return { prepared: await prepareProposal(proposals, row, changes), unchecked, reason };
}

/** A check waits for the requests of other members, which must not end it. */
async function completeWhenFree(
  model: ChatModel,
  {
    caller: user,
    organizationId: organization,
    messages,
  }: {
    readonly caller: string;
    readonly organizationId: string;
    readonly messages: readonly ChatMessage[];
  },
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await model.complete({ kind: "member", user, organization }, messages);
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || attempt === mostAttempts) throw error;
      await wait(delay, undefined, { signal });
    }
  }
}

/** The text of the pages of the style guide, as Markdown. */
async function readGuide(
  call: LongJobCall,
  { site_id, requested_by: caller }: StyleguideCheckTable,
): Promise<string> {
  const guide = await call.db
    .selectFrom("site_styleguides")
    .innerJoin("spaces", "spaces.id", "site_styleguides.space_id")
    .select(["spaces.id", "spaces.revision_id"])
    .where("site_styleguides.site_id", "=", site_id)
    .where("spaces.deleted_at", "is", null)
    .executeTakeFirst();
  if (!guide) throw new ApiError(404, "The style guide was removed from the site.");
  const { pages } = getTreeIndex(await readTree(call.db, guide.revision_id));
  let text = "";
  for (const { page } of pages.values()) {
    if (page.document === undefined || text.length > longestGuide) continue;
    const { body } = await getStoredText(call.db, guide.id, page.document);
    text += `# ${page.title}\n\n${await printText(body, { db: call.db, caller })}\n`;
  }
  return text.slice(0, longestGuide);
}

async function endJob(
  call: Parameters<Effect>[0],
  next: CheckPayload,
  prepared: PreparedProposal | undefined,
): Promise<void> {
  const check = await findRunningCheck(call.db, next);
  if (!check) return;
  await lockSpace(call.db, check.space_id);
  const row = await readChangeRequest(call.db, check.space_id, check.change_request_id);
  if (isFinal(row.status)) return failCheck(call.db, check, wasClosed, next.changed);
  const actor = { ...call, caller: check.requested_by, base: "" };
  const committed = prepared ? await commitProposal(actor, row, prepared) : 0;
  // A page that was edited in the meantime is not checked.
  const unchecked = next.unchecked + (prepared ? prepared.pages.size - committed : 0);
  const reason = next.reason ?? "A page was edited during the check.";
  const changed = next.changed + committed;
  if ((next.pages ?? []).length > 0) {
    const payload: CheckPayload = { ...next, changed, unchecked };
    return call.enqueue({ kind: checkKind, payload });
  }
  await call.db
    .updateTable("styleguide_checks")
    .set({
      status: "done",
      changed_pages: changed,
      checked_at: call.now.toISOString(),
      failure: unchecked === 0 ? null : `Not checked: ${formatCount(unchecked, "page")}. ${reason}`,
    })
    .where("change_request_id", "=", check.change_request_id)
    .execute();
}

async function failCheck(
  db: Queries,
  { change_request_id }: StyleguideCheckTable,
  failure: string,
  changed?: number,
): Promise<void> {
  await db
    .updateTable("styleguide_checks")
    .set({ status: "failed", failure, ...(changed !== undefined && { changed_pages: changed }) })
    .where("change_request_id", "=", change_request_id)
    .execute();
}

/** The user who requested the check needs the permissions until its end. */
export const checkPermission: JobPermission = {
  async authorize(payload, call) {
    const request = payload as CheckPayload;
    const check = await findRunningCheck(call.db, request);
    if (!check) return;
    const { organizationId, siteId } = request;
    await call.requireScope("createSiteStyleguideRun", { organizationId, siteId });
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "createSiteStyleguideRun");
    if (site.styleguide !== null) await requireOwnSpace(call, site.styleguide, organizationId);
    const space = await requireOwnSpace(call, check.space_id, organizationId);
    authorize(space.role, "createChangeRequest");
  },

  async end(payload, { reason }, call) {
    const request = payload as CheckPayload;
    const check = await findRunningCheck(call.db, request);
    if (!check) return undefined;
    await failCheck(call.db, check, reason, request.changed);
    return {
      operation: "createSiteStyleguideRun",
      target: { type: "change-request", id: check.change_request_id },
    };
  },
};
