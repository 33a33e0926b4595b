/** Merges of change requests into their space, and pulls from it. */

import type { Context, JsonObject, Result } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import type { Input } from "../../contract/endpoint.ts";
import { ApiError, CanceledError, type Finding, IncompleteError, withHint } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asText } from "../../json/values.ts";
import { listChanges } from "./changes.ts";
import { describeConflict, describeVersion, listBlocks } from "./conflicts.ts";

type MergeCommandInput = Input<typeof contract.merge>;

interface ScheduleFlags {
  readonly fail?: "conflicts";
  /** Time of a scheduled merge; null cancels it. */
  readonly at?: string | null;
}

interface MergeVerb {
  readonly endpoint: typeof contract.merge | typeof contract.pull;
  readonly done: string;
  /** The `result` of a response without conflicts. */
  readonly result: string;
  /** The sentence for a response that reports conflicts: the platform has applied the change. */
  readonly doneWithConflicts: string;
}

/** @param fail whether a merge with conflicts ends with exit code 10 */
export async function merge(
  context: Context,
  { fail, at, ...ids }: MergeCommandInput & ScheduleFlags,
): Promise<Result> {
  if (at !== undefined) {
    const { cancelMerge, scheduleMerge } = await import("./schedule.ts");
    return at === null ? cancelMerge(context, ids) : scheduleMerge(context, ids, at);
  }
  const { changeRequestId } = ids;
  const isEmpty = await confirmEmpty(context, ids);
  const integration: MergeVerb = {
    endpoint: contract.merge,
    done: `Merged the change request ${changeRequestId}.${isEmpty ? " It contained no changes." : ""}`,
    result: "merge",
    doneWithConflicts: `Merged the change request ${changeRequestId} with conflicts. The space contains its changes and may need corrections.`,
  };
  return integrate(context, integration, ids, fail !== undefined);
}

/**
 * Asks on a terminal whether to merge a change request without changes: usually its edits were made
 * in another one.
 * @returns whether it has no changes; only determined on a terminal, because it requires requests
 */
async function confirmEmpty(context: Context, ids: MergeCommandInput): Promise<boolean> {
  const { terminal, yes } = context;
  if (!terminal.outIsTerminal && !terminal.interactive) return false;
  const { pages, others, changeRequest } = await findChanges(context, ids);
  if (changeRequest === undefined || changeRequest.status === "merged") return false;
  if (pages === undefined || pages.length + (others ?? []).length > 0) return false;
  if (yes || !terminal.interactive) return true;
  const question = `The change request ${changeRequest.number ?? ids.changeRequestId} contains no changes. Merge it?`;
  if (!(await terminal.confirm(question))) throw new CanceledError();
  return true;
}

/** Updates a change request with the changes of its space. */
export function pullWhole(
  context: Context,
  { fail, ...ids }: MergeCommandInput & { readonly fail?: "conflicts" },
): Promise<Result> {
  const { changeRequestId, spaceId } = ids;
  const integration: MergeVerb = {
    endpoint: contract.pull,
    done: `The change request ${changeRequestId} is up to date with the space ${spaceId}.`,
    result: "update",
    doneWithConflicts: `Updated the change request ${changeRequestId} with conflicts. It contains the changes of its space and may need corrections.`,
  };
  return integrate(context, integration, ids, fail !== undefined);
}

/**
 * A response with the result "conflicts" means that the change was applied. A platform that refuses
 * conflicts, as the local one does, responds with 409.
 */
async function integrate(
  context: Context,
  { endpoint, done, result, doneWithConflicts }: MergeVerb,
  ids: MergeCommandInput,
  fail: boolean,
): Promise<Result> {
  const client = await context.client();
  const { value } = await client.call(endpoint, ids).catch(async (error: unknown) => {
    throw await explainRefusal(context, ids, error);
  });
  const record = asObject(value);
  if (record.result === undefined || record.result === result) return { done, record };
  if (record.result !== "conflicts") {
    const message = `The platform returned the unknown result ${writeJson(record.result)}.`;
    const hint = `tome cr get ${ids.changeRequestId} --space ${ids.spaceId}`;
    return { record, unsettled: new IncompleteError("unknown", message, hint) };
  }
  const pages = await listChangedPages(context, ids);
  const review =
    pages.length === 0
      ? "Review the pages that it changed."
      : `Review ${pages.length === 1 ? "the page" : "the pages"} ${pages.map((title) => JSON.stringify(title)).join(", ")}.`;
  const hint = `tome cr diff ${ids.changeRequestId} --space ${ids.spaceId}`;
  if (fail) {
    const message = `${doneWithConflicts} ${review}`;
    return { record, unsettled: new IncompleteError("findings", message, hint) };
  }
  context.terminal.warn(`${review} See: ${hint}`);
  return { done: doneWithConflicts, record };
}

/** Adds the merge rules or the conflicts that caused a refusal to its error. */
async function explainRefusal(
  context: Context,
  ids: MergeCommandInput,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 412) return withHint(error, `tome cr view ${ids.changeRequestId}`);
  if (error.status !== 409) return error;
  const { conflicts = [] } = await findChanges(context, ids);
  if (conflicts.length === 0) return error;
  return createConflictError(ids, conflicts, error.requestId);
}

/** @param conflicts that need a choice */
export function createConflictError(
  { changeRequestId }: MergeCommandInput,
  conflicts: readonly JsonObject[],
  requestId?: string,
): ApiError {
  const advice =
    "No changes were made. Choose a version with tome cr pull --keep, or for each page and block with tome cr resolve.";
  return new ApiError(409, `${describeConflicts(conflicts)} ${advice}`, {
    hint: `tome cr pull ${changeRequestId} --keep <space|cr>`,
    requestId,
    findings: conflicts.flatMap(toFindings),
  });
}

/** The titles of the pages that a change request changes; empty if they cannot be read. */
async function listChangedPages(
  context: Context,
  ids: MergeCommandInput,
): Promise<readonly string[]> {
  const { pages = [] } = await findChanges(context, ids);
  return pages.map(({ id, before, after }) => (after ?? before)?.title ?? id);
}

/** A change request that was just written is read on a best effort: the result of the write stands. */
async function findChanges(
  context: Context,
  ids: MergeCommandInput,
): Promise<Partial<Awaited<ReturnType<typeof listChanges>>>> {
  const client = await context.client({ lookup: true });
  return listChanges(client, ids).catch(() => ({}));
}

/** A finding for each block, or for content that is in conflict as a whole. */
function toFindings(conflict: JsonObject): Finding[] {
  const { title, path } = conflict;
  const name = typeof path === "string" && path !== "" ? path : title;
  const location = typeof name === "string" ? { name } : undefined;
  const described = describeConflict(conflict);
  const sentence = `${described.charAt(0).toUpperCase()}${described.slice(1)}`;
  const blocks = listBlocks(conflict);
  const messages =
    blocks.length === 0
      ? [`${sentence}.`]
      : blocks.map((block) => `${sentence}: ${describeBlock(block)}.`);
  return messages.map((message) => ({
    rule: "merge-conflict",
    level: "error",
    message,
    location,
  }));
}

/** Both versions in the same form. */
function describeBlock(block: JsonObject): string {
  const [published, proposed] = [
    describeVersion(block, "space"),
    describeVersion(block, "changeRequest"),
  ];
  return `${asText(block.type)} ${asText(block.id)}, in the space ${published}, in the change request ${proposed}`;
}

function describeConflicts(conflicts: readonly JsonObject[]): string {
  return `The change request and the space have conflicting changes: ${conflicts.map(describeConflict).join("; ")}.`;
}
