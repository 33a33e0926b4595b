/** Update of a change request that resolves conflicting pages with the version of one side. */

import type { ApiClient, Context, JsonObject, Result } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as space from "../../contract/space.ts";
import { ApiError } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { listChanges } from "./changes.ts";
import { editBatches } from "./edit-batches.ts";
import { describeConflict, pullWhole } from "./merge.ts";

/** The side whose version of a page is kept. */
type KeptSide = "space" | "cr";

type PullInput = Input<typeof contract.pull>;

export function pull(
  context: Context,
  { keep, fail, ...ids }: PullInput & { readonly keep?: KeptSide; readonly fail?: "conflicts" },
): Promise<Result> {
  if (keep === undefined) return pullWhole(context, { ...ids, ...(fail && { fail }) });
  return pullKeeping(context, ids, keep);
}

/**
 * Reverts the conflicting pages to the space's version, so that the update has no conflicts. To
 * keep the change request's version, the pages are then reverted to it.
 * @throws ApiError 409 if anything other than the text or existence of pages is in conflict
 */
async function pullKeeping(context: Context, ids: PullInput, keep: KeptSide): Promise<Result> {
  const client = await context.client();
  const looking = await context.client({ lookup: true });
  const { changeRequest, conflicts } = await listChanges(looking, ids);
  if (conflicts === undefined) throw untold(ids);
  const pages = [...new Set(conflicts.map(pageIn))];
  const { value } = await looking.call(space.get, { spaceId: ids.spaceId });
  const [theirs, mine] = [textIn(objectIn(value).revision), textIn(changeRequest.revision)];
  const edits = (revision: string) => buildEdits(ids, pages, revision);
  client.announceAll([
    ...edits(theirs).map((input) => client.describe(contract.edit, input)),
    client.describe(contract.pull, ids),
    ...(keep === "cr" ? edits(mine) : []).map((input) => client.describe(contract.edit, input)),
  ]);
  await sendAll(client, edits(theirs));
  const result = await pullWhole(context, ids);
  if (keep === "cr") await sendAll(client, edits(mine)).catch(sayWhereTheyAre(ids, pages, mine));
  const titles = conflicts.map(({ title }) => JSON.stringify(title)).join(", ");
  const side = keep === "space" ? "the space" : "the change request";
  const sentence = pages.length === 0 ? "No conflicts." : `Kept the version of ${side}: ${titles}.`;
  return result !== undefined && "done" in result
    ? { ...result, done: `${result.done} ${sentence}` }
    : result;
}

function buildEdits(ids: PullInput, pages: readonly string[], revision: string) {
  const changes = pages.map((page) => ({ operation: "revert_page", page, revision }) as const);
  return editBatches(changes, (change) => change).map((some) => ({ ...ids, changes: [...some] }));
}

async function sendAll(client: ApiClient, edits: ReturnType<typeof buildEdits>): Promise<void> {
  for (const input of edits) await client.call(contract.edit, input);
}

/**
 * After the update the pages have the space's version; the previous revision contains the change
 * request's version.
 */
function sayWhereTheyAre(
  { spaceId, changeRequestId }: PullInput,
  [first = "", ...others]: readonly string[],
  revision: string,
) {
  const back = `tome cr edit ${changeRequestId} --space ${spaceId} --page ${first} --revert-to ${revision}`;
  const rest = others.length === 0 ? "" : `, and likewise for ${others.join(", ")}`;
  return (error: unknown): never => {
    if (error instanceof Error) {
      error.message += ` The change request contains the space's version of the pages. To revert to its own version: ${back}${rest}`;
    }
    throw error;
  };
}

/** @throws ApiError for a conflict that reverting pages cannot resolve */
function pageIn(conflict: JsonObject): string {
  const { kind, id, reason } = conflict;
  if (kind === "page" && (reason === "edited" || reason === "deleted")) return textIn(id);
  throw new ApiError(
    409,
    `--keep resolves pages that were edited or deleted, but ${describeConflict(conflict)}. Make the same change in the change request. No changes were made.`,
    { hint: "tome cr edit --help" },
  );
}

function untold({ changeRequestId, spaceId }: PullInput): ApiError {
  return new ApiError(
    409,
    "The platform does not list the conflicting pages, so --keep cannot resolve them. Revert each page with tome cr edit --page <page> --revert-to <revision>. No changes were made.",
    { hint: `tome cr diff ${changeRequestId} --space ${spaceId}` },
  );
}
