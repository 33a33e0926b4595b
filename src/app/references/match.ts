/** Which things a name means: exact case first, and a path before a title. */
import { type NamedNoun, type Reference, readReference } from "./form.ts";
import type { Thing } from "./things.ts";

export interface Match {
  readonly things: readonly Thing[];
  /** Whether upper and lower case agree too. */
  readonly exact: boolean;
}

/** All things that a name means equally well. */
export function match(all: readonly Thing[], { text, as }: Reference): Match {
  for (const spell of [exactly, loosely]) {
    const wanted = spell(text);
    const is = (name: string) => spell(name) === wanted;
    const addressed = as === "title" ? [] : all.filter((one) => one.addresses.some(is));
    const things =
      addressed.length > 0
        ? addressed
        : all.filter((one) => (as === "title" ? is(one.title) : one.names.some(is)));
    if (things.length > 0) return { things, exact: spell === exactly };
  }
  return { things: [], exact: true };
}

/** What a person may type to name the thing and no other; its id if nothing else does. */
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

/** Not empty, no flag, no web address, and nothing that is hidden when it is printed. */
function isTypeable(word: string): boolean {
  return word.trim() !== "" && !/^-|^https?:|[\p{C}\p{Zl}\p{Zp}]/iu.test(word);
}

/** How accents are composed differs between keyboards. */
function exactly(text: string): string {
  return text.normalize("NFC");
}

function loosely(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
