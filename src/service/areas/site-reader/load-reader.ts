/** Preloads the page renderer, so that the first visitor does not wait for it. */
import type { Queries } from "../../database/tables.ts";

/** Does nothing if no site is published, because the renderer uses memory that most platforms do not need. */
export async function loadReader(db: Queries): Promise<void> {
  const site = await db
    .selectFrom("sites")
    .select("id")
    .where("published", "=", 1)
    .limit(1)
    .executeTakeFirst();
  if (!site) return;
  await import("./respond.ts");
  await import("../site-lookup/site-pages.ts");
  await import("../../engines/page-worker.ts");
  await import("../../../document/html/code-colors.ts");
}
