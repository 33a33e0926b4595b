/** The check of the whole file, for whenever nothing tells that it is as it was left. */
import type { Connection } from "./engine.ts";
import type { Damage } from "./storage-failure.ts";

/** What SQLite finds when it looks at everything, and whose data it is. */
export function checkWhole(connection: Connection, refuse: (what: string) => Damage): void {
  const ask = (sql: string) => connection.prepare(sql).all() as Record<string, unknown>[];
  const tables = ask("select name from sqlite_master where type = 'table'").map(({ name }) => name);
  if (tables.length > 0 && !tables.includes("facts")) {
    throw refuse("it is the database of another program");
  }
  const [first] = ask("pragma integrity_check(1)");
  const told = Object.values(first ?? {})[0];
  if (told !== "ok") throw refuse(`SQLite's check says: ${String(told).split("\n")[0]}`);
  const [loose] = ask("pragma foreign_key_check");
  if (loose) throw refuse(`a row of ${String(loose.table)} belongs to one that is missing`);
}
