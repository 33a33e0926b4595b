/** Runs a jq program with the real jq, compiled to WebAssembly: the one file that loads it. */
import { createRequire } from "node:module";
import { UsageError } from "../errors.ts";
import { jsonText } from "./json-text.ts";
import type { JsonValue } from "./row.ts";

/** Where the build puts what it cannot bundle. */
declare const TOME_BESIDE: string | undefined;
const place = typeof TOME_BESIDE === "string" ? TOME_BESIDE : "";

/** The part of jq-web, which ships no types, that is used here. */
interface Jq {
  /** What `jq <flags> <program>` prints for a JSON text; `undefined` for nothing. */
  raw(json: string, program: string, flags: readonly string[]): string | undefined;
}

/**
 * The results of a jq program on a value, as compact JSON texts in their order. Integers that the
 * program passes through keep all their digits.
 * @throws UsageError with jq's own message, also when jq failed after some results
 */
export async function runJq(program: string, value: JsonValue): Promise<readonly string[]> {
  // Its export is a promise itself, which a dynamic import would take for a module being loaded.
  const starting: Promise<Jq> = createRequire(import.meta.url)(`${place}jq-web/jq.js`);
  const jq = await starting;
  const exitCode = process.exitCode;
  try {
    const output = jq.raw(wellFormed(jsonText(value)), program, ["-c", "--"]) ?? "";
    // Compact JSON has no line break inside, so each line is one result.
    return output.split("\n").filter((line) => line !== "");
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new UsageError(`The filter of --jq failed: ${said.replace(/^jq: /, "").trim()}`);
  } finally {
    // jq's end is not this program's end, though it sets the exit code as if it were.
    process.exitCode = exitCode;
  }
}

/** jq refuses half of a surrogate pair, which is no character: it becomes U+FFFD. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:ud[89a-b][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u(d[89a-f][0-9a-f]{2})|.)/g,
    (whole, lone: string | undefined) => (lone === undefined ? whole : "\ufffd"),
  );
}
