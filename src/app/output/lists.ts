/** Fetches as much of a list as --limit, --all and the pages ask for. */
import type { Show, Verb } from "../../commands/verb.ts";
import type {
  Client,
  Column,
  Context,
  JsonObject,
  JsonValue,
  OutputChoice,
  Pages,
  Result,
} from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { UsageError } from "../../errors.ts";
import { getFormat } from "../../terminal/output-choice.ts";
import { mostIds } from "../resolve/id-cache.ts";
import { asInput } from "../resolve/input.ts";
import { remember } from "../resolve/remember-ids.ts";
import type { RowChoice } from "./row-choice.ts";

const usualLimit = 50;
const largestPage = 1000;

interface Extent {
  /** Most items; absent for all. */
  readonly limit: number | undefined;
  readonly from: string | undefined;
  readonly size: number;
}

interface CutList {
  readonly list: Pages;
  readonly columns: readonly Column[];
  /** To print after the list. */
  readonly notes: () => readonly string[];
}

/** What a list of an operation is fetched for. */
interface Asked {
  readonly verb: Show;
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
  /** Dotted paths that rows may have. */
  readonly known: readonly string[];
}

/** The pages of a list up to the limit. */
export async function fetchPages(
  asked: Asked,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<CutList & { readonly first: () => JsonObject }> {
  const { verb, endpoint, input, known } = asked;
  const { limit, from, size } = extentIn(shared, context.choice, mostInPage(endpoint));
  const client = await context.client({ many: limit === undefined || limit > largestPage });
  client.announce(endpoint, asInput(input));
  const notes: string[] = [];
  let first: JsonObject | undefined;
  const received: JsonObject[] = [];
  async function* pages() {
    for await (const page of client.pages(endpoint, asInput(input), { from, size })) {
      const note = first === undefined ? verb.note(page.value) : undefined;
      if (note !== undefined) notes.push(note);
      first ??= page.value;
      for (const item of page.items.slice(0, mostIds - received.length)) received.push(item);
      yield page;
    }
    remember(received, endpoint, input, context);
  }
  async function* upToLimit() {
    let count = 0;
    for await (const page of pages()) {
      const left = limit === undefined ? page.items.length : limit - count;
      const items = page.items.slice(0, left);
      count += items.length;
      yield items;
      const reached = limit !== undefined && count >= limit;
      if (reached && (page.next !== undefined || page.items.length > left)) {
        notes.push(more(count, page.count));
        remember(received, endpoint, input, context);
        return;
      }
    }
  }
  const { columns: ownColumns, titled } = await titling(asked, client, context);
  const columns = withWords(ownColumns, input.query);
  const choice = await rowChoiceFor(context.choice, columns, known);
  const list =
    choice === undefined ? titled(upToLimit()) : choice.choose(titled(streamItems(pages())), limit);
  return {
    list,
    columns,
    notes: () => (choice === undefined ? notes : [...notes, choice.note()]),
    first: () => first ?? {},
  };
}

async function rowChoiceFor(
  choice: OutputChoice,
  columns: readonly Column[],
  known: readonly string[],
): Promise<RowChoice | undefined> {
  if (!choosesRows(choice)) return undefined;
  return (await import("./row-choice.ts")).findRowChoice(choice, columns, known);
}

/** Whether `--filter` or `--sort` is given. */
export function choosesRows({ filters = [], sort }: OutputChoice): boolean {
  return filters.length > 0 || sort !== undefined;
}

/** Titles in place of ids, if a person reads them or chooses rows by them. */
async function titling(
  { verb: { belongs, columns }, input }: Asked,
  client: Client,
  { choice, terminal }: Context,
): Promise<{
  readonly columns: readonly Column[];
  readonly titled: (pages: Pages) => Pages;
}> {
  const isRead = terminal.outIsTerminal && getFormat(choice, true) === "table";
  if (belongs === undefined || input[belongs.within] === undefined) {
    // Where all rows belong to what was asked for, a column for it says nothing.
    const shown = columns.filter(
      ({ path, forPeople }) => !forPeople || !belongs?.paths.includes(path),
    );
    return { columns: shown, titled: (pages) => pages };
  }
  const isChosenBy =
    choosesRows(choice) &&
    (await import("./row-choice.ts")).choosesBy(choice, columns, belongs.paths);
  if (!isRead && !isChosenBy) return { columns, titled: (pages) => pages };
  const { titlesFor } = await import("./titles.ts");
  return titlesFor(columns, belongs, input, client);
}

/** Columns of passages know what was searched for. */
function withWords(columns: readonly Column[], query: JsonValue | undefined): readonly Column[] {
  if (typeof query !== "string") return columns;
  const words = query.split(/\s+/);
  return columns.map((column) => (column.as === "passage" ? { ...column, words } : column));
}

async function* streamItems(pages: AsyncIterable<{ readonly items: readonly JsonObject[] }>) {
  for await (const { items } of pages) yield items;
}

/** A list without pages, cut if a limit was given, and the notes to print after it. */
export async function cutList(
  list: Pages,
  columns: readonly Column[],
  { choice: output }: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Pick<CutList, "list" | "notes">> {
  const limit = wholeLimit(shared);
  const choice = await rowChoiceFor(output, columns, []);
  if (choice !== undefined) {
    return { list: choice.choose(list, limit), notes: () => [choice.note()] };
  }
  if (limit === undefined) return { list, notes: () => [] };
  const most = limit;
  let total = 0;
  async function* first() {
    for await (const items of list) {
      const left = most - total;
      total += items.length;
      if (left > 0) yield items.slice(0, left);
    }
  }
  return { list: first(), notes: () => (total > limit ? [more(limit, total)] : []) };
}

/** A list on a screen, with a note that names its platform if that is not the default one. */
export function withPlatformNote(
  result: Result,
  verb: Verb,
  { settings, terminal, choice }: Context,
): Result {
  if (result === undefined || !("list" in result || "view" in result)) return result;
  if (verb.kind === "task" && verb.sends.length === 0) return result;
  if (!terminal.outIsTerminal || choice.format !== undefined || choice.jq !== undefined)
    return result;
  const { profile, defaultProfile, local, baseUrl } = settings;
  if (profile.value === defaultProfile && !baseUrl.from.startsWith("flag ")) return result;
  const note = local
    ? "This is the platform inside tome."
    : `This is ${baseUrl.value}, with the profile ${profile.value}.`;
  return { ...result, notes: () => [...(result.notes?.() ?? []), note] };
}

/** The limit of a list without pages: undefined for all of it, unless --limit is given. */
export function wholeLimit(shared: ReadonlyMap<string, string | true>): number | undefined {
  const { limit } = extentIn(shared, {}, largestPage);
  return shared.has("limit") ? limit : undefined;
}

function more(count: number, total: number | undefined): string {
  const of = total === undefined ? "There are more than" : `There are ${total}, and`;
  return total === undefined
    ? `${of} the ${count} shown; --all fetches every one, --limit <n> a number of them.`
    : `${of} ${count} are shown; --all fetches every one, --limit <n> a number of them.`;
}

/** How many items of a list the platform answers at a time. */
function mostInPage({ input: { limit } }: Endpoint): number {
  return limit?.kind === "whole" ? (limit.max ?? largestPage) : largestPage;
}

/** @throws UsageError for numbers out of range and flags that contradict each other */
function extentIn(
  shared: ReadonlyMap<string, string | true>,
  choice: OutputChoice,
  most: number,
): Extent {
  const number = (name: string, most: number) => numberIn(shared, name, most);
  const all = shared.has("all");
  const given = number("limit", 1_000_000_000);
  if (all && given !== undefined) {
    throw new UsageError("--all and --limit contradict each other; leave one of them out.");
  }
  // A report of a part would be taken for the whole.
  const usual = shared.has("report") ? undefined : usualLimit;
  const limit = all ? undefined : (given ?? usual);
  const from = shared.get("page-token");
  // More rows are looked at than are shown.
  const wanted = choosesRows(choice) ? largestPage : (limit ?? largestPage);
  return {
    limit,
    from: typeof from === "string" ? from : undefined,
    size: number("page-size", most) ?? Math.min(wanted, most),
  };
}

function numberIn(
  shared: ReadonlyMap<string, string | true>,
  name: string,
  most: number,
): number | undefined {
  const word = shared.get(name);
  if (word === undefined) return undefined;
  const number = typeof word === "string" && /^\d{1,10}$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= most) return number;
  throw new UsageError(
    `--${name} must be a whole number from 1 to ${most}, not ${JSON.stringify(word)}.`,
  );
}
