/** Finds in what the platform answered the things that can be named by their id. */
import type { JsonObject, JsonValue } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Noun } from "../contract/nouns.ts";
import { parentOf } from "./id-parents.ts";

/** Something with an id that was seen. */
export interface SeenId {
  readonly id: string;
  readonly title?: string | undefined;
  /** The id of what it lives in, by `parentOf`; unknown where absent. */
  readonly parent?: string | undefined;
}

/** The noun of a thing, by what the platform calls its kind. */
const nounOf: Readonly<Record<string, Noun>> = {
  organization: "org",
  collection: "collection",
  space: "space",
  site: "site",
  user: "user",
  team: "team",
  "saml-provider": "provider",
  page: "page",
  comment: "comment",
  "comment-reply": "reply",
  "change-request": "cr",
  "change-request-review": "review",
  "site-section": "siteSection",
  "site-section-group": "siteSectionGroup",
  "site-space": "siteSpace",
};

/** Where a thing names what it lives in. */
const parentMember: Readonly<Partial<Record<Noun, string>>> = {
  org: "organization",
  space: "space",
  site: "site",
};

const titleMembers = ["title", "subject", "displayName", "label"];

/**
 * The things among some items of an answer, by noun, in their order.
 * @param input what was sent, in which the parent is named where the item does not name it
 */
export function thingsIn(
  items: readonly JsonObject[],
  { input: fields }: Pick<Endpoint, "input">,
  input: JsonObject,
): Map<Noun, SeenId[]> {
  const seen = new Map<Noun, SeenId[]>();
  for (const item of items) {
    const thing = isObject(item.user) && item.object === "member" ? item.user : item;
    const kind = textIn(thing.object) ?? "";
    const noun = Object.hasOwn(nounOf, kind) ? nounOf[kind] : undefined;
    const id = textIn(thing.id);
    if (noun === undefined || id === undefined) continue;
    const title = titleMembers
      .map((name) => textIn(thing[name]))
      .find((text) => text !== undefined);
    const parent = parentOfItem(noun, thing, fields, input);
    seen.set(noun, [...(seen.get(noun) ?? []), { id, title, parent }]);
  }
  return seen;
}

function parentOfItem(
  noun: Noun,
  item: JsonObject,
  fields: Endpoint["input"],
  input: JsonObject,
): string | undefined {
  const parent = parentOf(noun);
  if (parent === undefined) return undefined;
  const own = textIn(item[parentMember[parent] ?? ""]);
  if (own !== undefined) return own;
  const [name] =
    Object.entries(fields).find(
      ([, field]) => field.kind === "id" && field.of === parent && field.flag === undefined,
    ) ?? [];
  return name === undefined ? undefined : textIn(input[name]);
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
