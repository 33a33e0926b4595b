/** Matching of names: exact case first, and a path before a title. */
import { type NamedNoun, type Reference, readReference } from "./form.ts";
import type { Thing } from "./thing.ts";

export interface Match {
  readonly things: readonly Thing[];
  /** Whether upper and lower case match too. */
  readonly exact: boolean;
}

/** All resources that a name matches equally well. */
export function match(all: readonly Thing[], { text, as }: Reference): Match {
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

type Named = ReadonlyMap<string, readonly Thing[]>;

interface Index {
  readonly addresses: Named;
  readonly names: Named;
  readonly titles: Named;
}

/** A list is indexed once, because a bulk command can look up ten thousand names in it. */
const indexes = new WeakMap<readonly Thing[], { readonly exact: Index; readonly loose: Index }>();

function buildIndex(all: readonly Thing[]) {
  const known = indexes.get(all) ?? { exact: indexBy(all, exactly), loose: indexBy(all, loosely) };
  indexes.set(all, known);
  return known;
}

function indexBy(all: readonly Thing[], spell: (text: string) => string): Index {
  const by = (listNames: (thing: Thing) => readonly string[]): Named => {
    const things = new Map<string, Thing[]>();
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
export function shortestName(thing: Thing, all: readonly Thing[]): string {
  const { title, names, addresses, id, noun } = thing;
  const choices = [...names, ...addresses, `=${title}`].filter(isTypeable);
  return choices.find((word) => means(word, thing, noun, all)) ?? id;
}

function means(word: string, thing: Thing, noun: NamedNoun, all: readonly Thing[]): boolean {
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
