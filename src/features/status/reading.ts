/** What a status is made of, over one reading of the organization. */

import type { Client, JsonObject } from "../../context.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { type OrganizationReading, openOrganization } from "../organization/reading.ts";

/** Spaces whose links are checked unless all are asked for: each takes a request. */
const usualSpaces = 50;

export interface Reading {
  readonly client: Client;
  readonly organization: OrganizationReading;
  /** The id of the caller. */
  readonly caller: string;
  /** Spaces that the caller may edit, the one that changed last first. */
  readonly edited: () => Promise<readonly JsonObject[]>;
  /** Those of them whose links are to be checked. */
  readonly checkable: () => Promise<readonly JsonObject[]>;
  /** The titles of spaces by their ids, as far as the caller sees them. */
  readonly toTitle: (spaceId: string) => Promise<string>;
  /** The spaces that their title alone names. */
  readonly named: () => Promise<readonly { readonly id: string; readonly word: string }[]>;
  /** What the work returns for each thing, a few at a time; those that cannot be read are noted. */
  readonly each: <T, R>(
    things: readonly T[],
    what: (thing: T) => string,
    work: (thing: T) => Promise<R | undefined>,
  ) => Promise<readonly R[]>;
  /** How many spaces were checked for broken links, and how many were left out. */
  readonly checked: () => number;
  readonly unchecked: () => number;
}

/** It is no path and no flag, has not the form of an id, and looks the same wherever it is printed. */
const isPlainTitle = /^(?!\S{19,}$|site[a-z]*_|id:)[\p{L}\p{N}][^/\p{C}\p{Zl}\p{Zp}]*$/iu;

/** @param all check the links of every space */
export async function openReading(
  client: Client,
  organizationId: string,
  all: boolean,
): Promise<Reading> {
  const organization = openOrganization(client, organizationId);
  const caller = await organization.caller();
  // Who asks decides what waits.
  if (caller === undefined) throw organization.unread[0]?.error;
  let counts = { checked: 0, unchecked: 0 };

  const edited = async () =>
    ((await organization.spaces()) ?? [])
      .filter(({ permissions }) => objectIn(permissions).edit === true)
      .sort((one, other) => (textIn(one.updatedAt) < textIn(other.updatedAt) ? 1 : -1));

  return {
    client,
    organization,
    caller: textIn(caller.id),
    edited,
    async checkable() {
      const list = await edited();
      const chosen = all ? list : list.slice(0, usualSpaces);
      counts = { checked: chosen.length, unchecked: list.length - chosen.length };
      return chosen;
    },
    async toTitle(spaceId) {
      const known = (await organization.spaces())?.find(({ id }) => id === spaceId);
      return known === undefined ? spaceId : textIn(known.title);
    },
    async named() {
      const spaces = ((await organization.spaces()) ?? []).map(({ id, title }) => ({
        id: textIn(id),
        word: textIn(title),
      }));
      const counts = new Map<string, number>();
      for (const { word } of spaces) counts.set(word, (counts.get(word) ?? 0) + 1);
      return spaces.filter(({ word }) => isPlainTitle.test(word) && counts.get(word) === 1);
    },
    async each(things, what, work) {
      const results = await fewAtOnce(things, (thing) =>
        organization.attempt(what(thing), () => work(thing)),
      );
      return results.filter((result) => result !== undefined);
    },
    checked: () => counts.checked,
    unchecked: () => counts.unchecked,
  };
}
