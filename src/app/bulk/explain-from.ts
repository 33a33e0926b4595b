/** The error for `--from` with a value of the resource instead of a file: `redirect create --from /old`. */
import { UnknownWordError, type UsageError } from "../../errors.ts";
import { formatLabel } from "../parse/argument-values.ts";
import type { Parameter } from "../parse/parameters.ts";
import type { ParsedArguments } from "../parse/parse.ts";

/**
 * @param error why the file cannot be read
 * @param rest the words after the command, as typed
 * @returns the error with the argument or flag that the value belongs to, or the error itself if
 *   the value has the form of a file name
 */
export function explainFrom(
  error: UsageError,
  file: string,
  parameters: readonly Parameter[],
  typed: ParsedArguments,
  rest: readonly string[],
): UsageError {
  if (/\.(?:csv|tsv|ndjson|jsonl|json|txt)$/i.test(file)) return error;
  const isFree = (one: Parameter) => !typed.arguments.has(one) && !typed.flags.has(one);
  const argument = parameters.find((one) => one.isArgument && isFree(one));
  const flag = parameters.find((one) => !one.isArgument && one.name === "source" && isFree(one));
  const meant = argument ?? flag;
  if (meant === undefined) return error;
  const isJoined = rest.includes(`--from=${file}`);
  const replacement = [...(argument ? [] : [formatLabel(meant)]), ...(isJoined ? [file] : [])];
  return new UnknownWordError(
    `--from reads items from a file, and ${JSON.stringify(file)} is not a file; use ${formatLabel(meant)}`,
    "--from",
    replacement,
  );
}
