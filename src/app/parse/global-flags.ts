/** The flags that commands share, as data: parsing, help and completion all read this table. */
import type { Show, Verb } from "../../commands/verb.ts";
import { parents } from "../../contract/nouns.ts";

export interface GlobalFlag {
  readonly long: string;
  readonly short?: string;
  /** The placeholder between `<` and `>`; absent for a flag without a value. */
  readonly value?: string;
  /** The value may be left out. */
  readonly valueOptional?: true;
  readonly values?: readonly string[];
  readonly help: string;
  /** It may be given several times. */
  readonly repeated?: true;
  /** The commands that take it; every one if absent. */
  readonly for?:
    | "limits"
    | "choices"
    | "tables"
    | "lists"
    | "gets"
    | "requests"
    | "bodies"
    | "confirmed"
    | "many"
    | "writes"
    | "findings";
}

export const outputFormats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const;

export const globalFlags = [
  {
    long: "limit",
    short: "L",
    value: "n",
    help: "Most items to show (default 50 for a list with pages)",
    for: "limits",
  },
  { long: "all", help: "Show every item", for: "limits" },
  {
    long: "filter",
    value: "column=text",
    repeated: true,
    help: "Only rows whose column has this text: 'title=Rel*', status!=merged",
    for: "choices",
  },
  {
    long: "sort",
    value: "column",
    help: "Sort the rows by this column, backwards with a - before it",
    for: "choices",
  },
  {
    long: "columns",
    value: "names",
    help: "Show these columns in this order, with commas between them: id,title",
    for: "tables",
  },
  { long: "page-token", value: "token", help: "Start at this page", for: "lists" },
  { long: "page-size", value: "n", help: "Items in a request, at most 1000", for: "lists" },
  {
    long: "input",
    value: "file",
    help: "Read the body from a JSON or YAML file, - for standard input; flags win over it",
    for: "bodies",
  },
  {
    long: "from",
    value: "file",
    help: "Run for every item of a CSV, NDJSON or JSON file, - for standard input",
    for: "many",
  },
  { long: "concurrency", value: "n", help: "Items at once, at most 64", for: "many" },
  { long: "journal", value: "file", help: "Record the items in this file", for: "many" },
  { long: "resume", value: "file", help: "Continue from this journal", for: "many" },
  {
    long: "retry-unknown",
    help: "With --resume, repeat what may have been done already",
    for: "many",
  },
  { long: "stop-on-error", help: "Start no further item after one has failed", for: "many" },
  { long: "dry-run", short: "n", help: "Print the request and send nothing", for: "requests" },
  { long: "yes", short: "y", help: "Do not ask for confirmation", for: "confirmed" },
  { long: "verbose", help: "On a terminal, show the whole of what was changed", for: "writes" },
  {
    long: "web",
    help: "Open the page of the thing in the browser instead of printing it",
    for: "gets",
  },
  {
    long: "json",
    value: "fields",
    valueOptional: true,
    help: "Print JSON; with a comma-separated list, only these fields",
  },
  { long: "jq", short: "q", value: "filter", help: "Filter the JSON with a jq program" },
  { long: "format", value: "form", values: outputFormats, help: "Print in this format" },
  {
    long: "report",
    value: "form=file",
    repeated: true,
    help: "Write a report for a pipeline: junit=<file>, sarif=<file> or markdown=<file>",
    for: "findings",
  },
  {
    long: "raw-csv",
    help: "Do not protect CSV and TSV cells that a spreadsheet would run as formulas",
  },
  { long: "profile", value: "name", help: "Use the settings and token of this profile" },
  { long: "local", help: "Use the embedded platform, as --profile local does" },
  { long: "base-url", value: "address", help: "Address of the platform" },
  { long: "timeout", value: "seconds", help: "How long a request may take, including repeats" },
  { long: "retries", value: "n", help: "How often a request may be repeated" },
  { long: "no-input", help: "Never ask; a missing value is an error" },
  { long: "quiet", help: "No notes and no progress" },
  { long: "debug", help: "Show requests and answers on standard error, without secrets" },
  {
    long: "record",
    value: "file",
    help: "Record requests and answers in this file, without secrets",
  },
  { long: "replay", value: "file", help: "Answer from a recording, without a network" },
  { long: "no-color", help: "No colour" },
  { long: "color", help: "Colour, even if it does not go to a terminal" },
  { long: "help", short: "h", help: "Show help" },
  { long: "version", short: "V", help: "Show the version" },
] as const satisfies readonly GlobalFlag[];

export type GlobalFlagName = (typeof globalFlags)[number]["long"];

/** The operations whose answer has a page of its own. */
const opened: readonly string[] = [
  "getOrganizationById",
  "getCollectionById",
  "getSpaceById",
  "getSiteById",
  "getChangeRequestById",
];

/** Whether the verb may ask for confirmation. */
export function isConfirmed(verb: Verb): boolean {
  return verb.kind === "act" ? verb.confirm !== undefined : verb.kind === "task" && verb.asks;
}

/** Whether the verb may change something. */
export function isWrite(verb: Verb): boolean {
  return verb.kind === "act" || (verb.kind === "task" && verb.writes);
}

/** Whether the verb takes --yes: a task that writes does even if it never asks, and nothing follows from it. */
export function takesYes(verb: Verb): boolean {
  return isConfirmed(verb) || (verb.kind === "task" && verb.writes);
}

/**
 * Whether the verb can be given for many things at once: if it asks the platform for a change, and is not
 * about many things by itself, with a --resume of its own.
 */
export function takesMany(verb: Verb): boolean {
  if (verb.kind !== "task") return verb.kind === "act";
  return verb.writes && verb.sends.length > 0 && verb.fields.resume === undefined;
}

/** Whether a flag was given that is for many things. */
export function asksForMany(shared: ReadonlyMap<string, string | true>): boolean {
  return globalFlags.some((flag: GlobalFlag) => flag.for === "many" && shared.has(flag.long));
}

/** Whether the answer contains a list that the platform does not cut into pages. */
function isListWhole({ listIn, endpoints }: Show): boolean {
  return listIn !== undefined && endpoints.every(({ input }) => input.limit === undefined);
}

/** The shared flags that a verb takes. */
export function flagsFor(verb: Verb, confirmed: boolean, body: boolean): readonly GlobalFlag[] {
  const lists = verb.kind === "show" && verb.endpoints.some((e) => e.list);
  const isWhole = verb.kind === "task" ? verb.list : verb.kind === "show" && isListWhole(verb);
  const limits = lists || isWhole;
  const gets =
    verb.kind === "show" &&
    verb.endpoints.every(({ operation, list }) => !list && opened.includes(operation));
  const requests = verb.kind !== "task" || verb.writes;
  const many = takesMany(verb);
  const findings = verb.kind !== "act" && verb.finds;
  const writes = isWrite(verb);
  const tables = verb.kind === "show" || isWhole;
  // A filter of a write would seem to choose what is done.
  const choices = limits && !writes;
  const has = {
    limits,
    choices,
    tables,
    lists,
    gets,
    requests,
    bodies: body,
    confirmed,
    many,
    writes,
    findings,
  };
  return globalFlags.filter((flag: GlobalFlag) => flag.for === undefined || has[flag.for]);
}

/** The parents' flags, which people also write before the verb. */
export const parentFlags = ["--organization", ...parents.map((parent) => `--${parent}`)];

/** Whether the word after a flag is its value: a flag before a noun must not take the noun for it. */
export function takesNextWord(typed: string): boolean {
  if (typed.includes("=")) return false;
  if (parentFlags.includes(typed)) return true;
  const known = globalFlags.find(
    (flag: GlobalFlag) => typed === `--${flag.long}` || typed === `-${flag.short}`,
  );
  return known !== undefined && "value" in known && !("valueOptional" in known);
}
