/** A required value that is missing: a prompt on a terminal, otherwise an error. */
import type { Context, JsonValue, NameLookup, PickOption } from "../../context.ts";
import { nouns } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import { type Parameter, wordsFor, written } from "../parse/parameters.ts";
import { formatLabel } from "../parse/typed-values.ts";
import { readWord } from "../parse/values.ts";

/**
 * The error that names the flag or argument, and the setting for a default.
 * @param profileFlag the flag that selects the current profile: ` --profile work`
 */
export function missing(line: string, parameter: Parameter, profileFlag: string): UsageError {
  const { fallback, field, name } = parameter;
  if (fallback !== undefined) {
    const variable = `TOME_${fallback.toUpperCase()}`;
    return new UsageError(
      `tome ${line} requires ${written(parameter)}. Specify it, or set ${variable} or a default.`,
      `tome config set ${fallback} <${fallback}>${profileFlag}`,
    );
  }
  const help = field.help === "" ? "" : ` (${field.help})`;
  return new UsageError(
    `tome ${line} requires ${parameter.isArgument ? `<${name}>` : written(parameter)}${help}.`,
    `tome ${line} --help`,
  );
}

/**
 * Prompts until the answer is valid; if the choices can be listed, the user picks one.
 * @param within the known parents, by id
 * @throws CanceledError on Ctrl-C and at the end of the input
 */
export async function askFor(
  parameter: Parameter,
  context: Context,
  within: NameLookup["within"],
): Promise<JsonValue> {
  const { field, name } = parameter;
  const { terminal } = context;
  const choices = await choicesFor(parameter, context, within);
  const limit =
    field.kind === "text" && field.max !== undefined ? ` (maximum ${field.max} characters)` : "";
  const question = `${sentence(formatQuestion(parameter) || name)}${limit}:`;
  for (;;) {
    const word =
      choices.length === 0
        ? (await terminal.ask(question)).trim()
        : await terminal.pick(question, choices);
    if (word === "") continue;
    try {
      const value = readWord(field, word, formatLabel(parameter));
      return field.kind === "list" ? [value] : value;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.warn(error.message);
    }
  }
}

/** The possible values; empty if they cannot be listed. */
async function choicesFor(
  { field }: Parameter,
  context: Context,
  within: NameLookup["within"],
): Promise<readonly PickOption[]> {
  const of = field.kind === "list" ? field.of : field;
  if (of.kind === "enum") return wordsFor(of).map((word) => ({ value: word, title: word }));
  if (of.kind !== "id") return [];
  const { relativeTime } = await import("../../terminal/cell.ts");
  const now = Date.now();
  const candidates = await context.candidates(of.of, within);
  // The most recent change comes first; pages have no such time and keep their order.
  const latestFirst = candidates.toSorted(
    (a, b) => (Date.parse(b.updated) || 0) - (Date.parse(a.updated) || 0),
  );
  return latestFirst.map(({ id, title, path, updated }) => ({
    value: id,
    title,
    // The path comes last, because it is the longest detail and may be shortened.
    details: [relativeTime(updated, now), pathBeside(title, path)].filter((text) => text !== ""),
  }));
}

/** The part of the path before the title: for a space, its collections. */
function pathBeside(title: string, path: string): string {
  if (path === title) return "";
  return path.endsWith(`/${title}`) ? path.slice(1, -title.length - 1) : path;
}

/** An id without its own help is described by its noun. */
function formatQuestion({ field }: Parameter): string {
  const of = field.kind === "list" ? field.of : field;
  return field.help || (of.kind === "id" ? nouns[of.of].called : "");
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
