/** The job that translates a space: what changed since the last run, into the space of the result. */
import type { Queries } from "../../database/tables.ts";
import type { Translator } from "../../engines/translator.ts";
import type { JobCall, JobRequest, LongJob } from "../../jobs/job.ts";
import { type Changed, changedSince, type Source, sourceOf } from "./changed.ts";
import type { TranslationTable } from "./tables.ts";
import { translated } from "./translated.ts";
import { writeResult } from "./write-result.ts";

export const translatingKind = "run-translation";

export function translationRun(translationId: string): JobRequest {
  return { kind: translatingKind, payload: { translationId } };
}

export function translationJob(translator: Translator): LongJob {
  return {
    async prepare(payload, call) {
      const { translationId } = payload as { readonly translationId: string };
      const row = await begin(call.db, translationId);
      const source = row && (await sourceOf(call, row));
      if (!row || !source) return async ({ db }) => settle(db, translationId);
      const changed = await changedSince(call.db, row, source);
      const pieces = await translated(translator, changed, row, call.signal);
      return (ending) => {
        // By the platform's clock, as all its times, which may have been set back meanwhile.
        const duration = Math.max(0, ending.now.getTime() - call.now.getTime());
        return end(ending, row, source, changed, pieces, duration);
      };
    },
  };
}

async function begin(db: Queries, id: string): Promise<TranslationTable | undefined> {
  await db.updateTable("translations").set({ status: "running" }).where("id", "=", id).execute();
  return db.selectFrom("translations").selectAll().where("id", "=", id).executeTakeFirst();
}

async function end(
  call: JobCall,
  row: TranslationTable,
  source: Source,
  changed: Changed,
  pieces: Awaited<ReturnType<typeof translated>>,
  duration: number,
): Promise<void> {
  const result = await writeResult(call, row, source, pieces);
  await call.db
    .updateTable("translations")
    .set((old) => ({
      result_space: result.space,
      result_revision: result.revision,
      translated: JSON.stringify(changed.hashes),
      runs: old("runs", "+", 1),
      total_words: old("total_words", "+", pieces.words),
      total_pages: old("total_pages", "+", changed.pages.length),
      total_duration: old("total_duration", "+", duration),
      latest_words: pieces.words,
      latest_pages: changed.pages.length,
      latest_duration: duration,
      updated_at: call.now.toISOString(),
    }))
    .where("id", "=", row.id)
    .execute();
  const now = await call.db
    .selectFrom("translations")
    .select("asked")
    .where("id", "=", row.id)
    .executeTakeFirst();
  const again = now !== undefined && now.asked > row.asked;
  await settle(call.db, row.id, again ? "pending" : "completed");
  if (again) await call.enqueue(translationRun(row.id));
}

/** Also how a run ends that found nothing to translate from: its source is gone. */
async function settle(
  db: Queries,
  id: string,
  status: "pending" | "completed" = "completed",
): Promise<void> {
  await db.updateTable("translations").set({ status }).where("id", "=", id).execute();
}
