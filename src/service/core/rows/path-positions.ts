/** Numbers of path changes: of pages in spaces and of spaces on sites, in one sequence. */
import type { Queries } from "../../database/tables.ts";

/** The number of the next change of paths. */
export async function computeNextPosition(db: Queries): Promise<number> {
  // A query with a single maximum reads one row of an index.
  const { position } = await db
    .selectFrom("page_paths")
    .select((row) => row.fn.max("position").as("position"))
    .executeTakeFirstOrThrow();
  const { since } = await db
    .selectFrom("site_paths")
    .select((row) => row.fn.max("since").as("since"))
    .executeTakeFirstOrThrow();
  const { until } = await db
    .selectFrom("site_paths")
    .select((row) => row.fn.max("until").as("until"))
    .executeTakeFirstOrThrow();
  return Math.max(Number(position ?? 0), Number(since ?? 0), Number(until ?? 0)) + 1;
}
