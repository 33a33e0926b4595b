/** How much room the data takes. */
import { SqliteAdapter, sql } from "kysely";
import type { Queries } from "./tables.ts";

/** @returns bytes; for data in memory too */
export async function databaseBytes(db: Queries): Promise<number> {
  const question =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? sql<{
          bytes: number | string;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await question.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
