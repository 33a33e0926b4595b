/** Checks an input against its fields, in the words of the command line. */

import type { JsonObject } from "../context.ts";
import type { Fault } from "../contract/check.ts";
import { changesOf, type Endpoint } from "../contract/endpoint.ts";
import type { Fields } from "../contract/fields.ts";
import { UsageError } from "../errors.ts";
import { isObject, type JsonValue } from "../json/values.ts";
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

/**
 * @param extra the names of fields that no operation has, which become some that it has
 * @throws UsageError where a change says nothing to change, or a move no place
 */
export function checkSomething(
  line: string,
  endpoint: Endpoint,
  input: JsonObject,
  parameters: readonly Parameter[],
  extra: Fields,
): void {
  const changes = changesOf(endpoint);
  if (changes.length === 0 || changes.some((name) => isGiven(input[name]))) return;
  const flags = parameters
    .filter(
      ({ isArgument, path: [name = ""] }) =>
        !isArgument && (changes.includes(name) || name in extra),
    )
    .map(labelOf);
  const lack = endpoint.route.endsWith("/move") ? "no place to move to" : "nothing to change";
  throw new UsageError(
    `tome ${line} was given ${lack}; give at least one of ${flags.join(", ")}.`,
    `tome ${line} --help`,
  );
}

/** An object without members says nothing. */
function isGiven(value: JsonValue | undefined): boolean {
  return isObject(value) ? Object.values(value).some(isGiven) : value !== undefined;
}

function placeOf({ path }: Fault, parameters: readonly Parameter[]): string {
  const names = path.filter((part) => typeof part === "string");
  const found = parameters.find(({ path: own }) => own.every((name, at) => names[at] === name));
  if (found === undefined) return `The field ${path.join(".")} of --input`;
  const rest = path.slice(found.path.length).filter((part) => typeof part === "string");
  return rest.length === 0 ? labelOf(found) : `${labelOf(found)} (${rest.join(".")})`;
}
