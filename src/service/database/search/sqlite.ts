/** Search with SQLite's full text. */
import { sql } from "kysely";
import { addTo } from "../../../json/groups.ts";
import type { ToStems } from "../../engines/language/stemmers.ts";
import type { Queries } from "../tables.ts";
import {
  audiences,
  findIndexedState,
  type Hit,
  hitsAtOnce,
  type IndexAudience,
  type IndexedSection,
  listSearchedTrigrams,
  listWithoutWords,
  mostSimilar,
  type PhraseSearch,
  parsePhrases,
  plainTrigram,
  readIndexedStamps,
  removeAccents,
  replaceWords,
  type SearchEngine,
  type SectionMatch,
  type ToTerms,
  type WordTables,
} from "./engine.ts";

const prepared = new WeakSet<object>();
const rowsAtOnce = 100;
/** Sections that are removed in a few milliseconds. */
const fewSections = 300;

/** The stamp of a page with expressions has two parts. */
const isConditional = sql`instr(stamp, ':') > 0`;

/** The tables are created when they are first needed and have no migration. */
async function prepare(db: Queries): Promise<void> {
  const owner = db.getExecutor().adapter;
  if (prepared.has(owner)) return;
  for (const statement of [
    sql`create table if not exists search_spaces (space_id text primary key not null, state text not null)`,
    sql`create table if not exists search_pages (space_id text not null, page_id text not null, stamp text not null, primary key (space_id, page_id))`,
    sql`create table if not exists search_sections (id integer primary key, space_id text not null, page_id text not null, anchor text not null, heading text not null, body text not null, audience integer not null default 0)`,
    sql`create index if not exists search_sections_of_page on search_sections (space_id, page_id)`,
    sql`create index if not exists search_conditional_pages on search_pages (space_id) where ${isConditional}`,
    sql`create table if not exists search_trigrams (space_id text not null, trigram text not null, word text not null, pages integer not null default 0, primary key (space_id, trigram, word)) without rowid`,
    sql`create table if not exists search_page_words (space_id text not null, page_id text not null, words text not null, primary key (space_id, page_id))`,
    sql`create virtual table if not exists search_words using fts5(space, title, heading, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2")`,
  ]) {
    await statement.execute(db);
  }
  // Tables of an earlier version; their content is indexed again.
  await addColumn(db, "search_sections", "audience");
  await addColumn(db, "search_trigrams", "pages");
  // If the transaction is rolled back, the tables are too.
  if (!db.isTransaction) prepared.add(owner);
}

/** Adds a column of numbers, unless it exists. */
async function addColumn(db: Queries, table: string, column: string): Promise<void> {
  const { rows } =
    await sql`select 1 from pragma_table_info(${table}) where name = ${column}`.execute(db);
  if (rows.length > 0) return;
  await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} integer not null default 0`.execute(
    db,
  );
}

/** Without creating them, which a change that needs no search must not do. */
async function hasTables(db: Queries): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sqlite_schema where name = 'search_words' limit 1`.execute(db);
  return rows.length > 0;
}

async function removePages(db: Queries, space: string, pages: readonly string[]): Promise<void> {
  const ids = sql`select value from json_each(${JSON.stringify(pages)})`;
  const which = sql`space_id = ${space} and page_id in (${ids})`;
  await sql`delete from search_words where rowid in (select id from search_sections where ${which})`.execute(
    db,
  );
  await sql`delete from search_sections where ${which}`.execute(db);
  await sql`delete from search_pages where ${which}`.execute(db);
}

/** One column each for the title, the heading and the text. */
export const toSqliteTerms: ToTerms = (title, { heading, body }, words) =>
  [title, heading, body].map((text) => splitStems(words(text)).join(" "));

/** Accents on other letters than Latin ones, which the tokenizer of the index ignores, too. */
const accents = /[\u0300-\u0331]/g;
const token = /[\p{L}\p{N}\p{Co}]+/gu;
const plainStems = /^[a-z\d ]*$/;

/** Splits stems as the index does: it keeps the result unchanged. */
function splitStems(stems: readonly string[]): readonly string[] {
  const text = stems.join(" ");
  if (plainStems.test(text)) return stems;
  const letters = removeAccents(text).normalize("NFD").replace(accents, "").normalize("NFC");
  return letters.match(token) ?? [];
}

export const sqliteSearch: SearchEngine = {
  async findState(db, space) {
    await prepare(db);
    return findIndexedState(db, space);
  },

  async readStamps(db, space) {
    await prepare(db);
    return readIndexedStamps(db, space);
  },

  async put(db, pages) {
    await prepare(db);
    for (const { space, page, stamp, sections } of pages) {
      await removePages(db, space, [page]);
      await sql`insert into search_pages values (${space}, ${page}, ${stamp})`.execute(db);
      for (const { anchor, heading, body, terms, audience } of sections) {
        const inserted = await sql<{
          id: number;
        }>`insert into search_sections (space_id, page_id, anchor, heading, body, audience)
          values (${space}, ${page}, ${anchor}, ${heading}, ${body}, ${audience}) returning id`.execute(
          db,
        );
        const id = inserted.rows[0]?.id ?? 0;
        await sql`insert into search_words (rowid, space, title, heading, body)
          values (${id}, ${space}, ${sql.join(terms)})`.execute(db);
      }
    }
  },

  async remove(db, space, pages) {
    await prepare(db);
    await removePages(db, space, pages);
    await replaceWords(openWordTables(db, space), listWithoutWords(pages));
    await sql`delete from search_page_words where space_id = ${space}
      and page_id in (select value from json_each(${JSON.stringify(pages)}))`.execute(db);
  },

  async note(db, space, state) {
    await prepare(db);
    await sql`insert into search_spaces values (${space}, ${state})
      on conflict (space_id) do update set state = excluded.state`.execute(db);
  },

  async forget(db, space) {
    await prepare(db);
    await removeSpace(db, space, tables);
  },

  // BM25 counts the matches of a word in the whole index, also in deleted spaces.
  async dropSections(db, space) {
    if (!(await hasTables(db))) return;
    const { rows } = await sql`select 1 from search_sections where space_id = ${space}
      limit ${fewSections + 1}`.execute(db);
    if (rows.length === 0 || rows.length > fewSections) return;
    // The words for corrections remain until the purge.
    await removeSpace(db, space, contentTables);
  },

  async clear(db) {
    await prepare(db);
    await sql`delete from search_words`.execute(db);
    for (const table of tables) {
      await sql`delete from ${sql.table(table)}`.execute(db);
    }
  },

  async *find(db, spaces, query, words, { needed, isForVisitor = false } = {}) {
    await prepare(db);
    const phrases = listPhrases(query, words).map(quotePhrase);
    if (phrases.length === 0 || spaces.length === 0) return;
    const search = { spaces, phrases, isForVisitor };
    let isFound = false;
    if (needed !== "any" || phrases.length === 1) {
      for await (const hits of queryMatches(db, search, "AND")) {
        isFound ||= hits.length > 0;
        yield hits;
      }
    }
    if (isFound || needed === "all" || phrases.length === 1) return;
    yield* queryMatches(db, search, "OR");
  },

  async match(_db, sections, query, words, needed) {
    const phrases = listPhrases(query, words).map((phrase) => phrase.join(" "));
    const matches: SectionMatch[] = [];
    for (const [section, { heading, body, terms }] of sections.entries()) {
      const counts = phrases.map((phrase) => countWeighted(terms, phrase));
      const found = counts.filter((count) => count > 0).length;
      if (found === 0 || (needed === "all" && found < counts.length)) continue;
      const size = Buffer.byteLength(heading) + Buffer.byteLength(body);
      matches.push({ section, score: -computeScore(counts, size) });
    }
    return matches;
  },

  async listConditional(db, spaces) {
    await prepare(db);
    const { rows } = await sql<{
      space: string;
      page: string;
    }>`select space_id as space, page_id as page from search_pages
      where space_id in (select value from json_each(${JSON.stringify(spaces)})) and ${isConditional}`.execute(
      db,
    );
    const pages = new Map<string, string[]>();
    for (const { space, page } of rows) addTo(pages, space, page);
    return pages;
  },

  async learn(db, space, pages) {
    await prepare(db);
    await replaceWords(openWordTables(db, space), pages);
  },

  async forgetWords(db, space) {
    await prepare(db);
    for (const table of wordTables) {
      await sql`delete from ${sql.table(table)} where space_id = ${space}`.execute(db);
    }
  },

  async similar(db, spaces, word, isForVisitor) {
    await prepare(db);
    const trigrams = JSON.stringify(listSearchedTrigrams(word, isForVisitor));
    const { rows } = await sql<{ word: string }>`select word from search_trigrams
      where space_id in (select value from json_each(${JSON.stringify(spaces)}))
        and trigram in (select value from json_each(${trigrams}))
      group by word order by count(distinct ${plainTrigram}) desc, length(word), word
      limit ${mostSimilar}`.execute(db);
    return rows.map(({ word }) => word);
  },

  async read(db, sections, longest) {
    await prepare(db);
    const sectionsById = new Map<number, IndexedSection>();
    for (let start = 0; start < sections.length; start += rowsAtOnce) {
      const some = JSON.stringify(sections.slice(start, start + rowsAtOnce));
      const { rows } = await sql<
        IndexedSection & { id: number }
      >`select id, anchor, heading, substr(body, 1, ${longest}) as body from search_sections
        where id in (select value from json_each(${some}))`.execute(db);
      for (const { id, ...section } of rows) sectionsById.set(id, section);
    }
    return sectionsById;
  },
};

const contentTables = ["search_sections", "search_pages", "search_spaces"];
const wordTables = ["search_trigrams", "search_page_words"];
const tables = [...contentTables, ...wordTables];

async function removeSpace(db: Queries, space: string, from: readonly string[]): Promise<void> {
  const sections = sql`select id from search_sections where space_id = ${space}`;
  await sql`delete from search_words where rowid in (${sections})`.execute(db);
  for (const table of from) {
    await sql`delete from ${sql.table(table)} where space_id = ${space}`.execute(db);
  }
}

function openWordTables(db: Queries, space: string): WordTables {
  return {
    async read(pages) {
      const { rows } = await sql<{
        page: string;
        words: string;
      }>`select page_id as page, words from search_page_words
        where space_id = ${space} and page_id in (select value from json_each(${JSON.stringify(pages)}))`.execute(
        db,
      );
      return rows;
    },
    async write(pages, words) {
      const rows = JSON.stringify(pages.map((page, at) => [page, words[at]]));
      await sql`insert or replace into search_page_words (space_id, page_id, words)
        select ${space}, value ->> 0, value ->> 1 from json_each(${rows})`.execute(db);
    },
    async find(wordRow, words) {
      const { rows } = await sql<{ word: string; pages: number }>`select word, pages
        from search_trigrams where space_id = ${space} and trigram = ${wordRow}
          and word in (select value from json_each(${JSON.stringify(words)}))`.execute(db);
      return rows;
    },
    async count(wordRow) {
      const { rows } = await sql<{ words: number }>`select count(*) as words from search_trigrams
        where space_id = ${space} and trigram = ${wordRow}`.execute(db);
      return Number(rows[0]?.words ?? 0);
    },
    async put(rows) {
      await sql`insert or replace into search_trigrams (space_id, trigram, word, pages)
        select ${space}, value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)})`.execute(
        db,
      );
    },
    async delete(rows) {
      await sql`delete from search_trigrams where space_id = ${space} and (trigram, word) in
        (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)}))`.execute(db);
    },
  };
}

/** A hit whose score is not known yet. */
interface UnscoredHit extends Omit<Hit, "score"> {
  readonly audience: IndexAudience;
  /** In bytes. */
  readonly size: number;
  /** The numbers of words in its columns, in the format of the index. */
  readonly words: Uint8Array;
}

/** The matches in the order of their ids. */
async function* queryMatches(
  db: Queries,
  { spaces, phrases, isForVisitor }: PhraseSearch,
  joint: "AND" | "OR",
): AsyncGenerator<readonly Hit[]> {
  const [first] = spaces;
  // For a single space, the index itself filters the others.
  const within = spaces.length === 1 ? `space : "${first}" AND ` : "";
  const toMatch = (expression: string) => `${within}({title heading body} : (${expression}))`;
  const all = phrases.join(` ${joint} `);
  const isExclusive = joint === "AND" && phrases.length > 1;
  const wanted = new Set(spaces);
  const average = await readAverageLength(db);
  // The limit also counts the matches in other spaces, which take the same time.
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows }: { readonly rows: UnscoredHit[] } =
      await sql<UnscoredHit>`select space_id as space, page_id as page, words.id as section, audience,
          octet_length(heading) + octet_length(body) as size, sz as words
        from (select rowid as id from search_words
          where search_words match ${toMatch(all)} and rowid > ${last}
          order by rowid limit ${hitsAtOnce}) as words
        join search_words_docsize on search_words_docsize.id = words.id
        left join search_sections on search_sections.id = words.id
        order by words.id`.execute(db);
    const end = rows.at(-1)?.section;
    const matches = rows.filter(({ space }) => wanted.has(space));
    if (end === undefined || matches.length === 0) yield [];
    else {
      const weights: Weights[] = [];
      for (const phrase of phrases) {
        const expression = toMatch(isExclusive ? `(${all}) AND ${phrase}` : phrase);
        weights.push(await readWeights(db, expression, { after: last, end }));
        // Other requests are processed between the queries.
        yield [];
      }
      const score = ({ section, words, size }: UnscoredHit) => {
        const own = weights.map((one) => one.get(section));
        const length = readNumbers(words).reduce((sum, one) => sum + one, 0) / average;
        return computeScore(countOccurrences(own, length, isExclusive), size);
      };
      yield toHits(matches, isForVisitor, score);
    }
    last = rows.length < hitsAtOnce ? undefined : end;
  }
}

function toHits(
  matches: readonly UnscoredHit[],
  isForVisitor: boolean,
  score: (match: UnscoredHit) => number,
): readonly Hit[] {
  const hidden = isForVisitor ? audiences.members : audiences.visitors;
  return matches
    .filter(({ audience }) => audience !== hidden)
    .map((match) => {
      const { space, page, section } = match;
      return { space, page, section, score: -score(match) };
    });
}

/** Of the title of a page, the heading of a section, and its text. */
const columnWeights = [8, 4, 1];

/** The weighted number of occurrences of a phrase in the columns of a section. */
function countWeighted(columns: readonly string[], phrase: string): number {
  return columns.reduce(
    (sum, text, at) => sum + (columnWeights[at] ?? 0) * countIn(text, phrase),
    0,
  );
}

/** The number of occurrences of a phrase between spaces. */
function countIn(text: string, phrase: string): number {
  let count = 0;
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    const isStart = at === 0 || text[at - 1] === " ";
    if (isStart && (end === text.length || text[end] === " ")) count += 1;
  }
  return count;
}

/** Parameters of BM25, as in SQLite: saturation by repetition, and the influence of the length. */
const saturation = 1.2;
const lengthInfluence = 0.75;
/** In bytes; a constant, because the average length contains other organizations. */
const averageSize = 500;

/** @param length relative to the average */
function weighLength(length: number): number {
  return saturation * (1 - lengthInfluence + lengthInfluence * length);
}

/** @param occurrences of each phrase */
function computeScore(occurrences: readonly number[], size: number): number {
  const length = weighLength(size / averageSize);
  return occurrences.reduce((sum, count) => sum + count / (count + length), 0);
}

/** Sums of BM25 over the phrases of an expression, for one section. */
interface RowWeights {
  readonly weight: number;
  /** The same for infinitely many occurrences. */
  readonly bound: number;
}

type Weights = ReadonlyMap<number, RowWeights>;

/**
 * The number of occurrences of each phrase, of which those in the title of a page count eightfold and
 * those in the heading of a section fourfold. SQLite offers only BM25, whose weights of rare words and
 * average length contain the sections of other organizations. Divided by its bound, BM25 is
 * `count / (count + length)`.
 * @param length relative to the average
 * @param isExclusive whether each expression contains all phrases, and its own one twice
 */
function countOccurrences(
  weights: readonly (RowWeights | undefined)[],
  length: number,
  isExclusive: boolean,
): readonly number[] {
  const sum = (name: keyof RowWeights) =>
    isExclusive
      ? weights.reduce((total, one) => total + (one?.[name] ?? 0), 0) / (weights.length + 1)
      : 0;
  const others = { weight: sum("weight"), bound: sum("bound") };
  return weights.map((one) => {
    if (one === undefined) return 0;
    const part = (one.weight - others.weight) / (one.bound - others.bound);
    return Math.round((weighLength(length) * part) / (1 - part));
  });
}

async function readWeights(
  db: Queries,
  expression: string,
  { after, end }: { readonly after: number; readonly end: number },
): Promise<Weights> {
  const { rows } = await sql<RowWeights & { id: number }>`select rowid as id,
      bm25(search_words, 0.0, ${sql.join(columnWeights)}) as weight,
      bm25(search_words, 0.0, 1e12, 1e12, 1e12) as bound
    from search_words where search_words match ${expression}
      and rowid > ${after} and rowid <= ${end}`.execute(db);
  return new Map(rows.map(({ id, ...weights }) => [id, weights]));
}

/**
 * The average number of words of a row. The index stores the number of rows and the number of words in
 * each column in the record 1.
 */
async function readAverageLength(db: Queries): Promise<number> {
  const { rows } = await sql<{
    block: Uint8Array;
  }>`select block from search_words_data where id = 1`.execute(db);
  const [count = 0, ...words] = readNumbers(rows[0]?.block ?? new Uint8Array());
  return words.reduce((sum, one) => sum + one, 0) / Math.max(1, count);
}

/** Numbers in SQLite's variable-length format: seven bits in each byte, the highest first. */
function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 127);
    if (byte >= 128) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}

function listPhrases(query: string, words: ToStems): (readonly string[])[] {
  return parsePhrases(query, words)
    .map(splitStems)
    .filter(({ length }) => length > 0);
}

/** A phrase in the syntax of the index. */
function quotePhrase(phrase: readonly string[]): string {
  return `"${phrase.join(" ")}"`;
}
