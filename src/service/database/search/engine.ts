/** What a full-text index does, whichever database keeps it. */

import type { Words } from "../../engines/stemmers.ts";
import type { Queries } from "../tables.ts";

/** A piece of a page to be found by itself. */
export interface IndexedSection {
  /** The anchor that it begins with; "" for what stands before the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly body: string;
}

export interface IndexedPage {
  readonly space: string;
  readonly page: string;
  readonly title: string;
  /** Changes whenever anything of the page that is indexed does. */
  readonly stamp: string;
  readonly sections: readonly IndexedSection[];
}

/** A section that was found. */
export interface Hit {
  readonly space: string;
  readonly page: string;
  readonly section: number;
  /** Smaller is better. */
  readonly score: number;
}

export interface SearchEngine {
  /** What the index holds of a space: the state it was brought to, and the stamps of its pages. */
  readonly known: (
    db: Queries,
    space: string,
  ) => Promise<{ readonly state: string | undefined; readonly stamps: Map<string, string> }>;
  /** Puts pages into the index, in place of what it held of them. */
  readonly put: (db: Queries, pages: readonly IndexedPage[], words: Words) => Promise<void>;
  readonly remove: (db: Queries, space: string, pages: readonly string[]) => Promise<void>;
  readonly note: (db: Queries, space: string, state: string) => Promise<void>;
  /** Everything of a space. */
  readonly forget: (db: Queries, space: string) => Promise<void>;
  /** Everything of all spaces. */
  readonly clear: (db: Queries) => Promise<void>;
  /** The sections that have all words of the query; those that have any, where none has all. */
  readonly find: (
    db: Queries,
    spaces: readonly string[],
    query: string,
    words: Words,
  ) => Promise<Hit[]>;
  /** The texts of sections that were found. */
  readonly read: (db: Queries, sections: readonly number[]) => Promise<Map<number, IndexedSection>>;
}
