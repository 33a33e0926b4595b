/** Runs a jq program with the real jq, compiled to WebAssembly, and prints its results: the one file that loads it. */
import { createRequire } from "node:module";
import { UsageError } from "../errors.ts";
import { escapeJson, jsonText } from "./json-text.ts";
import { neutralize } from "./neutralize.ts";
import type { JsonValue } from "./row.ts";

/**
 * The output of `jq --raw-output --compact-output`: a result on each line, strings without quotes.
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

/** The folder of packages that the build cannot bundle. */
declare const TOME_BESIDE: string | undefined;
const folder = typeof TOME_BESIDE === "string" ? TOME_BESIDE : "";

/** The part of jq-web, which ships no types, that is used here. */
interface Jq {
  /** The output of `jq <flags> <program>` for a JSON text; undefined if there is none. */
  raw(json: string, program: string, flags: readonly string[]): string | undefined;
}

/**
 * The results of a jq program for a value, as compact JSON texts. Integers that the program does not
 * change keep all their digits.
 * @throws UsageError with jq's own message, also when jq failed after some results
 */
export async function runJq(program: string, value: JsonValue): Promise<readonly string[]> {
  // Its export is a promise, which a dynamic import would await.
  const starting: Promise<Jq> = createRequire(import.meta.url)(`${folder}jq-web/jq.js`);
  const jq = await starting;
  const exitCode = process.exitCode;
  try {
    const output = jq.raw(wellFormed(jsonText(value)), program, ["-c", "--"]) ?? "";
    // Compact JSON has no line break inside, so each line is one result.
    return output.split("\n").filter((line) => line !== "");
  } catch (error) {
    const message =
      error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new UsageError(`The filter of --jq failed: ${message.replace(/^jq: /, "").trim()}`);
  } finally {
    // jq sets the exit code of the process when it ends.
    process.exitCode = exitCode;
  }
}

/** jq refuses a lone surrogate, which is not a character: it becomes U+FFFD. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:ud[89a-b][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u(d[89a-f][0-9a-f]{2})|.)/g,
    (whole, lone: string | undefined) => (lone === undefined ? whole : "\ufffd"),
  );
}
