/** Work of a platform before its database closes, such as writing counts that are in memory. */
import type { Queries } from "./tables.ts";

type ClosingWork = () => Promise<void>;

const closingWorks = new WeakMap<object, ClosingWork[]>();

export function runBeforeClose(db: Queries, work: ClosingWork): void {
  const { adapter } = db.getExecutor();
  const works = closingWorks.get(adapter) ?? [];
  works.push(work);
  closingWorks.set(adapter, works);
}

/** Runs all work; errors go to the log, because the database closes in any case. */
export async function runClosingWork(
  db: Queries,
  log: (message: string, error: unknown) => void,
): Promise<void> {
  const { adapter } = db.getExecutor();
  const works = closingWorks.get(adapter) ?? [];
  closingWorks.delete(adapter);
  for (const work of works) {
    await work().catch((error: unknown) => log("Work before the end failed.", error));
  }
}
