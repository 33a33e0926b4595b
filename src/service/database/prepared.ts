/** Queries that are built once and then asked with other values: to build one takes longer than to ask it. */
import type { CompiledQuery } from "kysely";
import { askAtOnce } from "./dialect.ts";
import type { Queries } from "./tables.ts";

interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

/** A query that asks the same of other values each time. @returns the rows */
export type Prepared<Name extends string, Row> = (
  db: Queries,
  values: Readonly<Record<Name, string>>,
) => Promise<Row[]>;

/** For each database the query as it is sent there. */
type Sent<Row> = WeakMap<object, CompiledQuery<Row>>;

/**
 * @param names of the values, which are all texts
 * @param build makes the query out of stand-ins for the values; it must pass each on as it is
 */
export function prepared<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Queries, values: Readonly<Record<Name, string>>) => Compilable<Row>,
): Prepared<Name, Row> {
  const sent: Sent<Row> = new WeakMap();
  const standIns = new Map(names.map((name) => [standInFor(name), name]));

  function compiledFor(db: Queries): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const known = sent.get(adapter);
    if (known) return known;
    const marks = Object.fromEntries(names.map((name) => [name, standInFor(name)]));
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
    const asked = { ...query, parameters };
    const { rows } = askAtOnce(db)?.<Row>(asked) ?? (await db.executeQuery<Row>(asked));
    return rows;
  };
}

/** No text that a query has of its own begins so. */
function standInFor(name: string): string {
  return `\u0001${name}`;
}
