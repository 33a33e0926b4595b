/** Updates of a change request that resolve its conflicts with a version of each page or block. */

import type { ApiClient, Context, JsonObject, Result } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import type { Input } from "../../contract/endpoint.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { trimCharacter } from "../../json/trim.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { listChanges } from "./changes.ts";
import { describeDiscarded, describeVersion, isNamed, listBlocks } from "./conflicts.ts";
import { createConflictError, pullWhole } from "./merge.ts";

/** The side whose version of a conflict is kept. */
type KeptSide = "space" | "cr";

type PullInput = Input<typeof contract.pull>;

type Choice = Input<typeof contract.resolve>["choices"][number];

export function pull(
  context: Context,
  {
    keep,
    pages = [],
    blocks = [],
    fail,
    ...ids
  }: PullInput & {
    readonly keep?: KeptSide;
    readonly pages?: readonly string[];
    readonly blocks?: readonly string[];
    readonly fail?: "conflicts";
  },
): Promise<Result> {
  if (keep === undefined) {
    if (pages.length + blocks.length > 0) {
      throw new UsageError("--page and --block require --keep space or --keep cr.");
    }
    return pullWhole(context, { ...ids, ...(fail && { fail }) });
  }
  return pullChoosing(context, ids, (conflicts) => {
    if (pages.length + blocks.length === 0) return [{ keep }];
    return [
      ...pages.map((page) => ({ keep, ...findContent(conflicts, page) })),
      ...blocks.map((block) => ({ keep, ...findBlock(conflicts, block) })),
    ];
  });
}

/** `<page>` or `<page>#<block>`. */
export function resolve(
  context: Context,
  {
    keepSpace = [],
    keepCr = [],
    ...ids
  }: PullInput & {
    readonly keepSpace?: readonly string[];
    readonly keepCr?: readonly string[];
  },
): Promise<Result> {
  return pullChoosing(context, ids, (conflicts) => {
    if (keepSpace.length + keepCr.length > 0) {
      const choose = (keep: KeptSide) => (word: string) => ({
        keep,
        ...findNamed(conflicts, word),
      });
      return [...keepSpace.map(choose("space")), ...keepCr.map(choose("cr"))];
    }
    if (conflicts.length === 0) return [];
    if (context.terminal.interactive) return ask(context, conflicts);
    throw new UsageError(
      "--keep-space or --keep-cr is required when not running interactively.",
      `tome cr view ${ids.changeRequestId}`,
    );
  });
}

/**
 * @throws ApiError 409 for conflicts without a choice, and for a platform that does not list
 *   conflicts
 */
async function pullChoosing(
  context: Context,
  ids: PullInput,
  choose: (conflicts: readonly JsonObject[]) => Choice[] | Promise<Choice[]>,
): Promise<Result> {
  const client = await context.client();
  const looking: ApiClient = await context.client({ lookup: true });
  const { changeRequest, conflicts } = await listChanges(looking, ids);
  if (conflicts === undefined) throw createUnlistedConflictsError(ids);
  const choices = await choose(conflicts);
  if (conflicts.length === 0) {
    const result = await pullWhole(context, ids);
    return result !== undefined && "done" in result
      ? { ...result, done: `${result.done} No conflicts.` }
      : result;
  }
  const open = conflicts.filter((conflict) => !isResolved(conflict, choices));
  if (open.length > 0) throw createConflictError(ids, open);
  const { value } = await client.call(contract.resolve, { ...ids, choices });
  const record = asObject(value);
  const discarded = asObjects(record.discarded);
  const done = [
    `The change request ${ids.changeRequestId} is up to date with the space ${ids.spaceId}.`,
    ...describeKept(discarded),
  ].join(" ");
  return { done: done + describeDiscarded(discarded, asText(changeRequest.revision)), record };
}

function isResolved(conflict: JsonObject, choices: readonly Choice[]): boolean {
  const isChosen = (block?: string) =>
    choices.some(
      (choice) =>
        choice.id === undefined ||
        (choice.id === conflict.id && (choice.block === undefined || choice.block === block)),
    );
  const blocks = listBlocks(conflict);
  const names = Array.isArray(conflict.fields) ? conflict.fields : [];
  const isWhole = blocks.length === 0 || names.some((name) => name !== "document");
  return (!isWhole || isChosen()) && blocks.every(({ id }) => isChosen(asText(id)));
}

function describeKept(discarded: readonly JsonObject[]): string[] {
  const list = (from: KeptSide) => [
    ...new Set(discarded.filter((one) => one.from === from).map(({ title }) => writeJson(title))),
  ];
  const [fromCr, fromSpace] = [list("cr"), list("space")];
  return [
    ...(fromCr.length > 0 ? [`Kept the version of the space: ${fromCr.join(", ")}.`] : []),
    ...(fromSpace.length > 0
      ? [`Kept the version of the change request: ${fromSpace.join(", ")}.`]
      : []),
  ];
}

function findNamed(conflicts: readonly JsonObject[], word: string): Omit<Choice, "keep"> {
  if (conflicts.some((conflict) => isNamed(conflict, word))) {
    return findContent(conflicts, word);
  }
  const at = word.lastIndexOf("#");
  if (at === -1) return findContent(conflicts, word);
  const content = findContent(conflicts, word.slice(0, at));
  const inContent = conflicts.filter(({ id }) => id === content.id);
  return findBlock(inContent, word.slice(at + 1));
}

function findContent(conflicts: readonly JsonObject[], word: string): { readonly id: string } {
  const bare = trimCharacter(word, "/");
  const ids = new Set(
    conflicts.filter((one) => isNamed(one, word) || one.path === bare).map(({ id }) => id),
  );
  const [id] = ids;
  if (ids.size > 1)
    throw new UsageError(`Several conflicts match ${JSON.stringify(word)}: use an id.`);
  if (typeof id !== "string") throw new UsageError(`${JSON.stringify(word)} has no conflict.`);
  return { id };
}

function findBlock(
  conflicts: readonly JsonObject[],
  block: string,
): { readonly id: string; readonly block: string } {
  const owners = conflicts.filter((one) => listBlocks(one).some(({ id }) => id === block));
  const [owner] = owners;
  if (owners.length > 1) {
    throw new UsageError(`Several pages have a conflict in block ${block}: use tome cr resolve.`);
  }
  if (!owner) throw new UsageError(`Block ${block} has no conflict.`);
  return { id: asText(owner.id), block };
}

/** Asks for each block, or for content that is in conflict as a whole. */
async function ask(context: Context, conflicts: readonly JsonObject[]): Promise<Choice[]> {
  const choices: Choice[] = [];
  for (const conflict of conflicts) {
    const id = asText(conflict.id);
    const name = asText(conflict.path) || asText(conflict.title);
    const blocks = listBlocks(conflict);
    for (const block of blocks) {
      const keep = await pickVersion(context, `${name}, ${asText(block.type)}:`, [
        describeVersion(block, "space"),
        describeVersion(block, "changeRequest"),
      ]);
      choices.push({ keep, id, block: asText(block.id) });
    }
    const names = Array.isArray(conflict.fields) ? conflict.fields.map(asText) : [];
    const others = blocks.length === 0 ? names : names.filter((one) => one !== "document");
    if (blocks.length > 0 && others.length === 0) continue;
    const subject = others.length === 0 ? asText(conflict.reason) : others.join(", ");
    choices.push({ keep: await pickVersion(context, `${name}, ${subject}:`, []), id });
  }
  return choices;
}

async function pickVersion(
  { terminal }: Context,
  question: string,
  [space, cr]: readonly string[],
): Promise<KeptSide> {
  const picked = await terminal.pick(question, [
    { value: "space", title: "space", ...(space !== undefined && { details: [space] }) },
    { value: "cr", title: "change request", ...(cr !== undefined && { details: [cr] }) },
  ]);
  if (picked === "space" || picked === "cr") return picked;
  throw new UsageError(`${JSON.stringify(picked)} is neither version.`);
}

function createUnlistedConflictsError({ changeRequestId, spaceId }: PullInput): ApiError {
  return new ApiError(
    409,
    "The platform does not list the conflicting pages, so a version cannot be chosen. Revert each page with tome cr edit --page <page> --revert-to <revision>. No changes were made.",
    { hint: `tome cr diff ${changeRequestId} --space ${spaceId}` },
  );
}
