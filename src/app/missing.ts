/** A required value that is missing: the person is asked for it, or the command is refused. */
import type { JsonValue, Terminal } from "../context.ts";
import { UsageError } from "../errors.ts";
import { type Parameter, wordsFor, written } from "./parameters.ts";
import { labelOf } from "./typed-values.ts";
import { readWord } from "./values.ts";

/** The error that names the flag or argument, and what provides it for good. */
export function missing(line: string, parameter: Parameter, profile: string): UsageError {
  const { fallback, field, name } = parameter;
  if (fallback !== undefined) {
    const variable = `TOME_${fallback.toUpperCase()}`;
    return new UsageError(
      `tome ${line} needs ${written(parameter)}: give it, or set ${variable} or a default.`,
      `tome config set ${fallback} <${fallback}>${profile === "default" ? "" : ` --profile ${profile}`}`,
    );
  }
  const help = field.help === "" ? "" : ` (${field.help})`;
  return new UsageError(
    `tome ${line} needs ${parameter.isArgument ? `<${name}>` : written(parameter)}${help}.`,
    `tome ${line} --help`,
  );
}

/** Asks until the answer is a value of the right kind. @throws Cancelled on Ctrl-C and at the end of the input */
export async function askFor(parameter: Parameter, terminal: Terminal): Promise<JsonValue> {
  const { field, name } = parameter;
  const choices =
    field.kind === "oneOf" && field.values.length <= 12 ? wordsFor(field).join(", ") : "";
  const limit =
    field.kind === "text" && field.max !== undefined ? `at most ${field.max} characters` : "";
  const aside = [choices, limit].filter((text) => text !== "").join(", ");
  const question = `${sentence(field.help || name)}${aside === "" ? "" : ` (${aside})`}:`;
  for (;;) {
    const word = (await terminal.ask(question)).trim();
    if (word === "") continue;
    try {
      const value = readWord(field, word, labelOf(parameter));
      return field.kind === "list" ? [value] : value;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.warn(error.message);
    }
  }
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
