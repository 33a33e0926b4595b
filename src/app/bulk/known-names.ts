/**
 * Names of items with the ids that they were resolved to. They are stored in the journal, because a
 * resumed command could not resolve the name of a deleted or renamed resource.
 */
import type { Context, NamedReference, NameLookup } from "../../context.ts";
import { everyNoun } from "../../contract/nouns.ts";

/** A name, the scope of the lookup, and the id that it was resolved to. */
export interface KnownName extends NamedReference {
  readonly title: string;
  /** The kinds, the word and the parents as JSON. */
  readonly asked: string;
}

export interface KnownNames {
  readonly lookUp: Context["lookUp"];
  /** All names that were looked up, including those known before. */
  readonly all: () => readonly KnownName[];
}

/** @param before names from the journal of an earlier run */
export function openNames(
  { lookUp }: Pick<Context, "lookUp">,
  before: readonly KnownName[],
): KnownNames {
  const names = new Map(before.map((name) => [name.asked, name]));
  return {
    async lookUp(question) {
      const asked = getKey(question);
      const known = names.get(asked);
      if (known !== undefined) return { noun: known.noun, id: known.id, title: known.title };
      const found = await lookUp(question);
      const { title } = found;
      if (title !== undefined) names.set(asked, { ...found, title, asked });
      return found;
    },
    all: () => [...names.values()],
  };
}

function getKey({ of, word, within }: NameLookup): string {
  return JSON.stringify([of, word, within]);
}

/** The names in the header of a journal, without invalid entries. */
export function collectNames(value: unknown): readonly KnownName[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): KnownName[] => {
    const { asked, noun, id, title }: Readonly<Record<string, unknown>> =
      typeof one === "object" && one !== null ? { ...one } : {};
    const known = everyNoun.find((each) => each === noun);
    const isWhole =
      typeof asked === "string" && typeof id === "string" && typeof title === "string";
    return known !== undefined && isWhole ? [{ asked, noun: known, id, title }] : [];
  });
}
