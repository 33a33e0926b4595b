/** A baseline: the findings that were there before, which fail nothing. */
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { isList, type JsonValue, objectIn } from "../../json/values.ts";
import type { Row } from "./report.ts";

/** It changes when a fingerprint changes its meaning. */
const version = 1;

export const usualBaseline = ".tome.check-baseline.json";

/**
 * The fingerprints of a baseline.
 * @param check the command, for the hint that writes it anew
 * @throws UsageError for a file that is not there, or is none
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
    throw new UsageError(`The baseline ${file} is no JSON; write it anew.`, hint);
  }
  const { version: written, findings } = objectIn(value);
  if (written !== version || !isList(findings)) {
    throw new UsageError(
      `The baseline ${file} is none of version ${version}, as this tome writes them.`,
      hint,
    );
  }
  return new Set(findings.map((one) => String(objectIn(one).fingerprint)));
}

/** Sorted and with a line each, so that a review shows what came and went. */
export async function writeBaseline(
  context: Context,
  file: string,
  rows: readonly Row[],
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
