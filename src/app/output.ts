/** Decides the form of output from the shared flags and the settings. */
import type { OutputChoice, Settings } from "../context.ts";
import { UsageError } from "../errors.ts";
import { formats } from "../terminal/output-choice.ts";

/** @throws UsageError for flags that contradict each other */
export function choiceIn(
  shared: ReadonlyMap<string, string | true>,
  settings: Settings,
): OutputChoice {
  const json = shared.get("json");
  const jq = shared.get("jq");
  const written = shared.get("format");
  const format = formats.find((form) => form === written);
  if (json !== undefined && format !== undefined && format !== "json" && format !== "ndjson") {
    throw new UsageError(
      `--json and --format ${format} contradict each other; leave one of them out.`,
    );
  }
  const fields = typeof json === "string" ? fieldsIn(json) : undefined;
  const fromSettings = json === undefined && jq === undefined ? settings.format?.value : undefined;
  return {
    format: format ?? (json === undefined ? fromSettings : "json"),
    fields,
    jq: typeof jq === "string" ? jq : undefined,
    rawCsv: shared.has("raw-csv"),
  };
}

/** Whether errors are to be JSON too. It reads the words, as a line that cannot be parsed is an error. */
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

function fieldsIn(list: string): readonly string[] {
  const fields = list.split(",").map((field) => field.trim());
  if (fields.every((field) => field !== "")) return fields;
  throw new UsageError(
    `--json takes field names with commas between them, such as id,title; it is ${JSON.stringify(list)}.`,
  );
}
