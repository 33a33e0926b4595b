/** Data for `tome status`, based on a snapshot of the organization. */

import type { ApiClient, JsonObject } from "../../context.ts";
import { asObject, asText } from "../../json/values.ts";
import { type OrganizationReader, openOrganization } from "../organization/organization-reader.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";

/** Spaces whose links are checked by default: one request each. */
const usualSpaces = 50;

export interface StatusReader {
  readonly client: ApiClient;
  readonly organization: OrganizationReader;
  /** Id of the authenticated user. */
  readonly caller: string;
  /** Spaces that the user can edit, most recently changed first. */
  readonly edited: () => Promise<readonly JsonObject[]>;
  /** The spaces whose links are checked. */
  readonly checkable: () => Promise<readonly JsonObject[]>;
  /** Space titles by id, as far as they are visible. */
  readonly toTitle: (spaceId: string) => Promise<string>;
  /** Spaces with a unique title. */
  readonly named: () => Promise<readonly { readonly id: string; readonly word: string }[]>;
  /** Results for each item, a few at a time; failures are recorded. */
  readonly each: <T, R>(
    things: readonly T[],
    what: (thing: T) => string,
    work: (thing: T) => Promise<R | undefined>,
  ) => Promise<readonly R[]>;
  /** Number of spaces that were checked for broken links, and of those that were not. */
  readonly checked: () => number;
  readonly unchecked: () => number;
}

/**
 * Whether a title is usable as a reference: not a path, flag or id, and printed the same
 * everywhere.
 */
const isPlainTitle = /^(?!\S{19,}$|site[a-z]*_|id:)[\p{L}\p{N}][^/\p{C}\p{Zl}\p{Zp}]*$/iu;

/** @param all check the links of all spaces */
export async function openReading(
  client: ApiClient,
  organizationId: string,
  all: boolean,
): Promise<StatusReader> {
  const organization = openOrganization(client, organizationId);
  const caller = await organization.caller();
  // The items depend on the authenticated user.
  if (caller === undefined) throw organization.unread[0]?.error;
  let counts = { checked: 0, unchecked: 0 };

  const edited = async () =>
    ((await organization.spaces()) ?? [])
      .filter(({ permissions }) => asObject(permissions).edit === true)
      .sort((one, other) => (asText(one.updatedAt) < asText(other.updatedAt) ? 1 : -1));

  return {
    client,
    organization,
    caller: asText(caller.id),
    edited,
    async checkable() {
      const list = await edited();
      const chosen = all ? list : list.slice(0, usualSpaces);
      counts = { checked: chosen.length, unchecked: list.length - chosen.length };
      return chosen;
    },
    async toTitle(spaceId) {
      const record = (await organization.spaces())?.find(({ id }) => id === spaceId);
      return record === undefined ? spaceId : asText(record.title);
    },
    async named() {
      const spaces = ((await organization.spaces()) ?? []).map(({ id, title }) => ({
        id: asText(id),
        word: asText(title),
      }));
      const counts = new Map<string, number>();
      for (const { word } of spaces) counts.set(word, (counts.get(word) ?? 0) + 1);
      return spaces.filter(({ word }) => isPlainTitle.test(word) && counts.get(word) === 1);
    },
    async each(things, what, work) {
      const results = await runFewAtOnce(things, (thing) =>
        organization.attempt(what(thing), () => work(thing)),
      );
      return results.filter((result) => result !== undefined);
    },
    checked: () => counts.checked,
    unchecked: () => counts.unchecked,
  };
}
