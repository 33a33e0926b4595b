/** Baseline of accepted findings, which do not fail a check. */
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { isList, type JsonValue, objectIn } from "../../json/values.ts";
import type { FindingRow } from "./report.ts";

/** Incremented when the computation of fingerprints changes. */
const version = 1;

export const usualBaseline = ".tome.check-baseline.json";

/**
 * The fingerprints of a baseline.
 * @param check the command, for the hint
 * @throws UsageError for a missing or invalid file
 */
export async function readBaseline(
  context: Context,
  file: string,
  check: string,
): Promise<Set<string>> {
  const hint = `${check} --baseline ${file} --update-baseline`;
  let value: JsonValue;
  try {
    value = JSON.parse(await context.readText(file));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(error.message, hint);
    throw new UsageError(`The baseline ${file} is not valid JSON. Create it again.`, hint);
  }
  const { version: fileVersion, findings } = objectIn(value);
  if (fileVersion !== version || !isList(findings)) {
    throw new UsageError(`${file} is not a baseline of version ${version}. Create it again.`, hint);
  }
  return new Set(findings.map((one) => String(objectIn(one).fingerprint)));
}

/** Writes one sorted line per finding, so that a diff shows added and removed findings. */
export async function writeBaseline(
  context: Context,
  file: string,
  rows: readonly FindingRow[],
): Promise<void> {
  const lines = rows
    .map(({ fingerprint, rule, id, target, title }) =>
      JSON.stringify({ fingerprint, rule, id, target, title }),
    )
    .sort();
  const list = lines.length === 0 ? "[]" : `[\n    ${lines.join(",\n    ")}\n  ]`;
  const text = `{\n  "version": ${version},\n  "findings": ${list}\n}\n`;
  await context.saveFile(resolve(context.cwd, file), Buffer.from(text), true);
}
