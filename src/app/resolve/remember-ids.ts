/** Ids from the responses of the platform, stored for completion. */

import type { CommandFields } from "../../commands/fields.ts";
import { getCommandFields } from "../../commands/flag-words.ts";
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { type Endpoint, listPathNames } from "../../contract/endpoint.ts";
import { listWords } from "../../contract/nouns.ts";
import { addTo } from "../../json/groups.ts";
import { findOwn } from "../../json/own-members.ts";
import { isObject } from "../../json/values.ts";
import { type KnownId, rememberIds } from "./id-cache.ts";
import {
  type CachedNoun,
  everyCachedNoun,
  findChangeable,
  getCachedWords,
  getIdMember,
  resolveParent,
} from "./id-parents.ts";

/** @param items at most as many as the cache stores */
export function remember(
  items: readonly JsonObject[],
  endpoint: Endpoint,
  input: JsonObject,
  { settings, env }: Context,
): void {
  for (const [noun, ids] of findIds(items, endpoint, input)) {
    rememberIds({ noun, ids }, settings, env);
  }
}

/**
 * Removes the id of a resource that does not exist any more, the last one in the path of an
 * operation that deletes or merges it.
 */
export function forgetThing(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  { settings, env }: Pick<Context, "settings" | "env">,
): void {
  if (endpoint.operation === "mergeChangeRequest") {
    const { changeRequestId: id, spaceId: parent } = input;
    if (typeof id === "string" && typeof parent === "string") {
      rememberIds({ noun: "openCr", ids: [{ id, parent, isGone: true }] }, settings, env);
    }
    return;
  }
  const name = listPathNames(endpoint).at(-1) ?? "";
  const field = endpoint.input[name];
  const id = input[name];
  if (field?.kind !== "id" || typeof id !== "string") return;
  rememberIds({ noun: field.of, ids: [], gone: [id] }, settings, env);
}

/** The noun of an object, by the kind in the response. */
const nounOf: ReadonlyMap<string, CachedNoun> = new Map(
  everyCachedNoun.flatMap((noun) => {
    const { object } = getCachedWords(noun);
    return object === undefined ? [] : [[object, noun] as const];
  }),
);

/** The noun of objects without a kind, by the operation that lists them. */
const listedBy: Readonly<Record<string, CachedNoun>> = { listPages: "page", listFiles: "file" };

const titleMembers = ["title", "subject", "displayName", "label", "name", "language"];

/** Members that contain further objects: the user of a member, the pages below a page. */
const innerMembers = ["user", "issue", "space", "pages"];

/**
 * The ids in some items of a response, by noun, in order.
 * @param input of the request; it provides the parent if the item does not
 */
export function findIds(
  items: readonly JsonObject[],
  endpoint: Pick<Endpoint, "input" | "operation">,
  input: JsonObject,
): Map<CachedNoun, KnownId[]> {
  const ids = new Map<CachedNoun, KnownId[]>();
  const collect = (thing: JsonObject): void => {
    const noun = findItemNoun(thing, endpoint.operation);
    const id = noun && toIdText(thing[getIdMember(noun)]);
    if (noun !== undefined && id !== undefined) {
      const title = titleMembers
        .map((name) => findText(thing[name]))
        .find((text) => text !== undefined && text !== id);
      const parent = resolveItemParent(noun, thing, endpoint, input);
      addTo(ids, noun, { id, title, parent });
      const [status, changeable] = [findText(thing.status), findChangeable(noun)];
      if (changeable && status !== undefined) {
        const isGone = !changeable.statuses.includes(status);
        addTo(ids, changeable.noun, { id, title, parent, isGone });
      }
      if (endpoint.operation === "restoreSpace") {
        addTo(ids, "deletedSpace", { id, isGone: true });
      }
    }
    for (const name of innerMembers) {
      const inner = thing[name];
      for (const one of Array.isArray(inner) ? inner : [inner]) if (isObject(one)) collect(one);
    }
  };
  for (const item of items) collect(item);
  return ids;
}

function findItemNoun(thing: JsonObject, operation: string): CachedNoun | undefined {
  const kind = findText(thing.object);
  if (kind !== undefined) return nounOf.get(kind);
  return findOwn(listedBy, operation);
}

function resolveItemParent(
  noun: CachedNoun,
  item: JsonObject,
  endpoint: Pick<Endpoint, "input" | "operation">,
  input: JsonObject,
): string | undefined {
  const parent = resolveParent(noun);
  if (parent === undefined) return undefined;
  // Only parents that a setting can select are repeated in each of their resources.
  const { setting, object = "" } = listWords(parent);
  const own = setting && findText(item[object]);
  if (own !== undefined) return own;
  const fields: CommandFields = getCommandFields(endpoint);
  const [name] =
    Object.entries(fields).find(
      ([, field]) => field.kind === "id" && field.of === parent && field.flag === undefined,
    ) ?? [];
  return name === undefined ? undefined : findText(input[name]);
}

function toIdText(value: JsonValue | undefined): string | undefined {
  return typeof value === "number" || typeof value === "bigint" ? String(value) : findText(value);
}

function findText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
