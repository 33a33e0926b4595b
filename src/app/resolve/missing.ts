/** A required value that is missing: the person is asked for it, or the command is refused. */
import type { Choice, Context, JsonValue, NameLookup } from "../../context.ts";
import { nouns } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import { type Parameter, wordsFor, written } from "../parse/parameters.ts";
import { formatLabel } from "../parse/typed-values.ts";
import { readWord } from "../parse/values.ts";

/**
 * The error that names the flag or argument, and what provides it for good.
 * @param profileFlag what a command needs for the profile in force: ` --profile work`
 */
export function missing(line: string, parameter: Parameter, profileFlag: string): UsageError {
  const { fallback, field, name } = parameter;
  if (fallback !== undefined) {
    const variable = `TOME_${fallback.toUpperCase()}`;
    return new UsageError(
      `tome ${line} needs ${written(parameter)}: give it, or set ${variable} or a default.`,
      `tome config set ${fallback} <${fallback}>${profileFlag}`,
    );
  }
  const help = field.help === "" ? "" : ` (${field.help})`;
  return new UsageError(
    `tome ${line} needs ${parameter.isArgument ? `<${name}>` : written(parameter)}${help}.`,
    `tome ${line} --help`,
  );
}

/**
 * Asks until the answer is a value of the right kind; what can be listed is picked from a list.
 * @param within the parents that are known, by id
 * @throws Cancelled on Ctrl-C and at the end of the input
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
    field.kind === "text" && field.max !== undefined ? ` (at most ${field.max} characters)` : "";
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

/** What the value may be; empty if that cannot be listed. */
async function choicesFor(
  { field }: Parameter,
  context: Context,
  within: NameLookup["within"],
): Promise<readonly Choice[]> {
  const of = field.kind === "list" ? field.of : field;
  if (of.kind === "oneOf") return wordsFor(of).map((word) => ({ value: word, title: word }));
  if (of.kind !== "id") return [];
  const { relativeTime } = await import("../../terminal/cell.ts");
  const now = Date.now();
  const candidates = await context.candidates(of.of, within);
  // What changed last is what most people look for; pages, which do not say, stay in their order.
  const latestFirst = candidates.toSorted(
    (a, b) => (Date.parse(b.updated) || 0) - (Date.parse(a.updated) || 0),
  );
  return latestFirst.map(({ id, title, path, updated }) => ({
    value: id,
    title,
    // The path comes last, as it is the longest, and may be cut.
    details: [relativeTime(updated, now), pathBeside(title, path)].filter((text) => text !== ""),
  }));
}

/** What the path says beyond the title: for a space, the collections that it is in. */
function pathBeside(title: string, path: string): string {
  if (path === title) return "";
  return path.endsWith(`/${title}`) ? path.slice(1, -title.length - 1) : path;
}

/** An id has no help of its own where its noun says it all. */
function formatQuestion({ field }: Parameter): string {
  const of = field.kind === "list" ? field.of : field;
  return field.help || (of.kind === "id" ? nouns[of.of].called : "");
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
