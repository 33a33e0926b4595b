/** Interface of full-text indexes, and the functions that all engines share. */
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { ToStems } from "../../engines/language/stemmers.ts";
import type { Queries } from "../tables.ts";

/** A section of a page, which is the unit of search. */
export interface IndexedSection {
  /** The anchor of its heading; "" before the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly body: string;
}

/**
 * The searches that find a section. A page with conditional text is indexed twice: completely, for
 * members, and without this text, for visitors.
 */
export const audiences = { everyone: 0, members: 1, visitors: 2 } as const;

export type IndexAudience = (typeof audiences)[keyof typeof audiences];

/** A section with its terms in the format of the engine. */
export interface SectionWithTerms extends IndexedSection {
  readonly terms: readonly string[];
  readonly audience: IndexAudience;
}

export interface IndexedPage {
  readonly space: string;
  readonly page: string;
  /** Changes whenever the indexed content of the page changes. */
  readonly stamp: string;
  readonly sections: readonly SectionWithTerms[];
  /** Distinct written words, for the correction of queries. */
  readonly words: IndexedWords;
}

export interface IndexedWords {
  /** Those of text that all visitors see. */
  readonly open: readonly string[];
  /** All further ones. */
  readonly conditional: readonly string[];
}

/**
 * The terms of a section in the format of the engine; slow for a long text.
 * @param title of the page
 */
export type ToTerms = (title: string, section: IndexedSection, words: ToStems) => readonly string[];

/** A matching section of a list. */
export interface SectionMatch {
  readonly section: number;
  /**
   * Lower is better. It depends only on the matches in this section and its length, because a weight
   * of rare words would disclose how many other sections contain them.
   */
  readonly score: number;
}

/** A search result; its section is the id in the index. */
export interface Hit extends SectionMatch {
  readonly space: string;
  readonly page: string;
}

export interface FindOptions {
  /** By default all, and any if there are none. */
  readonly needed?: NeededWords | undefined;
  /** For a visitor, no text with conditions is found. */
  readonly isForVisitor?: boolean | undefined;
}

/** The input of an engine's query. */
export interface PhraseSearch {
  readonly spaces: readonly string[];
  /** In the syntax of the engine. */
  readonly phrases: readonly string[];
  readonly isForVisitor: boolean;
}

/** The maximum number of hits of a step. */
export const hitsAtOnce = 1000;

/** Number of words of a query that a section must contain. */
export type NeededWords = "all" | "any";

export interface SearchEngine {
  /** The indexed state of a space; undefined for a space that is not in the index. */
  readonly findState: (db: Queries, space: string) => Promise<string | undefined>;
  /** The stamp of each indexed page of a space. */
  readonly readStamps: (db: Queries, space: string) => Promise<Map<string, string>>;
  /** Indexes pages, replacing their previous content. */
  readonly put: (db: Queries, pages: readonly IndexedPage[]) => Promise<void>;
  /** Removes pages and their words. */
  readonly remove: (db: Queries, space: string, pages: readonly string[]) => Promise<void>;
  readonly note: (db: Queries, space: string, state: string) => Promise<void>;
  /** Removes a space from the index. */
  readonly forget: (db: Queries, space: string) => Promise<void>;
  /**
   * Removes the sections of a deleted space, unless it has many. Absent if the sections of one space
   * do not slow down searches in another.
   */
  readonly dropSections?: (db: Queries, space: string) => Promise<void>;
  /** Clears the index. */
  readonly clear: (db: Queries) => Promise<void>;
  /**
   * The sections that contain all words of the query, or any of them. Each step takes a few
   * milliseconds, and can be empty; other requests can be processed between the steps.
   */
  readonly find: (
    db: Queries,
    spaces: readonly string[],
    query: string,
    words: ToStems,
    options?: FindOptions,
  ) => AsyncIterable<readonly Hit[]>;
  /**
   * The sections of a list that match by the same rules, with the same scores, as if they were in the
   * index. They are numbered by their position in the list.
   */
  readonly match: (
    db: Queries,
    sections: readonly Pick<SectionWithTerms, "heading" | "body" | "terms">[],
    query: string,
    words: ToStems,
    needed: NeededWords,
  ) => Promise<readonly SectionMatch[]>;
  /** The pages with conditional text, by the id of their space. */
  readonly listConditional: (
    db: Queries,
    spaces: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Replaces the written words of pages, from which misspelled words of queries are corrected. In the
   * transaction of `put`, which serializes the changes of a page.
   */
  readonly learn: (
    db: Queries,
    space: string,
    pages: readonly Pick<IndexedPage, "page" | "words">[],
  ) => Promise<void>;
  /** Removes all words of a space. */
  readonly forgetWords: (db: Queries, space: string) => Promise<void>;
  /**
   * The words of spaces that share the most trigrams with a word, without a limit of their length.
   * @param isForVisitor only those of text that all visitors see
   */
  readonly similar: (
    db: Queries,
    spaces: readonly string[],
    word: string,
    isForVisitor: boolean,
  ) => Promise<readonly string[]>;
  /** The texts of sections, with a limited number of characters of each body. */
  readonly read: (
    db: Queries,
    sections: readonly number[],
    longest: number,
  ) => Promise<Map<number, IndexedSection>>;
}

/** `findState` for an engine whose tables exist. */
export async function findIndexedState(db: Queries, space: string): Promise<string | undefined> {
  const { rows } = await sql<{
    state: string;
  }>`select state from search_spaces where space_id = ${space}`.execute(db);
  return rows[0]?.state;
}

/** `readStamps` for an engine whose tables exist. */
export async function readIndexedStamps(db: Queries, space: string): Promise<Map<string, string>> {
  const stamps = new Map<string, string>();
  for (let last: string | undefined = ""; last !== undefined; ) {
    const { rows }: { readonly rows: IndexedStamp[] } =
      await sql<IndexedStamp>`select page_id, stamp from search_pages
        where space_id = ${space} and page_id > ${last} order by page_id limit ${stampsAtOnce}`.execute(
        db,
      );
    for (const { page_id, stamp } of rows) stamps.set(page_id, stamp);
    last = rows.length < stampsAtOnce ? undefined : rows.at(-1)?.page_id;
    // SQLite responds synchronously, so other requests are processed here.
    await turn();
  }
  return stamps;
}

interface IndexedStamp {
  readonly page_id: string;
  readonly stamp: string;
}

/** This many stamps are read in a few milliseconds. */
const stampsAtOnce = 2000;

/** @returns the phrases as lists of stems, without duplicates and empty ones */
export function parsePhrases(query: string, words: ToStems): readonly (readonly string[])[] {
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

/** The maximum number of words of a space that queries are corrected to. */
export const mostWords = 30_000;
/** Candidates of a correction, which are compared letter by letter. */
export const mostSimilar = 60;
const rowsOfWords = 2000;

/** Overlapping parts of three characters, with a space at both ends. */
export function listTrigrams(word: string): string[] {
  const padded = [" ", ...word, " "];
  const trigrams = padded.slice(2).map((_, at) => padded.slice(at, at + 3).join(""));
  return [...new Set(trigrams)];
}

/**
 * Before the trigrams of words that all visitors see. These words have their own limit, so that a
 * visitor's corrections do not depend on conditional text.
 */
const openMark = "+";

/** The row of a word without a trigram, by which words are counted. */
const wordRows = { open: openMark, conditional: "" } as const;

/**
 * Rows of the table of trigrams, in batches; each word has a row with an empty trigram, too.
 * @param pages the number of pages of each word
 */
export function listTrigramRows(
  words: readonly string[],
  kind: keyof IndexedWords,
  pages: ReadonlyMap<string, number> = new Map(),
): (readonly TrigramRow[])[] {
  const rows = words.flatMap((word) =>
    ["", ...listTrigrams(word)].map(
      (trigram) =>
        [wordRows[kind] + trigram, word, trigram === "" ? (pages.get(word) ?? 0) : 0] as const,
    ),
  );
  const batches = Math.ceil(rows.length / rowsOfWords);
  return Array.from({ length: batches }, (_, at) =>
    rows.slice(at * rowsOfWords, (at + 1) * rowsOfWords),
  );
}

/** The trigrams of a word in rows that a reader may see. */
export function listSearchedTrigrams(word: string, isForVisitor: boolean): string[] {
  const trigrams = listTrigrams(word);
  const open = trigrams.map((trigram) => openMark + trigram);
  return isForVisitor ? open : [...open, ...trigrams];
}

/** The trigram of a row, without its mark. */
export const plainTrigram = sql`ltrim(trigram, ${sql.lit(openMark)})`;

/** A row of the table of trigrams. Without a trigram, it has the number of pages with the word. */
export type TrigramRow = readonly [trigram: string, word: string, pages: number];

/** The tables of the words of a space. */
export interface WordTables {
  /** The words of pages, in the format of `write`. */
  readonly read: (
    pages: readonly string[],
  ) => Promise<readonly { readonly page: string; readonly words: string }[]>;
  readonly write: (pages: readonly string[], words: readonly string[]) => Promise<void>;
  /** Those of the words that are in the table, with their numbers of pages. */
  readonly find: (
    wordRow: string,
    words: readonly string[],
  ) => Promise<readonly { readonly word: string; readonly pages: number }[]>;
  readonly count: (wordRow: string) => Promise<number>;
  /** Inserts rows, or replaces their numbers of pages. */
  readonly put: (rows: readonly TrigramRow[]) => Promise<void>;
  readonly delete: (rows: readonly TrigramRow[]) => Promise<void>;
}

/**
 * Replaces the words of pages. A word is removed with the last page that has it, and a page has only
 * words that are in the table, so that the numbers of pages stay exact above the maximum of words.
 */
export async function replaceWords(
  tables: WordTables,
  pages: readonly Pick<IndexedPage, "page" | "words">[],
): Promise<void> {
  const stored = new Map<string, Record<keyof IndexedWords, ReadonlySet<string>>>();
  for (const { page, words } of await tables.read(pages.map(({ page }) => page))) {
    const [open, conditional]: string[][] = JSON.parse(words);
    stored.set(page, { open: new Set(open), conditional: new Set(conditional) });
  }
  const learned = { open: new Map<string, string[]>(), conditional: new Map<string, string[]>() };
  for (const kind of ["open", "conditional"] as const) {
    const changes = new Map<string, number>();
    const change = (word: string, by: number) => changes.set(word, (changes.get(word) ?? 0) + by);
    const wordsOfPages = new Map<string, ReadonlySet<string>>();
    for (const { page, words } of pages) {
      const all = new Set(words[kind]);
      // A word of open text is in the table for members, too.
      if (kind === "conditional") for (const word of words.open) all.delete(word);
      const before = stored.get(page)?.[kind] ?? new Set();
      for (const word of all) if (!before.has(word)) change(word, 1);
      for (const word of before) if (!all.has(word)) change(word, -1);
      wordsOfPages.set(page, all);
    }
    const refused = await changeWords(tables, kind, changes);
    for (const [page, all] of wordsOfPages) {
      learned[kind].set(
        page,
        [...all].filter((word) => !refused.has(word)),
      );
    }
  }
  await tables.write(
    pages.map(({ page }) => page),
    pages.map(({ page }) =>
      JSON.stringify([learned.open.get(page) ?? [], learned.conditional.get(page) ?? []]),
    ),
  );
}

/** Removed pages, as an input of `replaceWords`. */
export function listWithoutWords(pages: readonly string[]) {
  return pages.map((page) => ({ page, words: { open: [], conditional: [] } }));
}

/** @returns the words for which the table has no space */
async function changeWords(
  tables: WordTables,
  kind: keyof IndexedWords,
  all: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  const changes = new Map([...all].filter(([, by]) => by !== 0));
  if (changes.size === 0) return new Set();
  const row = wordRows[kind];
  const known = new Map<string, number>();
  for (const { word, pages } of await tables.find(row, [...changes.keys()])) {
    known.set(word, pages + (changes.get(word) ?? 0));
  }
  const unused = [...known].flatMap(([word, pages]) => (pages > 0 ? [] : word));
  for (const rows of listTrigramRows(unused, kind)) await tables.delete(rows);
  const counted = [...known].flatMap(([word, pages]): TrigramRow[] =>
    pages > 0 ? [[row, word, pages]] : [],
  );
  if (counted.length > 0) await tables.put(counted);
  const added = [...changes].flatMap(([word, by]) => (by > 0 && !known.has(word) ? word : []));
  if (added.length === 0) return new Set();
  const capacity = Math.max(0, mostWords - (await tables.count(row)));
  for (const rows of listTrigramRows(added.slice(0, capacity), kind, changes))
    await tables.put(rows);
  return new Set(added.slice(capacity));
}

/** Removes the accents of Latin letters, which the index ignores. */
export function removeAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, "$1")
    .normalize("NFC");
}
