/** Frequent queries: built once, and cached until the data changes. */
import type { CompiledQuery } from "kysely";
import { countChanges, readVersion } from "./data-state.ts";
import { askAtOnce } from "./sqlite/dialect.ts";
import type { Queries } from "./tables.ts";

interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

/**
 * A query with variable values.
 * @returns the rows
 */
export type PreparedQuery<Name extends string, Row> = (
  db: Queries,
  values: Readonly<Record<Name, string>>,
) => Promise<Row[]>;

/** The compiled query for each database. */
type CompiledQueries<Row> = WeakMap<object, CompiledQuery<Row>>;

/**
 * Builds a query once and then runs it with different values, because building takes longer than
 * running.
 * @param names the names of the values, which are all strings
 * @param build builds the query with placeholders for the values; it must pass each on unchanged
 */
export function prepareQuery<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Queries, values: Readonly<Record<Name, string>>) => Compilable<Row>,
): PreparedQuery<Name, Row> {
  const sent: CompiledQueries<Row> = new WeakMap();
  const standIns = new Map(names.map((name) => [createPlaceholder(name), name]));

  function compiledFor(db: Queries): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const compiled = sent.get(adapter);
    if (compiled) return compiled;
    const marks = Object.fromEntries(names.map((name) => [name, createPlaceholder(name)]));
    const query = build(db, marks as Record<Name, string>).compile();
    for (const [standIn, name] of standIns) {
      if (!query.parameters.includes(standIn)) throw new Error(`The query does not use ${name}.`);
    }
    sent.set(adapter, query);
    return query;
  }

  return async (db, values) => {
    const query = compiledFor(db);
    const parameters = query.parameters.map((parameter) => {
      const name = typeof parameter === "string" ? standIns.get(parameter) : undefined;
      return name === undefined ? parameter : values[name];
    });
    const compiled = { ...query, parameters };
    const { rows } = askAtOnce(db)?.<Row>(compiled) ?? (await db.executeQuery<Row>(compiled));
    return rows;
  };
}

/** No string in a query begins like this. */
function createPlaceholder(name: string): string {
  return `\u0001${name}`;
}

/** Cached results of one version of the data. */
interface AnswerCache<T> {
  readonly version: number | string;
  readonly answers: Map<string, T>;
}

/**
 * Caches the results of a query until the next change of the data; caches nothing if other
 * processes may change it, because the query costs no more than finding out whether they did.
 * @param most the maximum number of cached results
 */
export function cacheQuery<T>(
  most: number,
  ask: (db: Queries, about: string) => Promise<T>,
): (db: Queries, about: string) => Promise<T> {
  const remember = rememberAnswers<T>(most);
  return async (db, about) => remember(db, about, () => ask(db, about), countChanges(db));
}

/**
 * The same for results that need more input than their key, and take longer than a query that finds
 * out whether another process changed the data.
 * @param isKept which results are cached; all if absent
 */
export function cacheUntilChange<T>(
  most: number,
  isKept?: (answer: T) => boolean,
): (db: Queries, about: string, ask: () => Promise<T>) => Promise<T> {
  const remember = rememberAnswers<T>(most, isKept);
  return async (db, about, ask) => remember(db, about, ask, await readVersion(db));
}

function rememberAnswers<T>(most: number, isKept: (answer: T) => boolean = () => true) {
  const memories = new WeakMap<object, AnswerCache<T>>();
  /**
   * @param version read before the query, so that a result from before a change never counts as
   * current; nothing is cached without it
   */
  return async (
    db: Queries,
    about: string,
    ask: () => Promise<T>,
    version: number | string | undefined,
  ): Promise<T> => {
    if (version === undefined) return ask();
    const { adapter } = db.getExecutor();
    let memory = memories.get(adapter);
    const cachedAnswer = memory?.version === version ? memory.answers.get(about) : undefined;
    if (cachedAnswer !== undefined) return cachedAnswer;
    const answer = await ask();
    if (!isKept(answer)) return answer;
    if (memory?.version !== version || memory.answers.size >= most) {
      memory = { version, answers: new Map() };
      memories.set(adapter, memory);
    }
    memory.answers.set(about, answer);
    return answer;
  };
}
