/** Prints the results of a jq filter the way `jq --raw-output --compact-output` does. */
import { runJq } from "./jq.ts";
import { escapeJson } from "./json-text.ts";
import { neutralize } from "./neutralize.ts";
import type { JsonValue } from "./row.ts";

/**
 * One result a line: a string as its own text, anything else as JSON.
 * @param onScreen neutralizes strings; a program gets them exactly
 */
export async function jqOutput(
  program: string,
  value: JsonValue,
  onScreen: boolean,
): Promise<string> {
  const results = await runJq(program, value);
  return results
    .map((result) => {
      if (!result.startsWith('"')) return `${escapeJson(result)}\n`;
      const text = String(JSON.parse(result));
      return `${onScreen ? neutralize(text, "\n\t") : text}\n`;
    })
    .join("");
}
