/** Loads what writes pages before the first reader comes, who would wait for it. */
import type { Queries } from "../../database/tables.ts";

/** Does nothing where no site is published: most platforms show none, and need no memory for it. */
export async function loadReader(db: Queries): Promise<void> {
  const site = await db
    .selectFrom("sites")
    .select("id")
    .where("published", "=", 1)
    .limit(1)
    .executeTakeFirst();
  if (!site) return;
  await import("./answer.ts");
  await import("../published/site-pages.ts");
  await import("../../engines/page-worker.ts");
  await import("../../../document/html/code-colours.ts");
}
