/** Everything of one kind that a name may mean, read from the platform: how each kind is listed, and what it is called. */
import type { Client, JsonObject, JsonValue, NameLookup } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { asInput } from "../input.ts";
import type { NamedNoun } from "./form.ts";

/** Something that a name may mean. */
export interface Thing {
  readonly noun: NamedNoun;
  readonly id: string;
  readonly title: string;
  /** What names it before any title does: its path, its email. */
  readonly addresses: readonly string[];
  /** What names it otherwise, the title among them. */
  readonly names: readonly string[];
  /** Where it is, for a person. */
  readonly path: string;
  /** RFC 3339; empty if the platform does not say. */
  readonly updated: string;
}

/** The parents of what is named, by the names of their fields. */
export type Within = NameLookup["within"];

export interface Catalogue {
  /**
   * All things of a kind that the caller sees. Each list is read once.
   * @param whole with the paths of spaces, which takes the collections as well
   */
  readonly things: (noun: NamedNoun, within: Within, whole: boolean) => Promise<readonly Thing[]>;
}

/** @param organizations the ids of those to look in if the command names none */
export function openCatalogue(
  client: () => Promise<Client>,
  organizations: () => Promise<readonly string[]>,
): Catalogue {
  const lists = new Map<string, Promise<readonly JsonObject[]>>();

  function items(endpoint: Endpoint, input: JsonObject): Promise<readonly JsonObject[]> {
    const key = JSON.stringify([endpoint.operation, input]);
    const list = lists.get(key) ?? readAll(endpoint, input);
    lists.set(key, list);
    return list;
  }

  async function readAll(endpoint: Endpoint, input: JsonObject): Promise<readonly JsonObject[]> {
    const opened = await client();
    if (!endpoint.list) return [objectIn((await opened.call(endpoint, asInput(input))).value)];
    const all: JsonObject[] = [];
    for await (const page of opened.pages(endpoint, asInput(input), { size: largestPage })) {
      for (const item of page.items) all.push(item);
    }
    return all;
  }

  /** The items of every organization that may be meant. */
  async function inOrganizations(
    endpoint: Endpoint,
    { organizationId }: Within,
    input: JsonObject = {},
  ): Promise<readonly JsonObject[]> {
    const ids = organizationId === undefined ? await organizations() : [organizationId];
    const all: JsonObject[] = [];
    for (const id of ids) {
      for (const item of await items(endpoint, { organizationId: id, ...input })) all.push(item);
    }
    return all;
  }

  async function spaces(within: Within, whole: boolean): Promise<Thing[]> {
    const list = await inOrganizations((await import("../../contract/space.ts")).list, within);
    const parents = whole ? await collectionsById(within) : new Map<string, JsonObject>();
    return list.map((item) => treeThing("space", item, parents, whole));
  }

  async function collectionsById(within: Within): Promise<ReadonlyMap<string, JsonObject>> {
    const { list } = await import("../../contract/collection.ts");
    const all = await inOrganizations(list, within);
    return new Map(all.map((item) => [textIn(item.id), item]));
  }

  async function changeRequests({ spaceId = "" }: Within): Promise<Thing[]> {
    const { list } = await import("../../contract/cr.ts");
    const all: Thing[] = [];
    for (const status of ["open", "draft", "merged", "archived"]) {
      for (const item of await items(list, { spaceId, status })) {
        const number = String(item.number);
        all.push(thingFrom("cr", item, textIn(item.subject), { path: `${number}, ${status}` }));
      }
    }
    return all;
  }

  async function siteParts({ organizationId = "", siteId = "" }: Within): Promise<Thing[]> {
    const { structure } = await import("../../contract/site.ts");
    const [answer = {}] = await items(structure, { organizationId, siteId });
    return partsIn(answer.structure, "", []);
  }

  async function siteRedirects({ organizationId = "", siteId = "" }: Within): Promise<Thing[]> {
    const { list } = await import("../../contract/site-redirect.ts");
    const all: Thing[] = [];
    for (const draft of [false, true]) {
      for (const item of await items(list, { organizationId, siteId, draft })) {
        const source = textIn(item.source);
        const path = draft ? `${source}, a draft` : source;
        all.push(thingFrom("siteRedirect", item, source, { path }));
      }
    }
    return all;
  }

  async function translations(within: Within): Promise<Thing[]> {
    const { list } = await import("../../contract/translation.ts");
    const all = await inOrganizations(list, within);
    if (all.length === 0) return [];
    const titles = new Map((await spaces(within, false)).map(({ id, title }) => [id, title]));
    return all.map((item) => {
      const source = titles.get(textIn(objectIn(item.source).space)) ?? "";
      const [title, typed] = ["→", "->"].map(
        (arrow) => `${source} ${arrow} ${textIn(item.language)}`,
      );
      return thingFrom("translation", item, title ?? "", { names: [typed ?? ""] });
    });
  }

  const built = new Map<string, Promise<readonly Thing[]>>();

  function things(noun: NamedNoun, within: Within, whole: boolean): Promise<readonly Thing[]> {
    const key = JSON.stringify([noun, within, whole]);
    const known = built.get(key) ?? build(noun, within, whole);
    built.set(key, known);
    return known;
  }

  async function build(noun: NamedNoun, within: Within, whole: boolean): Promise<Thing[]> {
    const { spaceId = "" } = within;
    switch (noun) {
      case "org": {
        const all = await items((await import("../../contract/organization.ts")).list, {});
        return all.map((item) => titled(noun, item, [item.hostname]));
      }
      case "collection": {
        const all = await collectionsById(within);
        return [...all.values()].map((item) => treeThing(noun, item, all, true));
      }
      case "space":
        return spaces(within, whole);
      case "site": {
        const all = await inOrganizations((await import("../../contract/site.ts")).list, within);
        return all.map((item) => titled(noun, item, [item.hostname, item.basename]));
      }
      case "siteSection":
      case "siteSectionGroup":
      case "siteSpace":
      case "siteExternalLink":
        return (await siteParts(within)).filter((part) => part.noun === noun);
      case "shareLink": {
        const { list } = await import("../../contract/site-share-link.ts");
        const { organizationId = "", siteId = "" } = within;
        const all = await items(list, { organizationId, siteId });
        return all.map((item) => thingFrom(noun, item, textIn(item.name)));
      }
      case "siteRedirect":
        return siteRedirects(within);
      case "cr":
        return changeRequests(within);
      case "page": {
        const { list } = await import("../../contract/page.ts");
        const [answer = {}] = await items(list, { spaceId, metadata: false });
        return pagesIn(answer.pages);
      }
      case "file": {
        const all = await items((await import("../../contract/file.ts")).list, { spaceId });
        return all.map((item) => thingFrom(noun, item, textIn(item.name)));
      }
      case "user": {
        const all = await inOrganizations((await import("../../contract/member.ts")).list, within);
        return all.map(memberThing);
      }
      case "team": {
        const all = await inOrganizations((await import("../../contract/team.ts")).list, within);
        return all.map((item) => titled(noun, item));
      }
      case "provider": {
        const all = await inOrganizations((await import("../../contract/saml.ts")).list, within);
        return all.map((item) => thingFrom(noun, item, textIn(item.label)));
      }
      case "translation":
        return translations(within);
    }
  }

  return { things };
}

/** The most that a page of a list may have. */
const largestPage = 1000;

function thingFrom(
  noun: NamedNoun,
  item: JsonObject,
  title: string,
  more: Partial<Pick<Thing, "addresses" | "names" | "path">> = {},
): Thing {
  const { addresses = [], names = [], path = title } = more;
  const updated = textIn(item.updatedAt) || textIn(item.createdAt);
  const others = names.filter((name) => name !== "" && name !== title);
  return { noun, id: textIn(item.id), title, addresses, names: [title, ...others], path, updated };
}

function titled(
  noun: NamedNoun,
  item: JsonObject,
  others: readonly (JsonValue | undefined)[] = [],
) {
  return thingFrom(noun, item, textIn(item.title), { names: others.map(textIn) });
}

/** A collection or space: its path is the titles from the top level down, and each end of the path names it. */
function treeThing(
  noun: NamedNoun,
  item: JsonObject,
  parents: ReadonlyMap<string, JsonObject>,
  whole: boolean,
): Thing {
  const title = textIn(item.title);
  const urls = objectIn(item.urls);
  const published = [urls.published, urls.public].map(textIn).map(lastOfPath);
  if (!whole) return thingFrom(noun, item, title, { names: published });
  const titles = [title];
  const met = new Set<JsonObject>();
  for (
    let above = parents.get(textIn(item.parent));
    above !== undefined && !met.has(above);
    above = parents.get(textIn(above.parent))
  ) {
    met.add(above);
    titles.unshift(textIn(above.title));
  }
  const ends = titles.map((_, at) => titles.slice(at).join("/")).toReversed();
  const path = `/${titles.join("/")}`;
  return thingFrom(noun, item, title, { addresses: [path], names: [...published, ...ends], path });
}

/** `guides` of https://acme.example/docs/guides/. */
function lastOfPath(address: string): string {
  if (!URL.canParse(address)) return "";
  return new URL(address).pathname.split("/").findLast((part) => part !== "") ?? "";
}

function memberThing(item: JsonObject): Thing {
  const user = objectIn(item.user);
  const [id, email] = [textIn(user.id) || textIn(item.id), textIn(user.email)];
  const addresses = email === "" ? [] : [email];
  const seen = { id, updatedAt: item.lastSeenAt ?? item.joinedAt ?? "" };
  return thingFrom("user", seen, textIn(user.displayName), { addresses, path: email });
}

const partNouns: Readonly<Record<string, NamedNoun>> = {
  "site-section": "siteSection",
  "site-section-group": "siteSectionGroup",
  "site-space": "siteSpace",
  "site-external-link": "siteExternalLink",
};

/**
 * @param within the path of the section that they are in, `""` at the root
 * @param groups the titles of the groups that they are in
 */
function partsIn(list: JsonValue | undefined, within: string, groups: readonly string[]): Thing[] {
  return objectsIn(list).flatMap((item): Thing[] => {
    const noun = partNouns[textIn(item.object)];
    if (noun === undefined) return [];
    const title = textIn(item.title);
    if (noun === "siteSectionGroup") {
      const titles = [...groups, title];
      const names = titles.map((_, at) => titles.slice(at).join("/"));
      const path = `/${titles.join("/")}`;
      const own = thingFrom(noun, item, title, { addresses: [path], names, path });
      return [own, ...partsIn(item.children, within, titles)];
    }
    const path = [within, textIn(item.path)].filter((part) => part !== "").join("/");
    const addresses = path === "" ? [] : [path, `/${path}`];
    const own = thingFrom(noun, item, title, { addresses, path });
    return [own, ...partsIn(item.siteSpaces, path, groups)];
  });
}

function pagesIn(list: JsonValue | undefined): Thing[] {
  return objectsIn(list).flatMap((item) => {
    const path = textIn(item.path);
    const addresses = path === "" ? [] : [path, `/${path}`];
    const own = thingFrom("page", item, textIn(item.title), { addresses, path });
    return [own, ...pagesIn(item.pages)];
  });
}
