/** What a full-text index does, whichever database keeps it, and what both do alike. */
import { sql } from "kysely";
import type { Words } from "../../engines/stemmers.ts";
import type { Queries } from "../tables.ts";

/** A section of a page, found by itself. */
export interface IndexedSection {
  /** The anchor that it begins with; "" before the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly body: string;
}

/** A section with its words, in the form in which an engine keeps them. */
export interface SectionWithTerms extends IndexedSection {
  readonly terms: readonly string[];
}

export interface IndexedPage {
  readonly space: string;
  readonly page: string;
  /** Changes whenever anything of the page that is indexed does. */
  readonly stamp: string;
  readonly sections: readonly SectionWithTerms[];
}

/**
 * The words of a section of a page, as the engine keeps them; long work for a long text.
 * @param title that of the page
 */
export type TermsOf = (title: string, section: IndexedSection, words: Words) => readonly string[];

/** A section that was found. */
export interface Hit {
  readonly space: string;
  readonly page: string;
  readonly section: number;
  /** Smaller is better. */
  readonly score: number;
}

export interface SearchEngine {
  /** What the index has of a space: the state that it was built from, and the stamp of each page. */
  readonly known: (
    db: Queries,
    space: string,
  ) => Promise<{ readonly state: string | undefined; readonly stamps: Map<string, string> }>;
  /** Indexes pages, replacing what the index has of them. */
  readonly put: (db: Queries, pages: readonly IndexedPage[]) => Promise<void>;
  readonly remove: (db: Queries, space: string, pages: readonly string[]) => Promise<void>;
  readonly note: (db: Queries, space: string, state: string) => Promise<void>;
  /** Everything of a space. */
  readonly forget: (db: Queries, space: string) => Promise<void>;
  /** Everything of all spaces. */
  readonly clear: (db: Queries) => Promise<void>;
  /** The sections that have all words of the query; if there are none, those that have any. */
  readonly find: (
    db: Queries,
    spaces: readonly string[],
    query: string,
    words: Words,
  ) => Promise<Hit[]>;
  /** The texts of sections that were found, each with so many characters of its body. */
  readonly read: (
    db: Queries,
    sections: readonly number[],
    longest: number,
  ) => Promise<Map<number, IndexedSection>>;
}

/** @returns the state that the index is of, and the stamp of each page in it */
export async function knownPages(db: Queries, space: string): ReturnType<SearchEngine["known"]> {
  const states = await sql<{
    state: string;
  }>`select state from search_spaces where space_id = ${space}`.execute(db);
  const pages = await sql<{
    page_id: string;
    stamp: string;
  }>`select page_id, stamp from search_pages where space_id = ${space}`.execute(db);
  return {
    state: states.rows[0]?.state,
    stamps: new Map(pages.rows.map(({ page_id, stamp }) => [page_id, stamp])),
  };
}

/** @returns the phrases, each as its stems in their order; none twice, none empty */
export function phrasesIn(query: string, words: Words): readonly (readonly string[])[] {
  const phrases = new Map<string, readonly string[]>();
  const add = (stems: readonly string[]) => {
    if (stems.length > 0) phrases.set(stems.join(" "), stems);
  };
  for (const [, quoted, loose] of query.matchAll(/"([^"]*)"?|([^"]+)/g)) {
    const stems = words(quoted ?? loose ?? "");
    if (quoted !== undefined) add(stems);
    else for (const stem of stems) add([stem]);
  }
  return [...phrases.values()];
}
