/** Carries a verb out and hands back what it found or did. */

import { Unfinished } from "../client/meaning.ts";
import { unlike } from "../commands/outcomes.ts";
import type { Act, Show, Task, Verb } from "../commands/verb.ts";
import type { Context, JsonObject, Result } from "../context.ts";
import { type Endpoint, methodOf, pathNames, placeOf } from "../contract/endpoint.ts";
import {
  Cancelled,
  type Finding,
  Problem,
  sentenceOf,
  Unsettled,
  UsageError,
  unasked,
  withPlace,
} from "../errors.ts";
import { isObject, objectIn } from "../json/values.ts";
import { questionFor } from "./confirm.ts";
import { mostIds } from "./id-cache.ts";
import { type Assembled, asInput } from "./input.ts";
import { cutList, pagesOf, wholeLimit } from "./lists.ts";
import { forget, remember } from "./remember.ts";
import { openSelf, ownWords } from "./self.ts";
import { fill } from "./sentence.ts";

/** @param line the words of the command, for messages */
export async function run(
  line: string,
  verb: Verb,
  assembled: Assembled,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Result> {
  const place = verb.kind === "show" ? "" : context.projectPlace(assembled.fromProject);
  try {
    return placed(await carriedOut(line, verb, assembled, context, shared), place);
  } catch (error) {
    withPlace(error, sentenceOf(place));
    // What the platform says of work that is not done yet is data as any other answer.
    if (!(error instanceof Unfinished) || !isObject(error.value)) throw error;
    return { record: error.value, unsettled: error };
  }
}

/** The sentence of a write also says which of its parents nobody typed. */
function placed(result: Result, place: string): Result {
  if (place === "" || result === undefined || !("done" in result)) return result;
  return { ...result, done: `${result.done}${sentenceOf(place)}` };
}

async function carriedOut(
  line: string,
  verb: Verb,
  { endpoint, input, extra, fromProject }: Assembled,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Result> {
  if (verb.kind === "task")
    return cut(verb, await performed(verb, { input, fromProject }, context), shared);
  if (endpoint === undefined) throw new UsageError(`tome ${line} has nothing to send.`);
  if (context.dryRun) {
    const client = await context.client();
    const { method, url, body } = client.describe(endpoint, asInput(input));
    return { record: { method, url, ...(body !== undefined && { body }) }, asJson: true };
  }
  try {
    return verb.kind === "show"
      ? await shown(verb, endpoint, { input, extra }, context, shared)
      : await acted(line, verb, endpoint, { input, fromProject }, context);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) forgetThing(endpoint, input, context);
    throw error;
  }
}

/** The thing that the operation is about is not there, or no longer. */
function forgetThing(endpoint: Endpoint, input: JsonObject, context: Context): void {
  const thing = pathNames(endpoint).at(-1) ?? "";
  const id = input[thing];
  if (typeof id === "string") forget(thing, id, endpoint, context);
}

/** What a task brings from the one operation that it sends is remembered as any other answer is. */
async function performed(
  verb: Task,
  { input, fromProject }: Pick<Assembled, "input" | "fromProject">,
  context: Context,
): Promise<Result> {
  const result = await (await verb.load())(context, input, fromProject);
  const [endpoint, ...others] = verb.sends;
  if (result === undefined || endpoint === undefined || others.length > 0) return result;
  const keep = (items: readonly JsonObject[]) => remember(items, endpoint, input, context);
  if ("record" in result) keep([result.record]);
  return "list" in result ? { ...result, list: seenIn(result.list, keep) } : result;
}

/** The result of a task that lists something, with no more than was asked for. */
function cut(verb: Task, result: Result, shared: ReadonlyMap<string, string | true>): Result {
  if (!verb.list || result === undefined) return result;
  if ("list" in result) return { ...result, ...cutList(result.list, shared) };
  const limit = wholeLimit(shared);
  if (limit === undefined || !("limited" in result) || result.limited === undefined) return result;
  return { ...result, record: result.limited(limit) };
}

/** The same pages; what can be remembered of their items is kept at the end. */
async function* seenIn(
  pages: AsyncIterable<readonly JsonObject[]>,
  keep: (items: readonly JsonObject[]) => void,
) {
  const seen: JsonObject[] = [];
  for await (const items of pages) {
    for (const item of items.slice(0, mostIds - seen.length)) seen.push(item);
    yield items;
  }
  keep(seen);
}

async function shown(
  verb: Show,
  endpoint: Endpoint,
  { input, extra }: Pick<Assembled, "input" | "extra">,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Result> {
  const { columns, none } = verb;
  const knownFields = await fieldPaths(endpoint, context);
  if (endpoint.list) {
    const { list, notes, first } = await pagesOf(verb, endpoint, input, context, shared);
    const unsettled = () => verb.unsettled(first(), extra);
    const found: Finding[] = [];
    const looked = verb.finds ? lookedAt(list, verb, found) : list;
    const findings = () => found;
    return { list: looked, notes, columns, none, knownFields, unsettled, findings };
  }
  const { value } = await (await context.client()).call(endpoint, asInput(input));
  const answer = objectIn(value);
  remember([answer], endpoint, input, context);
  if (shared.has("web")) return openPage(context, answer);
  if (verb.listIn === undefined) return { record: answer, columns, knownFields };
  const items = answer[verb.listIn];
  const rows = Array.isArray(items) ? items.map(objectIn) : [];
  const note = verb.note(answer);
  const { list, notes } = cutList(onePage(rows), shared);
  return { list, columns, none, notes: () => [...(note === undefined ? [] : [note]), ...notes()] };
}

/** The same pages; what is wrong with their items is added to `findings` as they pass. */
async function* lookedAt(
  pages: AsyncIterable<readonly JsonObject[]>,
  verb: Show,
  findings: Finding[],
) {
  for await (const items of pages) {
    for (const item of items)
      for (const one of [verb.finding(item) ?? []].flat()) findings.push(one);
    yield items;
  }
}

async function openPage(context: Context, answer: JsonObject): Promise<Result> {
  const { browse, pageOf } = await import("../tasks/browse.ts");
  const address = pageOf(answer);
  if (address === undefined) throw new UsageError("It has no page of its own.");
  await browse(context, address);
  return { done: `Opened ${address}`, record: { address } };
}

async function acted(
  line: string,
  verb: Act,
  endpoint: Endpoint,
  { input, fromProject }: Pick<Assembled, "input" | "fromProject">,
  context: Context,
): Promise<Result> {
  const client = await context.client();
  const found = await confirmed(line, verb, { input, fromProject }, context);
  const { status, value } = await client.call(endpoint, asInput(input)).catch((error: unknown) => {
    if (error instanceof Unfinished && error.how === "pending" && verb.requested !== undefined) {
      error.message = fill(verb.requested, found, input);
    }
    throw error;
  });
  if (value !== undefined) {
    const answer = objectIn(value);
    remember([answer], endpoint, input, context);
    return told(verb, endpoint, answer, found, input);
  }
  const id = input[pathNames(endpoint).at(-1) ?? ""] ?? null;
  if (methodOf(endpoint) !== "DELETE") {
    return { done: fill(verb.done, found, input, { id }), record: { id, done: true } };
  }
  // 204 says that there was nothing to delete, or for some only that it is gone.
  const deleted = status !== 204;
  forgetThing(endpoint, input, context);
  const sentence = deleted ? verb.done : verb.absent;
  const record = !deleted && endpoint.goneBy204 ? { id, done: true } : { id, deleted };
  const next = deleted ? nextOf(verb, found, input) : undefined;
  return { done: fill(sentence, found, input), next, record };
}

function nextOf(
  { next }: Act,
  found: JsonObject | undefined,
  input: JsonObject,
  answer?: JsonObject,
): string | undefined {
  return next && fill(next, answer, found, input);
}

/** What an answer says was done, which may be other than what was asked for. */
function told(
  verb: Act,
  endpoint: Endpoint,
  answer: JsonObject,
  found: JsonObject | undefined,
  input: JsonObject,
): Result {
  const { columns } = verb;
  const outcome = verb.outcome(answer, input);
  if (outcome instanceof Unsettled) return { record: answer, columns, unsettled: outcome };
  const sentence = outcome ?? fill(verb.done, answer, found, input);
  const asked = Object.keys(input).filter((name) => placeOf(endpoint, name) === "body");
  const done = `${sentence}${unlike(asked, input, answer)}`;
  return { done, next: nextOf(verb, found, input, answer), record: answer, columns };
}

/** Asks where the verb wants a yes. Returns the thing as it was, where it was looked at. */
async function confirmed(
  line: string,
  verb: Act,
  { input, fromProject }: Pick<Assembled, "input" | "fromProject">,
  context: Context,
): Promise<JsonObject | undefined> {
  const { confirm } = verb;
  if (confirm === undefined || context.yes) return undefined;
  const { interactive } = context.terminal;
  if (!interactive && !confirm.ownOnly) throw unasked(`tome ${line}`);
  const own = await ownWords(confirm, input, openSelf(context.client));
  if (confirm.ownOnly && own === undefined) return undefined;
  if (!interactive) throw unasked(`tome ${line}`, own);
  const { look } = confirm;
  const client = await context.client();
  const found = look && objectIn((await client.call(look, asInput(input))).value);
  const place = await context.titledPlace(fromProject);
  const asked = await questionFor(verb, confirm, input, { found, place, own }, client);
  if (!(await context.terminal.confirm(asked))) throw new Cancelled();
  return found;
}

async function fieldPaths(
  endpoint: Endpoint,
  { choice }: Context,
): Promise<readonly string[] | undefined> {
  if (endpoint.output === undefined || (choice.fields ?? []).length === 0) return undefined;
  const { pathsOfModel } = await import("../contract/paths.model.ts");
  return pathsOfModel(await endpoint.output());
}

async function* onePage(rows: readonly JsonObject[]) {
  yield rows;
}
