/** Says what a refusal of the platform is about by the flag that was typed, not by the field of the API. */
import type { Parameter } from "./parameters.ts";
import { formatLabel } from "./typed-values.ts";

/**
 * The message with flags in place of fields: of the field that it begins with, and of those that cannot be
 * taken for a word of a sentence, as they have a dot or a capital inside.
 */
export function withFlags(message: string, parameters: readonly Parameter[]): string {
  const labels = new Map(
    parameters.map((parameter) => [parameter.path.join("."), formatLabel(parameter)]),
  );
  return message.replace(/[A-Za-z]+(?:\.[A-Za-z]+)*/g, (word, at: number) => {
    // A sentence begins with a capital.
    const isField = at === 0 || /[.]|[a-z][A-Z]/.test(word);
    return isField ? (labels.get(word) ?? word) : word;
  });
}
