/** Takes out of a command line what the fields of its verb call secret. */
import { isSecret, shownPair } from "../contract/secret-fields.ts";
import type { Parameter } from "./parameters.ts";
import type { Typed } from "./parse.ts";

const removed = "[removed]";

/**
 * The words with each secret value replaced, in every form in which a flag or an argument takes one.
 * @param typed what the words were understood as
 */
export function withoutSecretWords(
  words: readonly string[],
  parameters: readonly Parameter[],
  typed: Typed,
): readonly string[] {
  const secret = parameters.filter(({ field }) => isSecret(field));
  const flags = secret.filter(({ isArgument }) => !isArgument);
  const values = new Set(
    secret.some(({ isArgument }) => isArgument)
      ? [...secret.flatMap((one) => typed.arguments.get(one) ?? []), ...typed.further]
      : [],
  );
  return words.map((word, at) => {
    if (values.has(word)) return removed;
    const shown = flags.flatMap((flag) => shownWordOf(flag, word, words[at - 1] ?? "") ?? []);
    return shown[0] ?? word;
  });
}

/** The word where it holds the flag's value; undefined where it does not. */
function shownWordOf({ field, name }: Parameter, word: string, before: string): string | undefined {
  const show = (value: string) =>
    field.secret === "after its name" ? shownPair(value, removed) : removed;
  const [long, short] = [`--${name}`, field.short === undefined ? undefined : `-${field.short}`];
  if (before === long || before === short) return show(word);
  if (word.startsWith(`${long}=`)) return `${long}=${show(word.slice(long.length + 1))}`;
  if (short === undefined || !word.startsWith(short) || word === short) return undefined;
  return `${short}${show(word.slice(short.length))}`;
}
