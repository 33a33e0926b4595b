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

/** Resources of a noun that are stored separately, because some commands work only on them. */
const subsets = {
  openCr: { of: "cr", statuses: ["open", "draft"] },
  runningImport: { of: "import", statuses: ["pending", "in-progress"] },
  deletedSpace: { of: "space", statuses: undefined },
} as const satisfies Record<string, { of: Noun; statuses: readonly string[] | undefined }>;
type SubsetNoun = keyof typeof subsets;

const everySubset: readonly SubsetNoun[] = ["openCr", "runningImport", "deletedSpace"];

/** Nouns with completion of ids, or of names that stand for ids. */
export type CachedNoun = Noun | NounWithNames | SubsetNoun;

export const everyCachedNoun: readonly CachedNoun[] = [...everyNoun, ...everyNamed, ...everySubset];

/** The resources of a noun that can still be changed, and their statuses. */
export interface ChangeableSubset {
  readonly noun: CachedNoun;
  readonly statuses: readonly string[];
}

/** Undefined for a noun whose resources can be changed in any status. */
export function findChangeable(noun: CachedNoun): ChangeableSubset | undefined {
  for (const subset of everySubset) {
    const { of, statuses } = subsets[subset];
    if (of === noun && statuses !== undefined) return { noun: subset, statuses };
  }
  return undefined;
}

function isSubset(noun: CachedNoun): noun is SubsetNoun {
  return noun in subsets;
}

export function isNamed(noun: CachedNoun): noun is NounWithNames {
  return noun in named;
}

/** The words of either kind. */
export function getCachedWords(noun: CachedNoun): Pick<NounWords, "object" | "parent"> {
  if (isNamed(noun)) return named[noun];
  if (!isSubset(noun)) return listWords(noun);
  const { parent } = listWords(subsets[noun].of);
  return parent === undefined ? {} : { parent };
}

/** The member of a response with the id or, for a change request, the number that stands for it. */
export function getIdMember(noun: CachedNoun): string {
  if (noun === "cr" || noun === "openCr") return "number";
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
