/** Finding texts that contain a word, in any case and any script. */
import { type RawBuilder, sql } from "kysely";
import { containsText } from "../../core/texts.ts";

/** A filter for one word; without a word, everything matches. */
export interface TextFilter {
  /** A condition for the same texts and perhaps more, as databases know the case of ASCII only. */
  readonly inQuery: (columns: readonly string[]) => RawBuilder<boolean>;
  /** Whether one of the texts contains the word; absent without a word. */
  readonly matches: ((texts: readonly string[]) => boolean) | undefined;
}

export function textFilter(word: string | undefined): TextFilter {
  if (word === undefined) return { inQuery: () => sql`1 = 1`, matches: undefined };
  const lowerCase = word.toLowerCase();
  const pieces = searchablePieces(lowerCase);
  return {
    inQuery: (columns) => {
      const conditions = columns.flatMap((column) =>
        pieces.map((piece) => containsText(sql`lower(${sql.ref(column)})`, piece)),
      );
      return sql`(${sql.join(conditions, sql` or `)})`;
    },
    matches: (texts) => texts.some((text) => text.toLowerCase().includes(lowerCase)),
  };
}

/**
 * Texts that a database can search for; every text that contains the word contains one of them. They
 * are the longest ASCII part of the word, else its first character in both cases.
 */
function searchablePieces(lowerCase: string): readonly string[] {
  const parts = lowerCase.split(/[^\0-\x7f]+/u).toSorted((one, other) => other.length - one.length);
  const [longest = ""] = parts;
  const [character = ""] = lowerCase;
  return longest === "" ? [character, character.toUpperCase()] : [longest];
}
