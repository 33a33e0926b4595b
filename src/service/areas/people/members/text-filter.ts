/** Case-insensitive substring filter for database queries, correct for all scripts. */
import { type RawBuilder, sql } from "kysely";
import { containsText } from "../../../core/texts.ts";

/** Without a word, everything matches. */
export interface TextFilter {
  /** A condition that selects a superset of the matches, because databases fold only the case of ASCII. */
  readonly inQuery: (columns: readonly string[]) => RawBuilder<boolean>;
  /** Whether one of the texts contains the word; undefined without a word. */
  readonly matches: ((texts: readonly string[]) => boolean) | undefined;
}

export function toTextFilter(word: string | undefined): TextFilter {
  if (word === undefined) return { inQuery: () => sql`1 = 1`, matches: undefined };
  const lowerCase = word.toLowerCase();
  const pieces = listSearchablePieces(lowerCase);
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
 * Substrings that a database can search for; every text that contains the word contains one of them:
 * the longest ASCII part of the word, or else its first character in both cases.
 */
function listSearchablePieces(lowerCase: string): readonly string[] {
  const parts = lowerCase.split(/[^\0-\x7f]+/u).toSorted((one, other) => other.length - one.length);
  const [longest = ""] = parts;
  const [character = ""] = lowerCase;
  return longest === "" ? [character, character.toUpperCase()] : [longest];
}
