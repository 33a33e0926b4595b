/** Reads what a status is made of: each list once, and what cannot be read is noted and not passed over. */

import type { Client, JsonObject } from "../context.ts";
import * as space from "../contract/space.ts";
import * as user from "../contract/user.ts";
import { Problem, Unreachable } from "../errors.ts";
import { objectIn, textIn } from "../json/values.ts";
import { fewAtOnce } from "./few-at-once.ts";
import { readAll } from "./read-all.ts";

/** Spaces whose links are checked unless all are asked for: each takes a request. */
const usualSpaces = 50;

export interface Reading {
  readonly client: Client;
  readonly organizationId: string;
  /** The id of the caller. */
  readonly caller: string;
  /** Spaces that the caller may edit, the one that changed last first. */
  readonly edited: () => Promise<readonly JsonObject[]>;
  /** Those of them whose links are to be checked. */
  readonly checkable: () => Promise<readonly JsonObject[]>;
  /** The titles of spaces by their ids, as far as the caller sees them. */
  readonly titleOf: (spaceId: string) => Promise<string>;
  /** What the work returns; undefined if the platform refuses or does not answer, which is noted. */
  readonly attempt: <T>(what: string, work: () => Promise<T>) => Promise<T | undefined>;
  /** Does the same for many things, a few at a time; those that cannot be read are noted. */
  readonly each: <T, R>(
    things: readonly T[],
    what: (thing: T) => string,
    work: (thing: T) => Promise<R | undefined>,
  ) => Promise<readonly R[]>;
  readonly unread: readonly { readonly what: string; readonly error: Error }[];
  /** How many attempts did not fail. */
  readonly succeeded: number;
  /** How many spaces were checked for broken links, and how many were left out. */
  readonly checked: () => number;
  readonly unchecked: () => number;
}

/** @param all check the links of every space */
export async function openReading(
  client: Client,
  organizationId: string,
  all: boolean,
): Promise<Reading> {
  const caller = textIn(objectIn((await client.call(user.current, {})).value).id);
  const unread: { what: string; error: Error }[] = [];
  let succeeded = 0;
  let counts = { checked: 0, unchecked: 0 };
  let spaces: Promise<readonly JsonObject[]> | undefined;

  async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      succeeded++;
      return result;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      unread.push({ what, error });
      return undefined;
    }
  }

  const visible = () => {
    spaces ??= attempt("the list of spaces", () =>
      readAll(client, space.list, { organizationId }),
    ).then((list = []) =>
      [...list].sort((one, other) => (textIn(one.updatedAt) < textIn(other.updatedAt) ? 1 : -1)),
    );
    return spaces;
  };

  const edited = async () =>
    (await visible()).filter(({ permissions }) => objectIn(permissions).edit === true);

  return {
    client,
    organizationId,
    caller,
    edited,
    async checkable() {
      const list = await edited();
      const chosen = all ? list : list.slice(0, usualSpaces);
      counts = { checked: chosen.length, unchecked: list.length - chosen.length };
      return chosen;
    },
    async titleOf(spaceId) {
      const known = (await visible()).find(({ id }) => id === spaceId);
      return known === undefined ? spaceId : textIn(known.title);
    },
    attempt,
    async each(things, what, work) {
      const results = await fewAtOnce(things, (thing) => attempt(what(thing), () => work(thing)));
      return results.filter((result) => result !== undefined);
    },
    unread,
    get succeeded() {
      return succeeded;
    },
    checked: () => counts.checked,
    unchecked: () => counts.unchecked,
  };
}
