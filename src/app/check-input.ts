/** Checks an input against its fields, in the words of the command line. */

import type { JsonObject } from "../context.ts";
import type { Fault } from "../contract/check.ts";
import type { Fields } from "../contract/fields.ts";
import { UsageError } from "../errors.ts";
import type { Parameter } from "./parameters.ts";
import { labelOf } from "./typed-values.ts";

/** @throws UsageError that lists every fault, each with the flag or argument, the rule and the value */
export async function checkInput(
  fields: Fields,
  input: JsonObject,
  parameters: readonly Parameter[],
  line: string,
): Promise<void> {
  const { check } = await import("../contract/check.ts");
  const faults = await check(fields, input);
  if (faults.length === 0) return;
  const said = faults.map((fault) => `${placeOf(fault, parameters)} ${fault.rule}`);
  throw new UsageError(`${[...new Set(said)].join("; ")}.`, `tome ${line} --help`);
}

function placeOf({ path }: Fault, parameters: readonly Parameter[]): string {
  const names = path.filter((part) => typeof part === "string");
  const found = parameters.find(({ path: own }) => own.every((name, at) => names[at] === name));
  if (found === undefined) return `The field ${path.join(".")} of --input`;
  const rest = path.slice(found.path.length).filter((part) => typeof part === "string");
  return rest.length === 0 ? labelOf(found) : `${labelOf(found)} (${rest.join(".")})`;
}
