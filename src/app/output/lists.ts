/** Retrieval of a list, limited by --limit, --all and the page flags. */
import type { TitleSearch } from "../../commands/columns.ts";
import type { QueryVerb, Verb } from "../../commands/verb.ts";
import type {
  ApiClient,
  Context,
  JsonObject,
  JsonValue,
  OutputChoice,
  Pages,
  PrintedColumn,
  Result,
} from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { asText } from "../../json/values.ts";
import { getFormat } from "../../terminal/formats/output-choice.ts";
import { mostIds } from "../resolve/id-cache.ts";
import { asInput } from "../resolve/input.ts";
import { remember } from "../resolve/remember-ids.ts";
import type { RowChoice } from "./row-choice.ts";

const usualLimit = 50;
const largestPage = 1000;

interface Extent {
  /** The maximum number of items; absent for all. */
  readonly limit: number | undefined;
  readonly from: string | undefined;
  readonly size: number;
}

interface CutList {
  readonly list: Pages;
  readonly columns: readonly PrintedColumn[];
  /** To print after the list. */
  readonly notes: () => readonly string[];
  /** Whether items were left out because of the limit, once the list was read. */
  readonly isCut: () => boolean;
}

/** The request that a list belongs to. */
interface ListQuery {
  readonly verb: QueryVerb;
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
  /** Dotted paths that rows can have. */
  readonly known: readonly string[];
}

/** The pages of a list up to the limit. */
export async function fetchPages(
  asked: ListQuery,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<CutList & { readonly first: () => JsonObject }> {
  const { verb, endpoint, input, known } = asked;
  const { limit, from, size } = readExtent(shared, context.choice, getMaximumPageSize(endpoint));
  const client = await context.client({ many: limit === undefined || limit > largestPage });
  client.announce(endpoint, asInput(input), { from, size });
  const notes: string[] = [];
  let first: JsonObject | undefined;
  let isCut = false;
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
        isCut = true;
        notes.push(describeExtent(count, page.count, shared));
        remember(received, endpoint, input, context);
        return;
      }
    }
  }
  const { columns: ownColumns, titled } = await createTitling(asked, client, context);
  const columns = withWords(ownColumns, input.query);
  const choice = await readRowChoice(context.choice, columns, known, shared);
  const list =
    choice === undefined ? titled(upToLimit()) : choice.choose(titled(streamItems(pages())), limit);
  return {
    list,
    columns,
    notes: () => (choice === undefined ? notes : [...notes, choice.note()]),
    isCut: choice?.isCut ?? (() => isCut),
    first: () => first ?? {},
  };
}

async function readRowChoice(
  choice: OutputChoice,
  columns: readonly PrintedColumn[],
  known: readonly string[],
  shared: ReadonlyMap<string, string | true>,
): Promise<RowChoice | undefined> {
  if (!choosesRows(choice)) return undefined;
  const { findRowChoice } = await import("./row-choice.ts");
  return findRowChoice(choice, columns, known, {
    looksAhead: shared.has(failFlag),
    hasLimit: shared.has("limit"),
  });
}

/** Changes the items of each page. */
export async function* mapPages(
  pages: Pages,
  map: (items: readonly JsonObject[]) => readonly JsonObject[] | Promise<readonly JsonObject[]>,
): AsyncGenerator<readonly JsonObject[]> {
  for await (const items of pages) yield await map(items);
}

/** Whether `--filter` or `--sort` is set. */
export function choosesRows({ filters = [], sort }: OutputChoice): boolean {
  return filters.length > 0 || sort !== undefined;
}

/** Titles in place of ids, for a terminal and for filters by title. */
async function createTitling(
  { verb: { titleLookup, columns }, input }: ListQuery,
  client: ApiClient,
  { choice, terminal, parentId }: Context,
): Promise<{
  readonly columns: readonly PrintedColumn[];
  readonly titled: (pages: Pages) => Pages;
}> {
  const isRead = terminal.outIsTerminal && getFormat(choice, true) === "table";
  if (titleLookup === undefined) {
    const referring = columns.filter(({ refers }) => refers !== undefined);
    const paths = referring.map(({ path }) => path);
    const isNeeded =
      isRead ||
      (choosesRows(choice) && (await import("./row-choice.ts")).choosesBy(choice, columns, paths));
    if (paths.length === 0 || !isNeeded) return { columns, titled: (pages) => pages };
    const { findColumnTitles } = await import("./column-titles.ts");
    const organizationId = asText(input.organizationId) || (await parentId("org")) || undefined;
    const search: TitleSearch = (reader, _, rows) =>
      findColumnTitles(reader, referring, rows, {
        organizationId,
        spaceId: asText(input.spaceId),
        siteId: asText(input.siteId),
      });
    const lookup = { paths, from: async () => search };
    return (await import("./titles.ts")).createTitleLookup(columns, lookup, input, client);
  }
  if (input[titleLookup.within] === undefined) {
    // If all rows have the same parent, a column for it adds no information.
    const shown = columns.filter(
      ({ path, forPeople, isAcross }) =>
        !(forPeople || isAcross) || !titleLookup.paths.includes(path),
    );
    return { columns: shown, titled: (pages) => pages };
  }
  const isChosenBy =
    choosesRows(choice) &&
    (await import("./row-choice.ts")).choosesBy(choice, columns, titleLookup.paths);
  if (!isRead && !isChosenBy) return { columns, titled: (pages) => pages };
  const { createTitleLookup } = await import("./titles.ts");
  return createTitleLookup(columns, titleLookup, input, client);
}

/** Columns of passages highlight the search terms. */
function withWords(
  columns: readonly PrintedColumn[],
  query: JsonValue | undefined,
): readonly PrintedColumn[] {
  if (typeof query !== "string") return columns;
  const words = query.split(/\s+/);
  return columns.map((column) => (column.as === "passage" ? { ...column, words } : column));
}

async function* streamItems(pages: AsyncIterable<{ readonly items: readonly JsonObject[] }>) {
  for await (const { items } of pages) yield items;
}

/** A list without pages, cut to the limit, and the notes to print after it. */
export async function cutList(
  list: Pages,
  columns: readonly PrintedColumn[],
  { choice: output }: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Pick<CutList, "list" | "notes" | "isCut">> {
  const limit = readLimit(shared);
  const choice = await readRowChoice(output, columns, [], shared);
  if (choice !== undefined) {
    const { isCut } = choice;
    return { list: choice.choose(list, limit), notes: () => [choice.note()], isCut };
  }
  if (limit === undefined) return { list, notes: () => [], isCut: () => false };
  const most = limit;
  let total = 0;
  async function* first() {
    for await (const items of list) {
      const left = most - total;
      total += items.length;
      if (left > 0) yield items.slice(0, left);
    }
  }
  const isCut = () => total > limit;
  return {
    list: first(),
    notes: () => (isCut() ? [describeExtent(limit, total, shared)] : []),
    isCut,
  };
}

const failFlag = "fail-truncated";

/** The result of `--fail-truncated`, once the list was printed. */
export function findTruncation(
  isCut: boolean,
  shared: ReadonlyMap<string, string | true>,
): IncompleteError | undefined {
  if (!isCut || !shared.has(failFlag)) return undefined;
  return new IncompleteError(
    "partial",
    "The list has more items than the limit.",
    "Use --all, or a higher --limit.",
  );
}

/** A list on a screen, with a note that names its platform if that is not the default one. */
export function withPlatformNote(
  result: Result,
  verb: Verb,
  { settings, terminal, choice }: Context,
): Result {
  if (result === undefined || !("list" in result || "view" in result)) return result;
  if (verb.kind === "custom" && verb.operations.length === 0) return result;
  if (!terminal.outIsTerminal || choice.format !== undefined || choice.jq !== undefined)
    return result;
  const { profile, defaultProfile, local, baseUrl } = settings;
  if (profile.value === defaultProfile && !baseUrl.from.startsWith("flag ")) return result;
  const note = local
    ? "Source: local platform."
    : `Source: ${baseUrl.value}, profile ${profile.value}.`;
  return { ...result, notes: () => [...(result.notes?.() ?? []), note] };
}

/** The limit of a list without pages: undefined unless --limit is set. */
export function readLimit(shared: ReadonlyMap<string, string | true>): number | undefined {
  const { limit } = readExtent(shared, {}, largestPage);
  return shared.has("limit") ? limit : undefined;
}

/** @returns a note without a suggestion if the user set the limit */
function describeExtent(
  count: number,
  total: number | undefined,
  shared: ReadonlyMap<string, string | true>,
): string {
  const extent = total === undefined ? `the first ${count}` : `${count} of ${total}`;
  const suggestion = shared.has("limit") ? "" : " Use --all to list all, or --limit <n>.";
  return `Showing ${extent}.${suggestion}`;
}

/** The maximum number of items in one page of the platform. */
function getMaximumPageSize({ input: { limit } }: Endpoint): number {
  return limit?.kind === "integer" ? (limit.max ?? largestPage) : largestPage;
}

/** @throws UsageError for numbers out of range and flags that cannot be combined */
function readExtent(
  shared: ReadonlyMap<string, string | true>,
  choice: OutputChoice,
  most: number,
): Extent {
  const number = (name: string, most: number) => readNumber(shared, name, most);
  const all = shared.has("all");
  const given = number("limit", 1_000_000_000);
  if (all && given !== undefined) {
    throw new UsageError("--all and --limit cannot be combined.");
  }
  // A partial report could be mistaken for a complete one.
  const usual = shared.has("report") ? undefined : usualLimit;
  const limit = all ? undefined : (given ?? usual);
  const from = shared.get("page-token");
  // More rows are read than shown.
  const wanted = choosesRows(choice) ? largestPage : (limit ?? largestPage);
  return {
    limit,
    from: typeof from === "string" ? from : undefined,
    size: number("page-size", most) ?? Math.min(wanted, most),
  };
}

function readNumber(
  shared: ReadonlyMap<string, string | true>,
  name: string,
  most: number,
): number | undefined {
  const word = shared.get(name);
  if (word === undefined) return undefined;
  const number = typeof word === "string" && /^\d{1,10}$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= most) return number;
  throw new UsageError(
    `--${name} must be an integer from 1 to ${most}, not ${JSON.stringify(word)}.`,
  );
}
