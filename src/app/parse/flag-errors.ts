/** Rewrites a refusal of the platform to name the flag on the command line instead of the API field. */

import { formatLabel } from "./argument-values.ts";
import type { Parameter } from "./parameters.ts";

/**
 * The message with flags in place of fields: the field at its beginning, and fields that cannot be
 * mistaken for a word because they contain a dot or an inner capital.
 */
export function withFlags(message: string, parameters: readonly Parameter[]): string {
  const labels = new Map(
    parameters.map((parameter) => [parameter.path.join("."), formatLabel(parameter)]),
  );
  return message.replace(/[A-Za-z]+(?:\.[A-Za-z]+)*/g, (word, at: number) => {
    // A sentence starts with a capital.
    const isField = at === 0 || /[.]|[a-z][A-Z]/.test(word);
    return isField ? (labels.get(word) ?? word) : word;
  });
}
