/** Execution of a command for many resources: `tome space delete A B C`, or `--from` a file. */
import { dirname, relative, resolve } from "node:path";
import type { RequestDescription } from "../../client/client.ts";
import type { Context, JsonObject, TerminalView } from "../../context.ts";
import {
  ApiError,
  CanceledError,
  createUnconfirmedError,
  IncompleteError,
  UsageError,
} from "../../errors.ts";
import { decodeText, isInside } from "../../files/file-rules.ts";
import { type ForeignFolder, openForeignFolder } from "../../files/foreign-folder.ts";
import { maximumInput } from "../../files/named-file.ts";
import { asObject, asObjects } from "../../json/values.ts";
import { parseNames } from "../../terminal/formats/field-selection.ts";
import { print } from "../output/print.ts";
import type { ParsedArguments } from "../parse/parse.ts";
import { describeSelfWarning, openSelf } from "../resolve/caller.ts";
import { asInput } from "../resolve/input.ts";
import { buildQuestion } from "../run/confirm.ts";
import { noteMissingRoles, run } from "../run/run.ts";
import { type BulkCommand, type BulkItem, keepsOrder, readBulkItems } from "./items.ts";
import type { BulkJournal } from "./journal.ts";
import { beginJournal, listNames } from "./journal-path.ts";
import { openNames } from "./known-names.ts";
import { observeAnswers } from "./outcome.ts";
import { openPace } from "./pace.ts";
import {
  createRowColumns,
  createRowStream,
  rowFields,
  toPendingRow,
  toSkippedRow,
  toUnknownRow,
} from "./report-rows.ts";
import { mapItemsToKeys, openForResume, type SortedItems, sortItems } from "./resume.ts";
import { type SendOptions, sendAll } from "./send-all.ts";
import { buildTallyError } from "./tally.ts";

/** Below this number of items, loading a connection pool takes longer than the requests. */
const worthPool = 20;

/**
 * Validates all items before the first is sent; then sends them and prints a row for each.
 * @throws UsageError if nothing was sent; else the overall result, if that is not success
 */
export async function runMany(given: BulkCommand): Promise<void> {
  const { typed } = given;
  checkFlags(given);
  const resumed = typed.shared.get("resume");
  const journalPath = typeof resumed === "string" ? resolve(given.context.cwd, resumed) : undefined;
  const names = openNames(
    given.context,
    journalPath === undefined ? [] : await listNames(journalPath),
  );
  const rowsFile = given.typed.shared.get("from");
  const context = {
    ...(typeof rowsFile === "string"
      ? confineFiles(given.context, given.typed, rowsFile)
      : given.context),
    lookUp: names.lookUp,
  };
  const many = { ...given, context };
  const items = await readBulkItems(many);
  if (typed.shared.has("dry-run")) return printDryRun(many, items);
  if (items.length === 0) {
    context.terminal.note("There are no items. Nothing was sent.");
    return print(await collectList([], context), context);
  }
  const plan = planFor(many, items);
  // A failure here, such as a missing token, must not leave a journal.
  await plan.client();
  if (journalPath !== undefined) {
    const journal = await openForResume(journalPath, many);
    return sendRemaining(many, items, journal, plan);
  }
  await confirmMany(many, items, plan.client);
  return sendRemaining(many, items, await beginJournal(many, items, names.all()), plan);
}

function planFor(many: BulkCommand, items: readonly BulkItem[]): SendOptions {
  const { verb, parameters, context } = many;
  const concurrency = readConcurrency(many, keepsOrder(verb, parameters) ? 1 : 4);
  const pace = openPace(concurrency);
  const client = () =>
    context.client({
      many: items.length > worthPool,
      through: (wire) => observeAnswers(wire, pace.observe, verb.kind === "mutation"),
    });
  return { concurrency, pace, client };
}

function checkFlags({ typed: { shared }, context }: BulkCommand): void {
  const [resume, journal] = [shared.get("resume"), shared.get("journal")];
  // The hint suggests the same command with --resume.
  const isOther =
    typeof journal === "string" &&
    resolve(context.cwd, journal) !== resolve(context.cwd, String(resume));
  if (resume !== undefined && isOther) {
    throw new UsageError("--resume and --journal name different journals. Remove --journal.");
  }
  if (shared.has("retry-unknown") && !shared.has("resume")) {
    throw new UsageError("--retry-unknown requires --resume <journal>.");
  }
  const unknown = (context.choice.fields ?? []).filter(
    (field) => !rowFields.includes(parseNames(field)[0] ?? ""),
  );
  if (unknown.length > 0 && !shared.has("dry-run")) {
    throw new UsageError(
      `Unknown field${unknown.length === 1 ? "" : "s"} ${unknown.join(", ")} for several items. Valid fields are ${rowFields.join(", ")}.`,
    );
  }
}

async function printDryRun(many: BulkCommand, items: readonly BulkItem[]): Promise<void> {
  const { line, verb, typed, context } = many;
  const requests: JsonObject[] = [];
  const blocks: TerminalView[number][] = [];
  const collected: RequestDescription[] = [];
  for (const { assembled } of items) {
    const result = await run(line, verb, assembled, context, typed.shared, collected);
    if (result === undefined) continue;
    if ("view" in result) for (const block of result.view) blocks.push(block);
    if ("record" in result) requests.push(result.record);
    // A command that sends several requests describes them all.
    if ("value" in result) for (const one of asObjects(result.value)) requests.push(one);
  }
  await noteMissingRoles(collected, context);
  if (context.choice.isCurl) return print(await context.describeAsCurl(collected), context);
  // On a terminal, each item is described in words.
  if (blocks.length > 0) {
    const { unsentBlock } = await import("../output/request-view.ts");
    return print({ view: [...blocks, unsentBlock] }, context);
  }
  const pages = [requests];
  await print({ list: pages, columns: [], asJson: true, none: "" }, context);
}

async function sendRemaining(
  many: BulkCommand,
  items: readonly BulkItem[],
  journal: BulkJournal,
  plan: SendOptions,
): Promise<void> {
  const { typed, context } = many;
  const keys = mapItemsToKeys(items, journal);
  let sorted: SortedItems;
  try {
    sorted = sortItems(items, keys, journal, typed.shared.has("retry-unknown"));
    if (typed.shared.has("resume") && sorted.remaining.length > 0) {
      await confirmMany(many, sorted.remaining, plan.client);
    }
  } catch (error) {
    await journal.close();
    throw error;
  }
  const { shared } = typed;
  const { profileFlag } = context.settings;
  const rows = createRowStream(context, async (hint, number) => {
    const input = items[number - 1]?.assembled.input ?? {};
    const { completeCommand } = await import("../parse/suggestion.ts");
    return completeCommand(hint, { shared, profileFlag, input, words: many.rest });
  });
  for (const [item, entry] of sorted.done) rows.push(toSkippedRow(item, entry));
  for (const [item, entry] of sorted.pending) rows.push(toPendingRow(item, entry));
  for (const [item, entry] of sorted.unknown) rows.push(toUnknownRow(item, entry));
  const titles = new Map<string, string>();
  const about = { plan, count: items.length, sorted, keys, journal, titles, push: rows.push };
  const working = sendAll(many, about).finally(rows.end);
  // It is awaited after the rows are printed.
  working.catch(() => {});
  // The items continue if the reader leaves or the output cannot be written.
  const printing = await print(await collectList(rows.pages, context, titles), context).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const tally = await working;
  const end = buildTallyError(tally, journal.path);
  if (end !== undefined) throw end;
  if (printing?.error instanceof UsageError) {
    throw new IncompleteError(
      "failed",
      `All items are done, but the output failed: ${printing.error.message}`,
    );
  }
  if (printing !== undefined) throw printing.error;
  const parents = new Set(items.flatMap(({ assembled }) => assembled.fromProject));
  const within = context.describeProjectParents([...parents]);
  context.terminal.note(`All ${tally.count} items are done${within}.`);
}

function readConcurrency({ typed }: BulkCommand, usual: number): number {
  const word = typed.shared.get("concurrency");
  if (word === undefined) return usual;
  const number = typeof word === "string" && /^\d{1,2}$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= 64) return number;
  throw new UsageError(
    `--concurrency must be an integer from 1 to 64, not ${JSON.stringify(word)}.`,
  );
}

async function collectList(
  list: AsyncIterable<readonly JsonObject[]> | readonly JsonObject[],
  context: Context,
  titles: ReadonlyMap<string, string> = new Map(),
) {
  const { choice } = context;
  const { isForPerson } = await import("../../features/output-form.ts");
  return {
    list: Symbol.asyncIterator in list ? list : [list],
    columns: createRowColumns(titles, isForPerson(context)),
    none: "",
    // Their first parts were validated; the rest is in only some of the rows.
    knownFields: choice.fields ?? [],
  };
}

/** @param file with the rows; `-` is standard input */
function confineFiles(context: Context, typed: ParsedArguments, file: string): Context {
  const { cwd } = context;
  const typedWords = listWords(typed);
  const folders = [...new Set([...(file === "-" ? [] : [dirname(resolve(cwd, file))]), cwd])];

  function requireInside(path: string): { readonly folder: ForeignFolder; readonly name: string } {
    const absolute = resolve(cwd, path);
    const folder = folders.find((one) => isInside(one, absolute));
    if (folder !== undefined) {
      return { folder: openForeignFolder(folder), name: relative(folder, absolute) };
    }
    const rows = file === "-" ? "Standard input" : file;
    throw new UsageError(
      `${rows} refers to the file ${path}, which is outside ${folders.join(" and ")}. Move it there, or run the command in a folder that contains both files.`,
    );
  }

  async function readInside(path: string): Promise<Uint8Array> {
    const { folder, name } = requireInside(path);
    return folder.readBytes(name, { limit: maximumInput });
  }

  const isTyped = (path: string) => path === "-" || typedWords.has(path);
  const readText = async (path: string) =>
    isTyped(path) ? context.readText(path) : decodeText(await readInside(path), path);
  return {
    ...context,
    readText,
    readBytes: (path) => (isTyped(path) ? context.readBytes(path) : readInside(path)),
    readDocument: async (path) =>
      isTyped(path)
        ? context.readDocument(path)
        : context.parseDocument(await readText(path), path),
    readRows: async (path, text) => context.readRows(path, text ?? (await readText(path))),
    async saveFile(path, bytes, replace) {
      if (!isTyped(path)) {
        const { folder, name } = requireInside(path);
        await folder.requireFolder(dirname(name));
      }
      await context.saveFile(path, bytes, replace);
    },
  };
}

/** All values that were typed on the command line. */
function listWords({
  arguments: args,
  flags,
  shared,
  repeated,
}: ParsedArguments): ReadonlySet<string> {
  const words = new Set<string>();
  for (const value of [...args.values(), ...flags.values(), ...repeated.values()]) {
    if (typeof value === "object") for (const word of value) words.add(word);
  }
  for (const value of shared.values()) if (typeof value === "string") words.add(value);
  return words;
}

/**
 * Number of items that are listed before the question, in addition to those that affect the current
 * user.
 */
const mostListed = 5;

/** @throws UsageError without a terminal; CanceledError if the answer is not yes */
async function confirmMany(
  { line, verb, context }: BulkCommand,
  items: readonly BulkItem[],
  client: Context["client"],
): Promise<void> {
  if (verb.kind !== "mutation" || verb.confirm === undefined || context.yes) return;
  const { confirm } = verb;
  const { terminal } = context;
  if (!terminal.interactive && !confirm.onlyIfSelf) throw createUnconfirmedError(`tome ${line}`);
  const self = openSelf(client);
  const own = new Map<BulkItem, string>();
  for (const item of items) {
    const words = await describeSelfWarning(confirm, item.assembled.input, self);
    if (words !== undefined) own.set(item, words);
  }
  if (confirm.onlyIfSelf && own.size === 0) return;
  if (!terminal.interactive) throw createUnconfirmedError(`tome ${line}`, [...own.values()][0]);
  const listed = items.filter((item, index) => index < mostListed || own.has(item));
  for (const item of listed) {
    const { input } = item.assembled;
    const target = confirm.read && (await readTarget(confirm.read, input));
    const known = { target, projectParents: "", own: own.get(item) };
    terminal.warn(`- ${await buildQuestion(verb, confirm, input, known, await client())}`);
  }
  const more = items.length - listed.length;
  if (more > 0) terminal.warn(`- and ${more} more`);
  const parents = new Set(items.flatMap(({ assembled }) => assembled.fromProject));
  const within = await context.describeTitledParents([...parents]);
  const what =
    items.length === 1 ? `Continue${within}?` : `Continue with all ${items.length} items${within}?`;
  if (!(await terminal.confirm(what))) throw new CanceledError();

  async function readTarget(
    endpoint: NonNullable<typeof confirm.read>,
    input: BulkItem["assembled"]["input"],
  ) {
    try {
      return asObject((await (await client()).call(endpoint, asInput(input))).value);
    } catch (error) {
      // A missing resource is reported when its item runs.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
