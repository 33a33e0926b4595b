/** Validation of move flags against each other. */

import { UsageError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json/values.ts";
import { asObject } from "../json/values.ts";

/**
 * @param thing the field with the id of the moved resource
 * @returns a function that validates an input and returns it
 * @throws UsageError with the conflicting flags; no request is sent
 */
export function checkPlacement(thing: string): (input: JsonObject) => JsonObject {
  return (input) => {
    const moved = input[thing];
    const { parent } = input;
    const { before, after } = asObject(input.position);
    const [first, last] = [findPointerId(before), findPointerId(after)];
    if (parent === moved) {
      throw new UsageError(
        `--parent and the moved resource are both ${moved}. A resource cannot be inside itself.`,
      );
    }
    for (const [flag, id] of [
      ["--before", first],
      ["--after", last],
    ] as const) {
      if (id === undefined) continue;
      if (id === moved) {
        throw new UsageError(`${flag} and the moved resource are both ${id}. Specify a sibling.`);
      }
      if (id === parent) {
        throw new UsageError(
          `${flag} and --parent are both ${id}. Specify a sibling inside --parent.`,
        );
      }
    }
    if (first !== undefined && first === last) {
      throw new UsageError(`--before and --after are both ${first}. Specify only one of them.`);
    }
    return input;
  };
}

function findPointerId(pointer: JsonValue | undefined): string | undefined {
  const members = asObject(pointer);
  const id = typeof members.type === "string" ? members[members.type] : undefined;
  return typeof id === "string" ? id : undefined;
}
