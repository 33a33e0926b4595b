/** Finds in what the platform answered the things that can be named by their id. */

import type { JsonObject, JsonValue } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Noun } from "../contract/nouns.ts";
import { isObject } from "../json/values.ts";
import { type Known, parentOf } from "./id-parents.ts";

/** Something with an id that was seen. */
export interface SeenId {
  readonly id: string;
  readonly title?: string | undefined;
  /** The id of what it lives in, by `parentOf`; unknown where absent. */
  readonly parent?: string | undefined;
}

/** The noun of a thing, by what the platform calls its kind. */
const nounOf: Readonly<Record<string, Known>> = {
  organization: "org",
  collection: "collection",
  space: "space",
  site: "site",
  user: "user",
  team: "team",
  "saml-provider": "provider",
  page: "page",
  revision: "revision",
  comment: "comment",
  "comment-reply": "reply",
  "change-request": "cr",
  "change-request-review": "review",
  "site-section": "siteSection",
  "site-section-group": "siteSectionGroup",
  "site-space": "siteSpace",
  "openapi-spec": "specification",
  "openapi-spec-version": "specificationVersion",
  integration: "integration",
  translation: "translation",
  conversation: "conversation",
  "conversation-issue": "issue",
  "issues-cluster": "cluster",
};

/** The noun of things that do not say their kind, by the operation that lists them. */
const listedBy: Readonly<Record<string, Known>> = { listPages: "page", listFiles: "file" };

/** What stands for the id of a thing that is known by name. */
const nameMember: Readonly<Partial<Record<Known, string>>> = {
  specification: "slug",
  integration: "name",
};

/** Where a thing names what it lives in. */
const parentMember: Readonly<Partial<Record<Noun, string>>> = {
  org: "organization",
  space: "space",
  site: "site",
};

const titleMembers = ["title", "subject", "displayName", "label", "name", "language"];

/** Members of a thing that hold further ones: a member's person, the pages below a page. */
const innerMembers = ["user", "issue", "space", "pages"];

/**
 * The things among some items of an answer, by noun, in their order.
 * @param input what was sent, in which the parent is named where the item does not name it
 */
export function thingsIn(
  items: readonly JsonObject[],
  endpoint: Pick<Endpoint, "input" | "operation">,
  input: JsonObject,
): Map<Known, SeenId[]> {
  const seen = new Map<Known, SeenId[]>();
  const see = (thing: JsonObject): void => {
    const noun = nounOfItem(thing, endpoint.operation);
    const id = noun && textIn(thing[nameMember[noun] ?? "id"]);
    if (noun !== undefined && id !== undefined) {
      const title = titleMembers
        .map((name) => textIn(thing[name]))
        .find((text) => text !== undefined && text !== id);
      const parent = parentOfItem(noun, thing, endpoint.input, input);
      seen.set(noun, [...(seen.get(noun) ?? []), { id, title, parent }]);
    }
    for (const name of innerMembers) {
      const inner = thing[name];
      for (const one of Array.isArray(inner) ? inner : [inner]) if (isObject(one)) see(one);
    }
  };
  for (const item of items) see(item);
  return seen;
}

function nounOfItem(thing: JsonObject, operation: string): Known | undefined {
  const kind = textIn(thing.object);
  if (kind !== undefined) return Object.hasOwn(nounOf, kind) ? nounOf[kind] : undefined;
  return Object.hasOwn(listedBy, operation) ? listedBy[operation] : undefined;
}

function parentOfItem(
  noun: Known,
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
