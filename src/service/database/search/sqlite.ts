/** Search with SQLite's full text. */
import { sql } from "kysely";
import type { Queries } from "../tables.ts";
import {
  findIndexedState,
  type Hit,
  hitsAtOnce,
  type IndexedSection,
  listTrigramPairs,
  mostSimilar,
  mostWords,
  phrasesIn,
  readIndexedStamps,
  type SearchEngine,
  type ToTerms,
} from "./engine.ts";

const prepared = new WeakSet<object>();
const rowsAtOnce = 100;

/** The tables are created when they are first needed and have no migration. */
async function prepare(db: Queries): Promise<void> {
  const owner = db.getExecutor().adapter;
  if (prepared.has(owner)) return;
  for (const statement of [
    sql`create table if not exists search_spaces (space_id text primary key not null, state text not null)`,
    sql`create table if not exists search_pages (space_id text not null, page_id text not null, stamp text not null, primary key (space_id, page_id))`,
    sql`create table if not exists search_sections (id integer primary key, space_id text not null, page_id text not null, anchor text not null, heading text not null, body text not null)`,
    sql`create index if not exists search_sections_of_page on search_sections (space_id, page_id)`,
    sql`create table if not exists search_trigrams (space_id text not null, trigram text not null, word text not null, primary key (space_id, trigram, word)) without rowid`,
    sql`create virtual table if not exists search_words using fts5(space, title, heading, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2")`,
  ]) {
    await statement.execute(db);
  }
  // If the transaction is rolled back, the tables are too.
  if (!db.isTransaction) prepared.add(owner);
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
export const sqliteTerms: ToTerms = (title, { heading, body }, words) =>
  [title, heading, body].map((text) => words(text).join(" "));

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
      for (const { anchor, heading, body, terms } of sections) {
        const inserted = await sql<{
          id: number;
        }>`insert into search_sections (space_id, page_id, anchor, heading, body)
          values (${space}, ${page}, ${anchor}, ${heading}, ${body}) returning id`.execute(db);
        const id = inserted.rows[0]?.id ?? 0;
        await sql`insert into search_words (rowid, space, title, heading, body)
          values (${id}, ${space}, ${sql.join(terms)})`.execute(db);
      }
    }
  },

  async remove(db, space, pages) {
    await prepare(db);
    await removePages(db, space, pages);
  },

  async note(db, space, state) {
    await prepare(db);
    await sql`insert into search_spaces values (${space}, ${state})
      on conflict (space_id) do update set state = excluded.state`.execute(db);
  },

  async forget(db, space) {
    await prepare(db);
    const sections = sql`select id from search_sections where space_id = ${space}`;
    await sql`delete from search_words where rowid in (${sections})`.execute(db);
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where space_id = ${space}`.execute(db);
    }
  },

  async clear(db) {
    await prepare(db);
    await sql`delete from search_words`.execute(db);
    for (const table of tables) {
      await sql`delete from ${sql.table(table)}`.execute(db);
    }
  },

  async *find(db, spaces, query, words, needed) {
    await prepare(db);
    const phrases = phrasesIn(query, words).map(quoted);
    if (phrases.length === 0 || spaces.length === 0) return;
    let isFound = false;
    if (needed !== "any" || phrases.length === 1) {
      for await (const hits of matching(db, spaces, phrases.join(" AND "))) {
        isFound ||= hits.length > 0;
        yield hits;
      }
    }
    if (isFound || needed === "all" || phrases.length === 1) return;
    yield* matching(db, spaces, phrases.join(" OR "));
  },

  async learn(db, space, words) {
    await prepare(db);
    const { rows } = await sql<{
      words: number;
    }>`select count(*) as words from search_trigrams where space_id = ${space} and trigram = ''`.execute(
      db,
    );
    const known = new Set(await knownWords(db, space, words));
    const added = words.filter((word) => !known.has(word));
    const some = added.slice(0, Math.max(0, mostWords - Number(rows[0]?.words ?? 0)));
    for (const pairs of listTrigramPairs(some)) {
      await sql`insert or ignore into search_trigrams (space_id, trigram, word)
        select ${space}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs)})`.execute(
        db,
      );
    }
  },

  async similar(db, spaces, trigrams) {
    await prepare(db);
    const { rows } = await sql<{ word: string }>`select word from search_trigrams
      where space_id in (select value from json_each(${JSON.stringify(spaces)}))
        and trigram in (select value from json_each(${JSON.stringify(trigrams)}))
      group by word order by count(distinct trigram) desc, length(word), word
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

const tables = ["search_sections", "search_pages", "search_spaces", "search_trigrams"];

async function knownWords(
  db: Queries,
  space: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ word: string }>`select word from search_trigrams
    where space_id = ${space} and trigram = ''
      and word in (select value from json_each(${JSON.stringify(words)}))`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * The matches in the order of their ids. Weights: the title of a page and the heading of a section count
 * more than the text.
 */
async function* matching(
  db: Queries,
  spaces: readonly string[],
  expression: string,
): AsyncGenerator<readonly Hit[]> {
  const [first] = spaces;
  // For a single space, the index itself filters the others.
  const within = spaces.length === 1 ? `space : "${first}" AND ` : "";
  const match = `${within}({title heading body} : (${expression}))`;
  const wanted = new Set(spaces);
  // The limit also counts the matches in other spaces, which take the same time.
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows }: { readonly rows: Hit[] } =
      await sql<Hit>`select space_id as space, page_id as page, words.id as section, score
        from (select rowid as id, bm25(search_words, 0.0, 8.0, 4.0, 1.0) as score
          from search_words where search_words match ${match} and rowid > ${last}
          order by rowid limit ${hitsAtOnce}) as words
        left join search_sections on search_sections.id = words.id
        order by words.id`.execute(db);
    last = rows.length < hitsAtOnce ? undefined : rows.at(-1)?.section;
    yield rows.filter(({ space }) => wanted.has(space));
  }
}

/** A phrase in the syntax of the index. */
function quoted(phrase: readonly string[]): string {
  return `"${phrase.join(" ").replaceAll('"', "")}"`;
}
