/** Executes a verb and returns its result. */

import type { RequestDescription } from "../../client/client.ts";
import { DescribedAll, DescribedError } from "../../client/dry-run.ts";
import { AcceptedError } from "../../client/response-status.ts";
import { describeDifferences } from "../../commands/outcomes.ts";
import { tree } from "../../commands/tree.ts";
import { type CustomVerb, getAcross, type MutationVerb, type Verb } from "../../commands/verb.ts";
import type { Context, JsonObject, Pages, Result } from "../../context.ts";
import {
  type Endpoint,
  getMethod,
  listPathNames,
  resolveLocation,
} from "../../contract/endpoint.ts";
import { type NounWords, nouns } from "../../contract/nouns.ts";
import {
  ApiError,
  addParentsToError,
  CanceledError,
  createUnconfirmedError,
  formatParentsSentence,
  IncompleteError,
  UsageError,
  withHint,
} from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, isObject } from "../../json/values.ts";
import { parseNames } from "../../terminal/formats/field-selection.ts";
import { toJsonText } from "../../terminal/formats/json-text.ts";
import {
  choosesRows,
  cutList,
  findTruncation,
  mapPages,
  readLimit,
  withPlatformNote,
} from "../output/lists.ts";
import { fill } from "../output/sentence.ts";
import { withFlags } from "../parse/argument-values.ts";
import { listParameters } from "../parse/parameters.ts";
import { describeSelfWarning, openSelf } from "../resolve/caller.ts";
import { mostIds } from "../resolve/id-cache.ts";
import { asInput, type ResolvedInput } from "../resolve/input.ts";
import { forgetThing, remember } from "../resolve/remember-ids.ts";
import { buildQuestion } from "./confirm.ts";
import { addFileToError, noteFiles } from "./request-files.ts";
import { runShow } from "./run-query.ts";

/**
 * @param line the words of the command, for messages
 * @param collected receives the requests of a dry run of a bulk command, which examines all together
 */
export async function run(
  line: string,
  verb: Verb,
  assembled: ResolvedInput,
  commandContext: Context,
  shared: ReadonlyMap<string, string | true>,
  collected?: RequestDescription[],
): Promise<Result> {
  const isOneOfMany = collected !== undefined;
  const files = new Map(assembled.files);
  const context = noteFiles(commandContext, files);
  const parents =
    verb.kind === "query" ? "" : context.describeProjectParents(assembled.fromProject);
  try {
    const result = await carryOut(line, verb, assembled, context, shared);
    const known = await withNames(result, verb, assembled, context);
    return withPlatformNote(withParents(known, parents), verb, context);
  } catch (thrown) {
    const error = await withResourceHint(withRoleHint(thrown, line), line, verb, assembled.input);
    const requests = listDescribed(error);
    if (requests !== undefined) {
      if (isOneOfMany) for (const request of requests) collected.push(request);
      else await noteMissingRoles(requests, context);
      if (context.choice.isCurl) return isOneOfMany ? undefined : context.describeAsCurl(requests);
    }
    if (error instanceof DescribedError) {
      const described = await describeOne(error.request, verb, assembled.named, context);
      if (isOneOfMany || described === undefined || !("view" in described)) return described;
      const { unsentBlock } = await import("../output/request-view.ts");
      return { view: [...described.view, unsentBlock] };
    }
    if (error instanceof DescribedAll) return describeAll(error, context, isOneOfMany);
    if (error instanceof ApiError) error.message = withFlags(error.message, listParameters(verb));
    addFileToError(error, files);
    if (assembled.named.length > 0) {
      const { addNamesToError } = await import("../resolve/references/describe-names.ts");
      addNamesToError(error, assembled.named);
    }
    addParentsToError(error, formatParentsSentence(parents));
    // The response about unfinished work is printed as data too.
    if (!(error instanceof AcceptedError) || !isObject(error.value)) throw error;
    return { record: error.value, unsettled: error };
  }
}

/** The requests of a dry run; undefined for another error. */
function listDescribed(error: unknown): readonly RequestDescription[] | undefined {
  if (error instanceof DescribedAll) return error.requests;
  return error instanceof DescribedError ? [error.request] : undefined;
}

/** The requests; on a terminal their effects, unless --verbose or a format asks for the requests. */
async function describeAll(
  { requests, says }: DescribedAll,
  context: Context,
  isOneOfMany: boolean,
): Promise<Result> {
  const { terminal } = context;
  const { buildDryRunView, describesRequests, shortenEffects } = await import(
    "../output/dry-run-view.ts"
  );
  if (printsSentence(context)) {
    const { buildRequestList } = await import("../output/request-view.ts");
    const others = describesRequests(says) ? [] : buildRequestList(requests);
    return { view: buildDryRunView(says, requests.length, !isOneOfMany, others) };
  }
  for (const line of shortenEffects(says)) terminal.note(line);
  if (requests.length === 0 && !isOneOfMany) terminal.note("There are no requests to send.");
  return { value: requests.map(requestIn) };
}

/** Notes about required roles that the caller does not have. */
export async function noteMissingRoles(
  requests: readonly RequestDescription[],
  context: Context,
): Promise<void> {
  const { describeMissingRoles } = await import("../../features/access/missing-roles.ts");
  for (const sentence of await describeMissingRoles(context, requests)) {
    context.terminal.note(sentence);
  }
}

/** The request; on a terminal its effect, unless --verbose or a format asks for the request. */
async function describeOne(
  request: RequestDescription,
  verb: Verb,
  named: ResolvedInput["named"],
  context: Context,
): Promise<Result> {
  if (!printsSentence(context)) return { record: requestIn(request), asJson: true };
  const { buildRequestView } = await import("../output/request-view.ts");
  return { view: buildRequestView(request, verb.summary, named) };
}

function printsSentence({ terminal, choice }: Context): boolean {
  const { format, jq, fields, afterWrite } = choice;
  const isChosen = [format, jq, fields].some((one) => one !== undefined) || afterWrite === "all";
  return terminal.outIsTerminal && !isChosen;
}

/** A hint about the required role, after a 403. */
function withRoleHint(error: unknown, line: string): unknown {
  if (!(error instanceof ApiError) || error.status !== 403) return error;
  return withHint(error, `To see the required role: tome access explain -- ${line}`);
}

/** A hint about the existing resources, or the command that creates the missing one, after a 404. */
async function withResourceHint(
  error: unknown,
  line: string,
  verb: Verb,
  input: JsonObject,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 404) return error;
  const own = verb.kind === "mutation" ? verb.absentHint?.(input, error.message) : undefined;
  if (own !== undefined) return withHint(error, own);
  const { findCreateCommand, findListCommand } = await import(
    "../resolve/references/list-commands.ts"
  );
  const command =
    (await findCreateCommand(line, verb, input)) ?? findListCommand(verb, error.field);
  return command === undefined ? error : withHint(error, command);
}

function requestIn({ method, url, body }: RequestDescription): JsonObject {
  return { method, url, ...(body !== undefined && { body }) };
}

/**
 * Reports the ids that names were resolved to: in the sentence of a write, or in a note before a
 * list or record.
 */
async function withNames(
  result: Result,
  verb: Verb,
  { named }: ResolvedInput,
  { terminal }: Context,
): Promise<Result> {
  if (named.length === 0) return result;
  const { listOtherNames, describeNames } = await import("../resolve/references/describe-names.ts");
  if (result !== undefined && "done" in result) {
    return { ...result, done: describeNames(result.done, named) };
  }
  if (verb.kind === "query") for (const note of listOtherNames(named)) terminal.note(note);
  return result;
}

/** Adds the parents from the project file to the sentence of a write. */
function withParents(result: Result, parents: string): Result {
  if (parents === "" || result === undefined || !("done" in result)) return result;
  return { ...result, done: `${result.done}${formatParentsSentence(parents)}` };
}

async function carryOut(
  line: string,
  verb: Verb,
  { endpoint, input, extra, fromProject, named }: ResolvedInput,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Result> {
  if (verb.kind === "custom") {
    const result = await runTask(verb, { input, fromProject }, context);
    return verb.list ? limitList(result, context, shared) : result;
  }
  const across = getAcross(verb);
  if (endpoint === undefined && across !== undefined) {
    refusePageFlags(shared);
    const result = await (await across.load())(context, input);
    return limitList(result, context, shared);
  }
  if (endpoint === undefined) throw new UsageError(`tome ${line} has nothing to send.`);
  const alternative = verb.kind === "mutation" ? verb.alternative : undefined;
  if (alternative !== undefined && extra[alternative.field] !== undefined) {
    return withColumns(await (await alternative.load())(context, { ...input, ...extra }));
  }
  const { deprecated } = endpoint;
  if (deprecated !== undefined) context.terminal.note(`tome ${line} is deprecated: ${deprecated}.`);
  try {
    return verb.kind === "query"
      ? await runShow(verb, endpoint, { input, extra }, context, shared)
      : await runAct(line, verb, endpoint, { input, fromProject, named }, context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetThing(endpoint, input, context);
    throw error;
  }
}

/** Runs a task. The ids in its result are cached if it sends a single operation. */
async function runTask(
  verb: CustomVerb,
  { input, fromProject }: Pick<ResolvedInput, "input" | "fromProject">,
  context: Context,
): Promise<Result> {
  const result = await withColumns(await (await verb.load())(context, input, fromProject));
  const [endpoint, ...others] = verb.operations;
  if (result === undefined || endpoint === undefined || others.length > 0) return result;
  const store = (items: readonly JsonObject[]) => remember(items, endpoint, input, context);
  if ("record" in result) store([result.record]);
  return "list" in result ? { ...result, list: rememberPages(result.list, store) } : result;
}

/** A written resource has the columns of the command that shows one, as after an update. */
async function withColumns(result: Result): Promise<Result> {
  if (result === undefined || !("done" in result) || result.columns !== undefined) return result;
  const { object } = result.record;
  const [noun] =
    Object.entries<NounWords>(nouns).find(([, words]) => words.object === object) ?? [];
  const command = object === undefined ? undefined : await findOwn(tree, noun ?? "")?.load();
  const get = command?.kind === "noun" ? findOwn(command.verbs, "get") : undefined;
  return get?.kind === "query" ? { ...result, columns: get.columns } : result;
}

/** The result of a task with at most as many items as --limit allows. */
async function limitList(
  result: Result,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Result> {
  if (result === undefined) return result;
  if ("list" in result) {
    const { list, columns, complete } = result;
    // A filter or a sort order may use the added values.
    const isEarly = choosesRows(context.choice);
    const rows = isEarly ? completePages(list, complete) : list;
    const { notes: cutNotes, isCut, ...cut } = await cutList(rows, columns, context, shared);
    return {
      ...result,
      list: isEarly ? cut.list : completePages(cut.list, complete),
      notes: () => [...(result.notes?.() ?? []), ...cutNotes()],
      unsettled: () => result.unsettled?.() ?? findTruncation(isCut(), shared),
    };
  }
  if ("record" in result && choosesRows(context.choice)) {
    throw new UsageError(
      "--filter and --sort need rows, and this format prints one object. Use --format csv to print rows.",
    );
  }
  const limit = readLimit(shared);
  if ("view" in result && limit !== undefined && result.limitedView !== undefined) {
    const view = result.limitedView(limit);
    const isCut = JSON.stringify(view) !== JSON.stringify(result.view);
    return { ...result, view, unsettled: result.unsettled ?? findTruncation(isCut, shared) };
  }
  if (limit === undefined || !("limited" in result) || result.limited === undefined) return result;
  const record = result.limited(limit);
  const isCut = toJsonText(record) !== toJsonText(result.record);
  return { ...result, record, unsettled: result.unsettled ?? findTruncation(isCut, shared) };
}

type CompleteItems = Extract<Result, { readonly list: Pages }>["complete"];

function completePages(list: Pages, complete: CompleteItems): Pages {
  return complete === undefined ? list : mapPages(list, complete);
}

/** A list that is not that of one operation has no pages. */
function refusePageFlags(shared: ReadonlyMap<string, string | true>): void {
  const flag = ["page-token", "page-size"].find((name) => shared.has(name));
  if (flag === undefined) return;
  throw new UsageError(`--${flag} cannot be used here, because the whole list is read.`);
}

/** The same pages; at the end their items are passed on to the completion cache. */
async function* rememberPages(pages: Pages, store: (items: readonly JsonObject[]) => void) {
  const received: JsonObject[] = [];
  for await (const items of pages) {
    for (const item of items.slice(0, mostIds - received.length)) received.push(item);
    yield items;
  }
  store(received);
}

async function runAct(
  line: string,
  verb: MutationVerb,
  endpoint: Endpoint,
  { input, fromProject, named }: Pick<ResolvedInput, "input" | "fromProject" | "named">,
  context: Context,
): Promise<Result> {
  const client = await context.client();
  client.announce(endpoint, asInput(input));
  const target = await confirmAct(line, verb, { input, fromProject }, context);
  const compare = await prepareComparison(verb, input, context);
  const { status, value } = await client.call(endpoint, asInput(input)).catch((error: unknown) => {
    if (
      error instanceof AcceptedError &&
      error.how === "pending" &&
      verb.acceptedText !== undefined
    ) {
      error.message = fill(verb.acceptedText, target, input);
    }
    throw error;
  });
  if (value !== undefined) {
    const answer = asObject(value);
    remember([answer], endpoint, input, context);
    const result = describeAnswer(verb, endpoint, answer, target, input);
    await warnAboutEffect(verb, { input, named, compare }, context);
    return withNamesForPerson(
      verb,
      await withNextForPerson(verb, result, input, context),
      input,
      context,
    );
  }
  const id = input[listPathNames(endpoint).at(-1) ?? ""] ?? null;
  if (getMethod(endpoint) !== "DELETE") {
    await warnAboutEffect(verb, { input, named, compare }, context);
    const outcome = verb.toOutcome({}, input);
    const done = typeof outcome === "string" ? outcome : fill(verb.doneText, target, input, { id });
    return { done, record: { id, done: true } };
  }
  // A 204 means that there was nothing to delete; for some operations only that the resource no
  // longer exists.
  const deleted = status !== 204;
  const sentence = deleted ? verb.doneText : verb.absentText;
  const record = !deleted && endpoint.goneBy204 ? { id, done: true } : { id, deleted };
  const next = deleted ? formatNext(verb, target, input) : undefined;
  return { done: fill(sentence, target, input), next, record };
}

function formatNext(
  { nextStep }: MutationVerb,
  target: JsonObject | undefined,
  input: JsonObject,
  answer?: JsonObject,
): string | undefined {
  return nextStep && fill(nextStep, answer, target, input);
}

/** Adds the suggested next command. The write does not depend on it. */
async function withNextForPerson(
  { loadNextStep }: MutationVerb,
  result: Result,
  input: JsonObject,
  context: Context,
): Promise<Result> {
  if (loadNextStep === undefined || !context.terminal.outIsTerminal) return result;
  if (result === undefined || !("done" in result)) return result;
  const find = await loadNextStep();
  const next = await find(context, input, result.record).catch(() => undefined);
  return next === undefined ? result : { ...result, next };
}

/** Adds names to the suggested command. The write does not depend on them. */
async function withNamesForPerson(
  { loadNames }: MutationVerb,
  result: Result,
  input: JsonObject,
  context: Context,
): Promise<Result> {
  if (loadNames === undefined || !context.terminal.outIsTerminal) return result;
  if (result === undefined || !("done" in result)) return result;
  const find = await loadNames();
  const named = await find(context, input, result.record).catch(() => []);
  return { ...result, named };
}

/** The write stands, whether or not its effect can be determined. */
async function warnAboutEffect(
  { loadWarning }: MutationVerb,
  { input, named, compare }: Pick<ResolvedInput, "input" | "named"> & { compare: Comparison },
  context: Context,
): Promise<void> {
  const find = await loadWarning?.();
  const warnings = [
    await find?.(context, input).catch(() => undefined),
    await compare?.().catch(() => undefined),
  ];
  for (const warning of warnings) {
    if (warning === undefined) continue;
    const { addNamesToText } = await import("../resolve/references/describe-names.ts");
    context.terminal.warn(addNamesToText(warning, named));
  }
}

type Comparison = (() => Promise<string | undefined>) | undefined;

/** Reads the state before a write; a write is sent whether or not it can be read. */
async function prepareComparison(
  { loadComparison }: MutationVerb,
  input: JsonObject,
  context: Context,
): Promise<Comparison> {
  const prepare = await loadComparison?.();
  return prepare?.(context, input).catch(() => undefined);
}

/** The sentence from the response, which may differ from the request. */
function describeAnswer(
  verb: MutationVerb,
  endpoint: Endpoint,
  answer: JsonObject,
  target: JsonObject | undefined,
  input: JsonObject,
): Result {
  const { columns } = verb;
  const outcome = verb.toOutcome(answer, input);
  if (outcome instanceof IncompleteError) return { record: answer, columns, unsettled: outcome };
  const sentence = outcome ?? fill(verb.doneText, answer, target, input);
  const sent = Object.keys(input).filter((name) => resolveLocation(endpoint, name) === "body");
  const done = `${sentence}${describeDifferences(sent, input, answer)}`;
  const next = formatNext(verb, target, input, answer);
  const brief = listBriefColumns(verb, endpoint, sent).map((column) =>
    // A removed value is printed too.
    input[parseNames(column.path)[0] ?? ""] === null ? { nothing: "none", ...column } : column,
  );
  return { done, next, record: answer, columns, brief };
}

/**
 * Columns of changed values that are not in the sentence, of the URLs of created, moved or
 * published resources, of new secrets, and of required values.
 */
function listBriefColumns(
  { columns, printedSecrets }: MutationVerb,
  endpoint: Endpoint,
  sent: readonly string[],
) {
  const isMade = getMethod(endpoint) === "POST";
  return columns.filter(({ path, as, needed }) => {
    if (needed || printedSecrets.includes(path)) return true;
    return as === "address" ? isMade : as !== "title" && sent.includes(parseNames(path)[0] ?? "");
  });
}

/** Asks on a terminal before a write that may be a mistake. */
async function confirmUnusual(
  { loadQuestion }: MutationVerb,
  input: JsonObject,
  context: Context,
): Promise<void> {
  if (loadQuestion === undefined || !context.terminal.interactive) return;
  const find = await loadQuestion();
  const question = await find(context, input).catch(() => undefined);
  if (question !== undefined && !(await context.terminal.confirm(question))) {
    throw new CanceledError();
  }
}

/**
 * Asks for confirmation if the verb requires it.
 * @returns the target before the change, if the question needed it
 */
async function confirmAct(
  line: string,
  verb: MutationVerb,
  { input, fromProject }: Pick<ResolvedInput, "input" | "fromProject">,
  context: Context,
): Promise<JsonObject | undefined> {
  const { confirm } = verb;
  if (context.yes) return undefined;
  await confirmUnusual(verb, input, context);
  if (confirm === undefined) return undefined;
  const { interactive } = context.terminal;
  if (!interactive && !confirm.onlyIfSelf) throw createUnconfirmedError(`tome ${line}`);
  const own = await describeSelfWarning(confirm, input, openSelf(context.client));
  if (confirm.onlyIfSelf && own === undefined) return undefined;
  if (!interactive) throw createUnconfirmedError(`tome ${line}`, own);
  const { read } = confirm;
  const client = await context.client();
  const target = read && asObject((await client.call(read, asInput(input))).value);
  const projectParents = await context.describeTitledParents(fromProject);
  const known = { target, projectParents, own };
  const question = await buildQuestion(verb, confirm, input, known, client);
  if (!(await context.terminal.confirm(question))) throw new CanceledError();
  return target;
}
