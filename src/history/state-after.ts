/** State after a write, from its response. Only moves and changes of a team are read again. */
import { getMethod } from "../contract/endpoint.ts";
import type { DeleteInverse, Inverse } from "../contract/inverse.ts";
import { ApiError, NetworkError } from "../errors.ts";
import { asObject, isObject, type JsonObject, type JsonValue } from "../json/values.ts";
import { fill, getValueAt, type ReadPath } from "./read-path.ts";
import {
  listHolders,
  listSentFields,
  readState,
  selectFields,
  toOppositeState,
  type WriteRequest,
} from "./state.ts";

export interface Write {
  /** Absent for a request that was written by hand. */
  readonly about: WriteRequest | undefined;
  /** Absent if it has none. */
  readonly inverse: Inverse | undefined;
  readonly before: JsonObject | undefined;
}

export interface StateAfter {
  readonly after?: JsonObject | undefined;
  /** The reference to the created resource. */
  readonly made?: string | undefined;
}

/** @param answer the body of the response; undefined if it was empty */
export async function readStateAfter(
  { about, inverse, before = {} }: Write,
  answer: JsonValue | undefined,
  read: ReadPath,
): Promise<StateAfter> {
  if (about === undefined || inverse === undefined) return {};
  const { endpoint, input } = about;
  switch (inverse.how) {
    case "delete": {
      const made = getValueAt(asObject(answer), inverse.named.member);
      const id = isObject(made) ? made.id : made;
      if (typeof id !== "string") return { after: asObject(answer) };
      return {
        after: await loadCreated(inverse, { ...input, [inverse.named.field]: id }, answer, read),
        made: id,
      };
    }
    case "fields": {
      const told = selectFields(inverse, endpoint, asObject(answer));
      if (answer !== undefined) return { after: told };
      const given = listSentFields(inverse, about).map((name): [string, JsonValue] => [
        name,
        input[name] ?? null,
      ]);
      return { after: { ...before, ...Object.fromEntries(given) } };
    }
    case "opposite":
      return { after: toOppositeState(inverse) };
    case "roles":
      return getMethod(endpoint) === "PUT"
        ? readAgain(inverse, about, read)
        : { after: computeRolesAfter(about) };
    case "redirects":
      // A deleted redirect no longer redirects from its path.
      return inverse.one === undefined ? readAgain(inverse, about, read) : { after: {} };
    case "move":
      return readAgain(inverse, about, read);
  }
}

/** The created resource, in the form in which it is read later. */
async function loadCreated(
  { again, look }: DeleteInverse,
  names: JsonObject,
  answer: JsonValue | undefined,
  read: ReadPath,
): Promise<JsonObject | undefined> {
  if (again !== true) return asObject(answer);
  return ignoreRefusal(async () => asObject(await read(fill(look, names))));
}

/** The write is done; an error here only leaves the new state unknown. */
async function ignoreRefusal<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) return undefined;
    throw error;
  }
}

async function readAgain(
  inverse: Inverse,
  about: WriteRequest,
  read: ReadPath,
): Promise<StateAfter> {
  return { after: await ignoreRefusal(async () => (await readState(inverse, about, read))?.state) };
}

/** A role of null means no role. */
export function computeRolesAfter({ endpoint, input }: WriteRequest): JsonObject {
  const role = getMethod(endpoint) === "DELETE" ? "none" : (input.role ?? "none");
  const all = (holders: readonly string[]) =>
    Object.fromEntries(holders.map((one): [string, JsonValue] => [one, role]));
  const { users, teams } = listHolders(input);
  return {
    ...(users.length > 0 && { users: all(users) }),
    ...(teams.length > 0 && { teams: all(teams) }),
  };
}
