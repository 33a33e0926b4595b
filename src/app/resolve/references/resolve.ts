/** Finds the id of a thing by what a person calls it, with few requests and never by a guess. */
import type { Client, JsonObject, NamedReference, NameLookup } from "../../../context.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { nouns } from "../../../contract/nouns.ts";
import { NotNamed, Problem, UsageError } from "../../../errors.ts";
import { nearestFew } from "../../../json/nearest.ts";
import { objectIn } from "../../../json/values.ts";
import { quoteWord } from "../../parse/suggestion.ts";
import { asInput } from "../input.ts";
import { isNamedNoun, isPosition, type NamedNoun, type Reference, readReference } from "./form.ts";
import { match, shortestName } from "./match.ts";
import type { Thing } from "./thing.ts";
import type { Catalogue, Within } from "./things.ts";

/**
 * @throws UsageError if several things have the name, or only one in other case and that is not enough;
 *   NotNamed if none has it
 */
export async function resolve(
  asked: NameLookup,
  catalogue: Catalogue,
  client: () => Promise<Client>,
): Promise<NamedReference> {
  const { of, word, within } = asked;
  const [first = "space"] = of;
  if (isPosition(first, word)) {
    return (await import("./position.ts")).thingAt(asked, await client());
  }
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
      refuseUnknown(asked, await list(true))
    );
  }
  if (others.length > 0) throw await ambiguous(asked, things, await list(true));
  if (!exact && asked.strict) throw inexact(asked, thing);
  return { noun: thing.noun, id: thing.id, title: thing.title };
}

/** Of an id whose kind is not known: it is in one of the lists. */
const noMatch = { things: [], exact: true };

/** A page that a change request has deleted or renamed is known by what the space calls it. */
async function inSpaceItself(
  asked: NameLookup,
  catalogue: Catalogue,
  client: () => Promise<Client>,
): Promise<NamedReference | undefined> {
  const { within } = asked;
  if (within.changeRequestId === undefined) return undefined;
  try {
    return await resolve(
      { ...asked, within: { ...within, changeRequestId: undefined } },
      catalogue,
      client,
    );
  } catch (error) {
    if (error instanceof NotNamed) return undefined;
    throw error;
  }
}

/** How one thing of a kind is read; the lists of the other kinds are complete. */
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
      // A page may be in a change request alone.
      return changeRequestId === undefined
        ? undefined
        : (await import("../../../contract/cr-content.ts")).page;
    default:
      return undefined;
  }
}

/** The fields that hold the ids of the kinds that can be read. */
const idFields: Partial<Record<NamedNoun, string>> = {
  org: "organizationId",
  collection: "collectionId",
  space: "spaceId",
  site: "siteId",
  cr: "changeRequestId",
  page: "pageId",
};

async function tryAsId(
  { text, as }: Reference,
  kinds: readonly NamedNoun[],
  all: readonly Thing[],
  { within }: NameLookup,
  client: () => Promise<Client>,
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
    // Without its parents it cannot be read.
    if (
      Object.entries(endpoint.input).some(([name, { optional }]) => !optional && !(name in input))
    )
      continue;
    try {
      const { id } = objectIn((await (await client()).call(endpoint, asInput(input))).value);
      return { noun, id: typeof id === "string" ? id : text };
    } catch (error) {
      if (!(error instanceof Problem) || ![400, 403, 404].includes(error.status)) throw error;
    }
  }
  return undefined;
}

/** How many candidates are listed; the others are counted. */
const mostListed = 20;

async function ambiguous(
  { label, word }: NameLookup,
  matched: readonly Thing[],
  all: readonly Thing[],
): Promise<UsageError> {
  // The same things, now with their paths.
  const ids = new Set(matched.map(({ id }) => id));
  const things = all.filter(({ id }) => ids.has(id));
  const { layOutTable } = await import("../../../terminal/table.ts");
  const { oneLine } = await import("../../../terminal/neutralize.ts");
  const { plainStyle } = await import("../../../terminal/style.ts");
  const listed = things.slice(0, mostListed).map((thing) => ({
    "NAME IT AS": wordFor(thing, all),
    WHAT: nouns[thing.noun].called,
    PATH: resolvePath(thing),
    UPDATED: thing.updated.slice(0, 10),
    ID: thing.id,
  }));
  const columns = (["NAME IT AS", "WHAT", "PATH", "UPDATED", "ID"] as const)
    .filter((header) => tells(header, listed))
    .map((header) => ({ header, wide: false, right: false }));
  const rows = listed.map((one) => columns.map(({ header }) => oneLine(one[header])));
  const table = (await layOutTable(columns, rows, undefined, plainStyle)) ?? "";
  const more = things.length - listed.length;
  return new UsageError(
    `${label} ${JSON.stringify(word)} names ${things.length} ${plural(things)}; say which one.`,
    undefined,
    [...table.trimEnd().split("\n"), ...(more > 0 ? [`and ${more} more`] : [])],
  );
}

/** Whether a column says anything that the others do not. */
function tells<Header extends string>(
  header: Header,
  rows: readonly Readonly<Record<Header | "NAME IT AS", string>>[],
): boolean {
  const texts = new Set(rows.map((row) => row[header]));
  if (header === "WHAT") return texts.size > 1;
  if (header === "PATH") return rows.some((row) => row[header] !== row["NAME IT AS"]);
  return !(texts.size === 1 && texts.has(""));
}

function inexact({ label, word }: NameLookup, thing: Thing): UsageError {
  return new UsageError(
    `${label} ${JSON.stringify(word)} differs in upper and lower case from ${JSON.stringify(thing.title)} (${thing.id}); without a terminal to ask at, this command takes only the exact name, or the id.`,
  );
}

/** How many things are listed whose names are near. */
const mostNear = 3;

function refuseUnknown({ of, label, word, within }: NameLookup, all: readonly Thing[]): never {
  const kinds = new Intl.ListFormat("en", { type: "disjunction" });
  const kind = kinds.format(of.map((noun) => nouns[noun].called));
  const { text } = readReference(of[0] ?? "space", word);
  // An email is nearer to another one than to a name, and a path to a path.
  const isAddress = /[@/]/.test(text);
  const spelled = new Map<string, Thing>();
  for (const thing of all) {
    for (const one of isAddress ? [...thing.addresses, thing.title] : [thing.title]) {
      if (!spelled.has(one)) spelled.set(one, thing);
    }
  }
  const near = nearestFew(text, [...spelled.keys()], mostNear * (isAddress ? 2 : 1));
  const listed = new Map<Thing, string>();
  for (const name of near) {
    const thing = spelled.get(name);
    if (thing === undefined || listed.has(thing) || listed.size === mostNear) continue;
    const own = thing.addresses.includes(name) ? quoteWord(name) : wordFor(thing, all);
    // Of several that are called the same, none has a name of its own.
    listed.set(thing, `${own === thing.id ? JSON.stringify(name) : own} (${thing.id})`);
  }
  const none = `${label} ${JSON.stringify(word)} names no ${within.deleted ? "deleted " : ""}${kind}`;
  throw new NotNamed(
    listed.size === 0
      ? `${none}: there is none that you may see.`
      : `${none} that you may see. The nearest:`,
    undefined,
    [...listed.values()],
  );
}

function wordFor(thing: Thing, all: readonly Thing[]): string {
  return quoteWord(shortestName(thing, all));
}

function resolvePath({ path, title }: Thing): string {
  return path === "" ? title : path;
}

function plural(things: readonly Thing[]): string {
  const kinds = new Set(things.map(({ noun }) => nouns[noun].called));
  const [only = "thing"] = kinds.size === 1 ? kinds : [];
  return `${only}s`;
}
