/** Parents of nouns, so that completion offers the pages of the specified space. */
import {
  everyNamed,
  everyNoun,
  listWords,
  type NamedWords,
  type Noun,
  type NounWithNames,
  type NounWords,
  named,
} from "../../contract/nouns.ts";

/** Nouns with completion of ids, or of names that stand for ids. */
export type CachedNoun = Noun | NounWithNames;

export const everyCachedNoun: readonly CachedNoun[] = [...everyNoun, ...everyNamed];

export function isNamed(noun: CachedNoun): noun is NounWithNames {
  return noun in named;
}

/** The words of either kind. */
export function getCachedWords(noun: CachedNoun): Pick<NounWords, "object" | "parent"> {
  return isNamed(noun) ? named[noun] : listWords(noun);
}

/** The member of a response with the id or, for a change request, the number that stands for it. */
export function getIdMember(noun: CachedNoun): string {
  if (noun === "cr") return "number";
  const words: NamedWords | undefined = isNamed(noun) ? named[noun] : undefined;
  return words?.name ?? "id";
}

export function resolveParent(noun: CachedNoun): Noun | undefined {
  return getCachedWords(noun).parent;
}

/** The name of the cache file of a noun. */
export function getIdFile(noun: CachedNoun): string {
  return noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The nouns that have this one as their parent. */
export function listChildren(noun: CachedNoun): readonly CachedNoun[] {
  return everyCachedNoun.filter((one) => resolveParent(one) === noun);
}
