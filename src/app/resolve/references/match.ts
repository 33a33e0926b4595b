/** Matching of names: exact case first, and a path before a title. */
import { type NamedNoun, readReference, type TypedReference } from "./form.ts";
import type { NamedCandidate } from "./thing.ts";

export interface Match {
  readonly things: readonly NamedCandidate[];
  /** Whether upper and lower case match too. */
  readonly exact: boolean;
}

/** All resources that a name matches equally well. */
export function match(all: readonly NamedCandidate[], { text, as }: TypedReference): Match {
  const { exact, loose } = buildIndex(all);
  const tried = [
    { index: exact, key: exactly(text), exact: true },
    { index: loose, key: loosely(text), exact: false },
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
  const known = indexes.get(all) ?? { exact: indexBy(all, exactly), loose: indexBy(all, loosely) };
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
export function shortestName(thing: NamedCandidate, all: readonly NamedCandidate[]): string {
  const { title, names, addresses, id, noun } = thing;
  const choices = [...names, ...addresses, `=${title}`].filter(isTypeable);
  return choices.find((word) => means(word, thing, noun, all)) ?? id;
}

function means(
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
function exactly(text: string): string {
  return text.normalize("NFC");
}

function loosely(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
