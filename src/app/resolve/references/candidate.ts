/** Resources that a name can match, with their names from the response. */
import type { JsonObject, JsonValue } from "../../../context.ts";
import { findOwn } from "../../../json/own-members.ts";
import { asObject, asObjects, asText } from "../../../json/values.ts";
import type { NamedNoun } from "./reference-syntax.ts";

/** A resource that a name can match. */
export interface NamedCandidate {
  readonly noun: NamedNoun;
  readonly id: string;
  readonly title: string;
  /** The names with precedence over titles: its path, its email. */
  readonly addresses: readonly string[];
  /** Its other names, including the title. */
  readonly names: readonly string[];
  /** Its location, for messages. */
  readonly path: string;
  /** RFC 3339; empty if unknown. */
  readonly updated: string;
}

export function toCandidate(
  noun: NamedNoun,
  item: JsonObject,
  title: string,
  more: Partial<Pick<NamedCandidate, "addresses" | "names" | "path">> = {},
): NamedCandidate {
  const { addresses = [], names = [], path = title } = more;
  const updated = asText(item.updatedAt) || asText(item.createdAt);
  const others = names.filter((name) => name !== "" && name !== title);
  return { noun, id: asText(item.id), title, addresses, names: [title, ...others], path, updated };
}

export function toTitledCandidate(
  noun: NamedNoun,
  item: JsonObject,
  others: readonly (JsonValue | undefined)[] = [],
) {
  return toCandidate(noun, item, asText(item.title), { names: others.map(asText) });
}

/**
 * A collection or space. Its path consists of the titles from the top level down, and each suffix
 * of the path matches it.
 */
export function toTreeCandidate(
  noun: NamedNoun,
  item: JsonObject,
  parents: ReadonlyMap<string, JsonObject>,
  whole: boolean,
): NamedCandidate {
  const title = asText(item.title);
  const urls = asObject(item.urls);
  const published = [urls.published, urls.public].map(asText).map(getLastSegment);
  if (!whole) return toCandidate(noun, item, title, { names: published });
  const titles = [title];
  const met = new Set<JsonObject>();
  for (
    let above = parents.get(asText(item.parent));
    above !== undefined && !met.has(above);
    above = parents.get(asText(above.parent))
  ) {
    met.add(above);
    titles.unshift(asText(above.title));
  }
  const ends = titles.map((_, at) => titles.slice(at).join("/")).toReversed();
  const path = `/${titles.join("/")}`;
  return toCandidate(noun, item, title, {
    addresses: [path],
    names: [...published, ...ends],
    path,
  });
}

/** `guides` of https://acme.example/docs/guides/. */
function getLastSegment(address: string): string {
  if (!URL.canParse(address)) return "";
  return new URL(address).pathname.split("/").findLast((part) => part !== "") ?? "";
}

export function toMemberCandidate(item: JsonObject): NamedCandidate {
  const user = asObject(item.user);
  const [id, email] = [asText(user.id) || asText(item.id), asText(user.email)];
  const addresses = email === "" ? [] : [email];
  const seen = { id, updatedAt: item.lastSeenAt ?? item.joinedAt ?? "" };
  return toCandidate("user", seen, asText(user.displayName), { addresses, path: email });
}

const partNouns: Readonly<Record<string, NamedNoun>> = {
  "site-section": "siteSection",
  "site-section-group": "siteSectionGroup",
  "site-space": "siteSpace",
  "site-external-link": "siteExternalLink",
};

/**
 * @param within the path of the section that contains them, `""` at the root
 * @param groups the titles of the groups that contain them
 */
export function collectParts(
  list: JsonValue | undefined,
  within: string,
  groups: readonly string[],
): NamedCandidate[] {
  return asObjects(list).flatMap((item): NamedCandidate[] => {
    const noun = findOwn(partNouns, asText(item.object));
    if (noun === undefined) return [];
    const title = asText(item.title);
    if (noun === "siteSectionGroup") {
      const titles = [...groups, title];
      const names = titles.map((_, at) => titles.slice(at).join("/"));
      const path = `/${titles.join("/")}`;
      const own = toCandidate(noun, item, title, { addresses: [path], names, path });
      return [own, ...collectParts(item.children, within, titles)];
    }
    const path = [within, asText(item.path)].filter((part) => part !== "").join("/");
    const addresses = path === "" ? [] : [path, `/${path}`];
    const own = toCandidate(noun, item, title, { addresses, path });
    return [own, ...collectParts(item.siteSpaces, path, groups)];
  });
}

export function collectPages(list: JsonValue | undefined): NamedCandidate[] {
  return asObjects(list).flatMap((item) => {
    const path = asText(item.path);
    const addresses = path === "" ? [] : [path, `/${path}`];
    const own = toCandidate("page", item, asText(item.title), { addresses, path });
    return [own, ...collectPages(item.pages)];
  });
}
