/** Numbers of path changes: of pages in spaces and of spaces on sites, in one sequence. */
import type { Queries } from "../../database/tables.ts";

/** The number of the next change of paths. */
export async function nextPosition(db: Queries): Promise<number> {
  const { last } = await db
    .selectFrom("page_paths")
    .select((row) => row.fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  const { since, until } = await db
    .selectFrom("site_paths")
    .select((row) => [row.fn.max("since").as("since"), row.fn.max("until").as("until")])
    .executeTakeFirstOrThrow();
  return Math.max(Number(last ?? 0), Number(since ?? 0), Number(until ?? 0)) + 1;
}
