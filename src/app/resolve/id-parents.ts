/** The parent of each noun, so that Tab offers the pages of the space that was named. */
import {
  everyNamed,
  everyNoun,
  listWords,
  type Named,
  type NamedWords,
  type Noun,
  type NounWords,
  named,
} from "../../contract/nouns.ts";

/** What completion offers ids of, or names that stand for ids. */
export type CachedNoun = Noun | Named;

export const everyCachedNoun: readonly CachedNoun[] = [...everyNoun, ...everyNamed];

export function isNamed(noun: CachedNoun): noun is Named {
  return noun in named;
}

/** The words of either kind. */
export function cachedWords(noun: CachedNoun): Pick<NounWords, "object" | "parent"> {
  return isNamed(noun) ? named[noun] : listWords(noun);
}

/** The member of an answer that says which one it is. */
export function idMember(noun: CachedNoun): string {
  const words: NamedWords | undefined = isNamed(noun) ? named[noun] : undefined;
  return words?.name ?? "id";
}

export function resolveParent(noun: CachedNoun): Noun | undefined {
  return cachedWords(noun).parent;
}

/** The name of the file with the ids of a noun. */
export function idFile(noun: CachedNoun): string {
  return noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The nouns that have this one as their parent. */
export function listChildren(noun: CachedNoun): readonly CachedNoun[] {
  return everyCachedNoun.filter((one) => resolveParent(one) === noun);
}
