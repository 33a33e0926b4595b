/** Shared flags, as data for parsing, help and completion. */
import type { QueryVerb, Verb } from "../../commands/verb.ts";
import { parents } from "../../contract/nouns.ts";
import { outputFormats } from "../../settings/table.ts";

export interface GlobalFlag {
  readonly long: string;
  readonly short?: string;
  /** The placeholder between `<` and `>`; absent for a flag without a value. */
  readonly value?: string;
  /** The value is optional. */
  readonly valueOptional?: true;
  readonly values?: readonly string[];
  readonly help: string;
  /** The flag can be repeated. */
  readonly repeated?: true;
  /** The commands that take the flag; absent for all commands. */
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

export const globalFlags = [
  {
    long: "limit",
    short: "L",
    value: "n",
    help: "Maximum number of items to list (default 50)",
    for: "limits",
  },
  { long: "all", help: "List all items", for: "limits" },
  {
    long: "fail-truncated",
    help: "Exit with 9 if the list has more items than the limit",
    for: "limits",
  },
  {
    long: "filter",
    value: "column=text",
    repeated: true,
    help: "Filter rows by column value: 'title=Rel*', status!=merged, 'updatedAt<30d' (older than 30 days)",
    for: "choices",
  },
  {
    long: "sort",
    value: "column",
    help: "Sort rows by this column, ascending; -updatedAt puts the newest first",
    for: "choices",
  },
  {
    long: "columns",
    value: "names",
    help: "Comma-separated columns to print, in this order: id,title",
    for: "tables",
  },
  { long: "page-token", value: "token", help: "Page to start at", for: "lists" },
  {
    long: "page-size",
    value: "n",
    help: "Number of items per request (maximum 1000)",
    for: "lists",
  },
  {
    long: "input",
    value: "file",
    help: "JSON or YAML file with the request body, - for stdin; flags override it",
    for: "bodies",
  },
  {
    long: "from",
    value: "file",
    help: "CSV, NDJSON or JSON file of items to process, - for standard input",
    for: "many",
  },
  {
    long: "concurrency",
    value: "n",
    help: "Number of items to process at once (maximum 64)",
    for: "many",
  },
  { long: "journal", value: "file", help: "File to record the progress of items in", for: "many" },
  { long: "resume", value: "file", help: "Journal to continue from", for: "many" },
  {
    long: "retry-unknown",
    help: "With --resume, retry items with an unknown outcome",
    for: "many",
  },
  { long: "stop-on-error", help: "Stop after a failed item", for: "many" },
  { long: "dry-run", short: "n", help: "Print the requests without sending them", for: "requests" },
  { long: "curl", help: "Dry run as curl commands", for: "requests" },
  { long: "yes", short: "y", help: "Skip the confirmation prompt", for: "confirmed" },
  { long: "verbose", help: "Show all fields of the result", for: "writes" },
  {
    long: "web",
    help: "Open the resource in the browser instead of printing it",
    for: "gets",
  },
  {
    long: "json",
    value: "fields",
    valueOptional: true,
    help: "Print JSON, optionally only these comma-separated fields",
  },
  { long: "jq", short: "q", value: "filter", help: "Filter JSON output with a jq program" },
  { long: "format", value: "format", values: outputFormats, help: "Output format" },
  {
    long: "report",
    value: "format=file",
    repeated: true,
    help: "Write a report: junit=<file>, sarif=<file> or markdown=<file>",
    for: "findings",
  },
  {
    long: "header",
    help: "Print column names in the first line of TSV and piped output",
    for: "limits",
  },
  {
    long: "raw-csv",
    help: "Do not escape formulas in CSV and TSV cells",
  },
  { long: "profile", value: "name", help: "Profile to use" },
  { long: "local", help: "Use the local platform (same as --profile local)" },
  { long: "base-url", value: "url", help: "Base URL of the platform" },
  { long: "timeout", value: "seconds", help: "Maximum time for a request, including retries" },
  { long: "retries", value: "n", help: "Maximum number of retries per request" },
  { long: "no-input", help: "Never prompt; fail if a value is missing" },
  { long: "quiet", help: "Suppress notes and progress" },
  { long: "debug", help: "Log requests and responses on standard error, without secrets" },
  {
    long: "record",
    value: "file",
    help: "File to record requests and responses in, without secrets",
  },
  { long: "replay", value: "file", help: "Recording to answer requests from, without a network" },
  { long: "no-color", help: "Disable color" },
  { long: "color", help: "Use color even if the output is not a terminal" },
  { long: "help", short: "h", help: "Show help" },
  { long: "version", short: "V", help: "Show the version" },
] as const satisfies readonly GlobalFlag[];

/** The operations whose response has a page in the web application. */
const opened: readonly string[] = [
  "getOrganizationById",
  "getCollectionById",
  "getSpaceById",
  "getSiteById",
  "getChangeRequestById",
];

/** Whether the verb may ask for confirmation. */
export function isConfirmed(verb: Verb): boolean {
  return verb.kind === "mutation"
    ? verb.confirm !== undefined
    : verb.kind === "custom" && verb.mayPrompt;
}

/** Whether the help of the verb has --yes. */
export function mayAsk(verb: Verb): boolean {
  return isConfirmed(verb) || (verb.kind === "mutation" && verb.loadQuestion !== undefined);
}

/** Whether the verb may write. */
export function isWrite(verb: Verb): boolean {
  return verb.kind === "mutation" || (verb.kind === "custom" && verb.isWrite);
}

/** Whether the verb takes --yes. Tasks that write accept it even if they never ask. */
export function takesYes(verb: Verb): boolean {
  return mayAsk(verb) || (verb.kind === "custom" && verb.isWrite);
}

/**
 * Whether the verb accepts many resources: it writes to the platform, and is not a bulk task with
 * its own file of items or its own --resume.
 */
export function takesMany(verb: Verb): boolean {
  if (verb.kind !== "custom") return verb.kind === "mutation";
  if (verb.isBulk || verb.fields.resume !== undefined) return false;
  return verb.isWrite && verb.operations.length > 0;
}

/** Whether the command line has a bulk flag. */
export function requestsBulkRun(shared: ReadonlyMap<string, string | true>): boolean {
  return globalFlags.some((flag: GlobalFlag) => flag.for === "many" && shared.has(flag.long));
}

/** Whether the response contains a list that the platform does not paginate. */
function isListWhole({ listIn, endpoints }: QueryVerb): boolean {
  return listIn !== undefined && endpoints.every(({ input }) => input.limit === undefined);
}

/** The shared flags that a verb takes. */
export function listFlags(verb: Verb, confirmed: boolean, body: boolean): readonly GlobalFlag[] {
  const lists = verb.kind === "query" && verb.endpoints.some((e) => e.list);
  const isWhole = verb.kind === "custom" ? verb.list : verb.kind === "query" && isListWhole(verb);
  const limits = lists || isWhole;
  const gets =
    verb.kind === "query" &&
    verb.endpoints.every(({ operation, list }) => !list && opened.includes(operation));
  const requests = verb.kind !== "custom" || verb.isWrite;
  const many = takesMany(verb);
  const findings = verb.kind !== "mutation" && verb.hasFindings;
  const writes = isWrite(verb);
  const tables = verb.kind === "query" || isWhole;
  // A filter on a write would appear to select the resources to change.
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

/** The flags of parents, which users also type before the verb. */
export const parentFlags = ["--organization", ...parents.map((parent) => `--${parent}`)];

/**
 * Whether the next word is the value of the flag, so that a flag before a noun does not consume the
 * noun.
 */
export function takesNextWord(typed: string): boolean {
  if (typed.includes("=")) return false;
  if (parentFlags.includes(typed)) return true;
  const known = globalFlags.find(
    (flag: GlobalFlag) => typed === `--${flag.long}` || typed === `-${flag.short}`,
  );
  return known !== undefined && "value" in known && !("valueOptional" in known);
}
