/** Resolution of names to ids, with few requests and without guessing. */
import type { ApiClient, JsonObject, NamedReference, NameLookup } from "../../../context.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { listWords, nouns } from "../../../contract/nouns.ts";
import { AmbiguousNameError, ApiError, NameNotFoundError, UsageError } from "../../../errors.ts";
import { findNearestFew } from "../../../json/nearest.ts";
import { asObject, asText } from "../../../json/values.ts";
import { quoteWord } from "../../parse/quote-word.ts";
import { asInput } from "../input.ts";
import type { NamedCandidate } from "./candidate.ts";
import type { Catalogue, Within } from "./catalogue.ts";
import { listCommands } from "./list-commands.ts";
import {
  isNamedNoun,
  isPosition,
  type NamedNoun,
  ownWord,
  quoteReference,
  readReference,
  type TypedReference,
} from "./reference-syntax.ts";

/**
 * @throws UsageError if several resources have the name, or only one in other case and that is not
 *   enough; NameNotFoundError if none has it
 */
export async function resolve(
  asked: NameLookup,
  catalogue: Catalogue,
  client: () => Promise<ApiClient>,
): Promise<NamedReference> {
  const { of, word, within } = asked;
  // An unset variable of a script would select a resource without a title.
  if (word.trim() === "") throw new UsageError(`${asked.label} must not be empty.`);
  const [first = "space"] = of;
  if (isPosition(first, word)) {
    return (await import("./position.ts")).findByPosition(asked, await client());
  }
  if (of.includes("user") && word === ownWord) return findSelf(await client());
  const reference = readReference(first, word);
  const kinds = of.filter(isNamedNoun);
  const isOne = of.length === 1;
  if ((reference.as === "id" && isOne) || kinds.length === 0) {
    return { noun: first, id: reference.text };
  }
  const list = async (whole: boolean) => {
    const lists = await Promise.all(kinds.map((noun) => catalogue.things(noun, within, whole)));
    const [only = [], ...others] = lists;
    return others.length === 0 ? only : lists.flat();
  };
  const all = await list(reference.as === "any" && reference.text.includes("/"));
  const { things, exact } = reference.as === "id" ? noMatch : match(all, reference);
  const [thing, ...others] = things;
  if (thing === undefined) {
    return (
      (await tryAsId(reference, kinds, all, asked, client)) ??
      (await inSpaceItself(asked, catalogue, client)) ??
      (asked.within.audited === true
        ? await (await import("./audited-names.ts")).findAudited(asked, await client())
        : undefined) ??
      refuseUnknown(asked, await list(true))
    );
  }
  if (others.length > 0) throw await createAmbiguousError(asked, things, await list(true));
  if (!exact && asked.strict) throw createInexactError(asked, thing);
  return { noun: thing.noun, id: thing.id, title: thing.title };
}

/** The current user, in all organizations. */
async function findSelf(client: ApiClient): Promise<NamedReference> {
  const { current } = await import("../../../contract/user.ts");
  const { id, displayName } = asObject((await client.call(current, {})).value);
  return { noun: "user", id: asText(id), title: asText(displayName) };
}

/** An id of unknown kind is in one of the lists. */
const noMatch = { things: [], exact: true };

/** A page that a change request has deleted or renamed is found by its name in the space. */
async function inSpaceItself(
  asked: NameLookup,
  catalogue: Catalogue,
  client: () => Promise<ApiClient>,
): Promise<NamedReference | undefined> {
  const { within, of } = asked;
  const isOfSpace = of.every((noun) => listWords(noun).parent !== "cr");
  if (within.changeRequestId === undefined || !isOfSpace) return undefined;
  try {
    return await resolve(
      { ...asked, within: { ...within, changeRequestId: undefined } },
      catalogue,
      client,
    );
  } catch (error) {
    if (error instanceof NameNotFoundError) return undefined;
    throw error;
  }
}

/** The operation that reads one resource of a kind; the lists of the other kinds are complete. */
async function findReader(
  noun: NamedNoun,
  { changeRequestId }: Within,
): Promise<Endpoint | undefined> {
  switch (noun) {
    case "org":
      return (await import("../../../contract/organization.ts")).get;
    case "collection":
      return (await import("../../../contract/collection.ts")).get;
    case "space":
      return (await import("../../../contract/space.ts")).get;
    case "site":
      return (await import("../../../contract/site.ts")).get;
    case "cr":
      return (await import("../../../contract/cr.ts")).get;
    case "page":
      // A page may exist only in a change request.
      return changeRequestId === undefined
        ? undefined
        : (await import("../../../contract/cr-content.ts")).page;
    default:
      return undefined;
  }
}

/** The fields for the ids of the kinds that can be read. */
const idFields: Partial<Record<NamedNoun, string>> = {
  org: "organizationId",
  collection: "collectionId",
  space: "spaceId",
  site: "siteId",
  cr: "changeRequestId",
  page: "pageId",
};

async function tryAsId(
  { text, as }: TypedReference,
  kinds: readonly NamedNoun[],
  all: readonly NamedCandidate[],
  { within }: NameLookup,
  client: () => Promise<ApiClient>,
): Promise<NamedReference | undefined> {
  if (as === "title" || !/^[\w-]{1,255}$/.test(text)) return undefined;
  const listed = all.find(({ id }) => id === text);
  if (listed !== undefined) return { noun: listed.noun, id: text };
  for (const noun of kinds) {
    const endpoint = await findReader(noun, within);
    if (endpoint === undefined) continue;
    const input: JsonObject = Object.fromEntries(
      Object.entries({ ...within, [idFields[noun] ?? ""]: text }).flatMap(([name, value]) =>
        name in endpoint.input && value !== undefined ? [[name, value]] : [],
      ),
    );
    // Without its parents, the resource cannot be read.
    if (
      Object.entries(endpoint.input).some(([name, { optional }]) => !optional && !(name in input))
    )
      continue;
    try {
      const { id } = asObject((await (await client()).call(endpoint, asInput(input))).value);
      return { noun, id: typeof id === "string" ? id : text };
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 403, 404].includes(error.status)) throw error;
    }
  }
  return undefined;
}

/** The number of candidates that are listed; the others are counted. */
const mostListed = 20;

async function createAmbiguousError(
  { label, word }: NameLookup,
  matched: readonly NamedCandidate[],
  all: readonly NamedCandidate[],
): Promise<AmbiguousNameError> {
  // The same resources, now with their paths.
  const ids = new Set(matched.map(({ id }) => id));
  const things = all.filter(({ id }) => ids.has(id));
  const { layOutTable } = await import("../../../terminal/draw/table.ts");
  const { toOneLine } = await import("../../../terminal/neutralize.ts");
  const { plainStyle } = await import("../../../terminal/style.ts");
  // Resources of the same day differ in the time.
  const isSameDay = new Set(things.map(({ updated }) => updated.slice(0, 10))).size === 1;
  const listed = things.slice(0, mostListed).map((thing) => ({
    NAME: findShortName(thing, all),
    KIND: nouns[thing.noun].called,
    DETAILS: resolvePath(thing) === thing.title ? "" : resolvePath(thing),
    UPDATED: isSameDay ? thing.updated.slice(0, 19).replace("T", " ") : thing.updated.slice(0, 10),
    ID: thing.id,
  }));
  // A resource without a name of its own can only be selected by its id.
  const isNamed = listed.some(({ NAME }) => NAME !== "");
  const columns = (["NAME", "KIND", "DETAILS", "UPDATED", "ID"] as const)
    .filter((header) => (header === "NAME" ? isNamed : addsInformation(header, listed)))
    .map((header) => ({ header, wide: false, right: false }));
  const rows = listed.map((one) => columns.map(({ header }) => toOneLine(one[header])));
  const table = (await layOutTable(columns, rows, undefined, plainStyle)) ?? "";
  const more = things.length - listed.length;
  return new AmbiguousNameError(
    `${quoteReference(label, word)} matches ${things.length} ${getKind(things)}s. Use one of these ${isNamed ? "names" : "ids"}:`,
    [...table.trimEnd().split("\n"), ...(more > 0 ? [`and ${more} more`] : [])],
    things.map(({ id, title, updated, path }) => ({ id, title, updated, details: path })),
    getKind(things),
  );
}

/** A name that selects the resource alone, the number of a change request; "" if there is none. */
function findShortName(thing: NamedCandidate, all: readonly NamedCandidate[]): string {
  if (findShortestName(thing, all) !== thing.id) return quoteShortestName(thing, all);
  return thing.noun === "cr" ? (/^\d+/.exec(thing.path)?.[0] ?? "") : "";
}

/** Whether a column adds information to the others. */
function addsInformation<Header extends string>(
  header: Header,
  rows: readonly Readonly<Record<Header | "NAME", string>>[],
): boolean {
  const texts = new Set(rows.map((row) => row[header]));
  if (header === "KIND") return texts.size > 1;
  if (header === "DETAILS") return rows.some((row) => row[header] !== row.NAME);
  return !(texts.size === 1 && texts.has(""));
}

function createInexactError({ label, word }: NameLookup, thing: NamedCandidate): UsageError {
  return new UsageError(
    `${quoteReference(label, word)} differs in case from ${JSON.stringify(thing.title)} (${thing.id}). Without a terminal for confirmation, this command accepts only the exact name or the id.`,
  );
}

/** The number of similar names that are listed. */
const mostNear = 3;

function refuseUnknown(
  { of, label, word, within }: NameLookup,
  all: readonly NamedCandidate[],
): never {
  const kinds = new Intl.ListFormat("en", { type: "disjunction" });
  const kind = kinds.format(of.map((noun) => nouns[noun].called));
  const { text } = readReference(of[0] ?? "space", word);
  // An email is compared with emails, and a path with paths.
  const isAddress = /[@/]/.test(text);
  const spelled = new Map<string, NamedCandidate>();
  for (const thing of all) {
    for (const one of isAddress ? [...thing.addresses, thing.title] : [thing.title]) {
      if (!spelled.has(one)) spelled.set(one, thing);
    }
  }
  const near = findNearestFew(text, [...spelled.keys()], mostNear * (isAddress ? 2 : 1));
  const listed = new Map<NamedCandidate, string>();
  for (const name of near) {
    const thing = spelled.get(name);
    if (thing === undefined || listed.has(thing) || listed.size === mostNear) continue;
    const own = thing.addresses.includes(name) ? quoteWord(name) : quoteShortestName(thing, all);
    // Resources with the same name have no name of their own.
    listed.set(thing, `${own === thing.id ? JSON.stringify(name) : own} (${thing.id})`);
  }
  const none = `No ${within.deleted ? "deleted " : ""}${kind} matches ${quoteReference(label, word)}`;
  const listCommand = within.deleted ? "tome space list --deleted" : listCommands[of[0] ?? "space"];
  throw new NameNotFoundError(
    listed.size === 0 ? `${none}.` : `${none}. Similar names:`,
    listed.size === 0 ? listCommand : undefined,
    [...listed.values()],
  );
}

function quoteShortestName(thing: NamedCandidate, all: readonly NamedCandidate[]): string {
  return quoteWord(findShortestName(thing, all));
}

function resolvePath({ path, title }: NamedCandidate): string {
  return path === "" ? title : path;
}

function getKind(things: readonly NamedCandidate[]): string {
  const kinds = new Set(things.map(({ noun }) => nouns[noun].called));
  const [only = "resource"] = kinds.size === 1 ? kinds : [];
  return only;
}

/** Matching of names: exact case first, and a path before a title. */
interface Match {
  readonly things: readonly NamedCandidate[];
  /** Whether upper and lower case match too. */
  readonly exact: boolean;
}

/** All resources that a name matches equally well. */
export function match(all: readonly NamedCandidate[], { text, as }: TypedReference): Match {
  const { exact, loose } = buildIndex(all);
  const tried = [
    { index: exact, key: normalizeExactly(text), exact: true },
    { index: loose, key: normalizeLoosely(text), exact: false },
  ];
  for (const { index, key, exact } of tried) {
    const things =
      as === "title" ? index.titles.get(key) : (index.addresses.get(key) ?? index.names.get(key));
    if (things !== undefined) return { things, exact };
  }
  return { things: [], exact: true };
}

type ResourcesByName = ReadonlyMap<string, readonly NamedCandidate[]>;

interface Index {
  readonly addresses: ResourcesByName;
  readonly names: ResourcesByName;
  readonly titles: ResourcesByName;
}

/** A list is indexed once, because a bulk command can look up ten thousand names in it. */
const indexes = new WeakMap<
  readonly NamedCandidate[],
  { readonly exact: Index; readonly loose: Index }
>();

function buildIndex(all: readonly NamedCandidate[]) {
  const known = indexes.get(all) ?? {
    exact: indexBy(all, normalizeExactly),
    loose: indexBy(all, normalizeLoosely),
  };
  indexes.set(all, known);
  return known;
}

function indexBy(all: readonly NamedCandidate[], spell: (text: string) => string): Index {
  const by = (listNames: (thing: NamedCandidate) => readonly string[]): ResourcesByName => {
    const things = new Map<string, NamedCandidate[]>();
    for (const thing of all) {
      for (const key of new Set(listNames(thing).map(spell))) {
        const others = things.get(key);
        if (others === undefined) things.set(key, [thing]);
        else others.push(thing);
      }
    }
    return things;
  };
  return {
    addresses: by(({ addresses }) => addresses),
    names: by(({ names }) => names),
    titles: by(({ title }) => [title]),
  };
}

/** The shortest name that matches only this resource; its id if there is none. */
export function findShortestName(thing: NamedCandidate, all: readonly NamedCandidate[]): string {
  const { title, names, addresses, id, noun } = thing;
  const choices = [...names, ...addresses, `=${title}`].filter(
    (word) => isTypeable(word) || (noun === "webhook" && word === title),
  );
  return choices.find((word) => matchesCandidate(word, thing, noun, all)) ?? id;
}

function matchesCandidate(
  word: string,
  thing: NamedCandidate,
  noun: NamedNoun,
  all: readonly NamedCandidate[],
): boolean {
  const reference = readReference(noun, word);
  if (reference.as === "id") return false;
  const { things, exact } = match(all, reference);
  return exact && things.length === 1 && things[0] === thing;
}

/** Not empty, not a flag, not a URL, and without hidden characters. */
function isTypeable(word: string): boolean {
  return word.trim() !== "" && !/^-|^https?:|[\p{C}\p{Zl}\p{Zp}]/iu.test(word);
}

/** Keyboards compose accents differently. */
function normalizeExactly(text: string): string {
  return text.normalize("NFC");
}

function normalizeLoosely(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
