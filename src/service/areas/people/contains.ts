/** Finding texts that have a word in them, whatever its case and in whatever script. */
import { type RawBuilder, sql } from "kysely";
import { having } from "../../core/contains-text.ts";

/** What matches one word; without a word, everything does. */
export interface Contains {
  /** The same texts and perhaps more, as a condition: databases know the case of ASCII alone. */
  readonly inQuery: (columns: readonly string[]) => RawBuilder<boolean>;
  /** Whether one of the texts has it; absent where there is no word to look for. */
  readonly inOne: ((texts: readonly string[]) => boolean) | undefined;
}

export function contains(word: string | undefined): Contains {
  if (word === undefined) return { inQuery: () => sql`1 = 1`, inOne: undefined };
  const small = word.toLowerCase();
  const pieces = piecesOf(small);
  return {
    inQuery: (columns) => {
      const matches = columns.flatMap((column) =>
        pieces.map((piece) => having(sql`lower(${sql.ref(column)})`, piece)),
      );
      return sql`(${sql.join(matches, sql` or `)})`;
    },
    inOne: (texts) => texts.some((text) => text.toLowerCase().includes(small)),
  };
}

/**
 * What a database can look for, of which a text with the word has one: the longest part in ASCII,
 * else a single character in either case.
 */
function piecesOf(small: string): readonly string[] {
  const parts = small.split(/[^\0-\x7f]+/u).toSorted((one, other) => other.length - one.length);
  const [longest = ""] = parts;
  const [character = ""] = small;
  return longest === "" ? [character, character.toUpperCase()] : [longest];
}
