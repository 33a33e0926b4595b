/** Output format, from the shared flags and the settings. */
import type { OutputChoice, ResolvedSettings } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { outputFormats } from "../../settings/table.ts";
import type { ParsedArguments } from "../parse/parse.ts";

/** The shared flags of a command line: those with one value, and those that can be repeated. */
export type SharedFlags = Pick<ParsedArguments, "shared" | "repeated">;

/** @throws UsageError for flags that cannot be combined */
export function parseOutputChoice(
  { shared, repeated }: SharedFlags,
  settings: ResolvedSettings,
): OutputChoice {
  const json = shared.get("json");
  const jq = shared.get("jq");
  const written = shared.get("format");
  const format = outputFormats.find((form) => form === written);
  if (json !== undefined && format !== undefined && format !== "json" && format !== "ndjson") {
    throw new UsageError(`--json and --format ${format} cannot be combined.`);
  }
  const fields = typeof json === "string" ? parseNames("--json", "field", json) : undefined;
  const columns = shared.get("columns");
  const isTable = format === undefined || ["table", "csv", "tsv"].includes(format);
  if (shared.has("curl") && [json, jq, written].some((one) => one !== undefined)) {
    throw new UsageError("--curl prints commands, so --json, --jq and --format do not apply.");
  }
  if (columns !== undefined && (json !== undefined || jq !== undefined || !isTable)) {
    throw new UsageError(
      "--columns applies to tables, CSV and TSV. Use --json id,title to select fields of JSON.",
    );
  }
  const isData = json !== undefined || jq !== undefined || !isTable;
  if (shared.has("header") && isData) {
    throw new UsageError("--header applies to TSV and piped tables. CSV always has a header.");
  }
  const sort = shared.get("sort");
  const fromSettings = json === undefined && jq === undefined ? settings.format?.value : undefined;
  return {
    format: format ?? (json === undefined ? fromSettings : "json"),
    fields,
    jq: typeof jq === "string" ? jq : undefined,
    columns: typeof columns === "string" ? parseNames("--columns", "column", columns) : undefined,
    filters: repeated.get("filter"),
    sort: typeof sort === "string" ? sort : undefined,
    afterWrite: shared.has("verbose") ? "all" : shared.has("quiet") ? "nothing" : undefined,
    reportFiles: repeated.get("report")?.map((one) => one.slice(one.indexOf("=") + 1)),
    isCurl: shared.has("curl"),
    header: shared.has("header"),
    rawCsv: shared.has("raw-csv"),
  };
}

/**
 * Whether errors are printed as JSON. It reads the raw words, because a command line that cannot be
 * parsed is an error too.
 */
export function wantsJsonErrors(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env.TOME_ERRORS === "json") return true;
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  return words.some(
    (word, at) =>
      word === "--json" ||
      word.startsWith("--json=") ||
      word === "--format=json" ||
      word === "--format=ndjson" ||
      (word === "--format" && (words[at + 1] === "json" || words[at + 1] === "ndjson")),
  );
}

/** The color flag. It reads the raw words, because errors are colored too. */
export function parseColorFlag(args: readonly string[]): boolean | undefined {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  if (words.includes("--no-color")) return false;
  return words.includes("--color") ? true : undefined;
}

function parseNames(flag: string, what: string, list: string): readonly string[] {
  const names = list.split(",").map((name) => name.trim());
  if (names.every((name) => name !== "")) return names;
  throw new UsageError(
    `${flag} must be comma-separated ${what} names such as id,title, not ${JSON.stringify(list)}.`,
  );
}
