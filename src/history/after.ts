/** What a write left, as far as its answer tells; only a move, and a change of a team, are looked at again. */
import { methodOf } from "../contract/endpoint.ts";
import type { Inverse } from "../contract/inverse.ts";
import { Problem, Unreachable } from "../errors.ts";
import { isObject, type JsonObject, type JsonValue, objectIn } from "../json/values.ts";
import {
  type About,
  bodyFields,
  fieldsIn,
  holdersIn,
  type Read,
  readState,
  valueAt,
} from "./state.ts";

export interface Write {
  /** Absent for a request that was written by hand. */
  readonly about: About | undefined;
  /** Absent if it has none. */
  readonly inverse: Inverse | undefined;
  readonly before: JsonObject | undefined;
}

export interface Left {
  readonly after?: JsonObject | undefined;
  /** What names the thing that was made. */
  readonly made?: string | undefined;
}

/** @param answer the body of the answer; undefined if it was empty */
export async function afterOf(
  { about, inverse, before = {} }: Write,
  answer: JsonValue | undefined,
  read: Read,
): Promise<Left> {
  if (about === undefined || inverse === undefined) return {};
  const { endpoint, input } = about;
  switch (inverse.how) {
    case "delete": {
      const made = valueAt(objectIn(answer), inverse.named.member);
      const id = isObject(made) ? made.id : made;
      return { after: objectIn(answer), ...(typeof id === "string" && { made: id }) };
    }
    case "fields": {
      const told = fieldsIn(inverse, endpoint, objectIn(answer));
      const sent = bodyFields(endpoint).filter(
        (name) => input[name] !== undefined && inverse.untold?.[name] === undefined,
      );
      if (answer !== undefined) return { after: told };
      const given = sent.map((name): [string, JsonValue] => [name, input[name] ?? null]);
      return { after: { ...before, ...Object.fromEntries(given) } };
    }
    case "opposite":
      return { after: inverse.makes === "absent" ? { absent: true } : inverse.makes };
    case "roles":
      return methodOf(endpoint) === "PUT"
        ? readAgain(inverse, about, read)
        : { after: rolesAfter(about) };
    case "move":
      return readAgain(inverse, about, read);
  }
}

async function readAgain(inverse: Inverse, about: About, read: Read): Promise<Left> {
  try {
    return { after: (await readState(inverse, about, read))?.state };
  } catch (error) {
    // The write is done; only what it left is not known.
    if (error instanceof Problem || error instanceof Unreachable) return {};
    throw error;
  }
}

/** A role that is taken, or given as null, leaves none. */
export function rolesAfter({ endpoint, input }: About): JsonObject {
  const role = methodOf(endpoint) === "DELETE" ? "none" : (input.role ?? "none");
  const all = (holders: readonly string[]) =>
    Object.fromEntries(holders.map((one): [string, JsonValue] => [one, role]));
  const { users, teams } = holdersIn(input);
  return {
    ...(users.length > 0 && { users: all(users) }),
    ...(teams.length > 0 && { teams: all(teams) }),
  };
}
