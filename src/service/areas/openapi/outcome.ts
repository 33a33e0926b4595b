/** Keeping what came of processing a source: a version, or the errors. */

import type { JobCall } from "../../jobs/job.ts";
import type { SpecificationTable } from "./tables.ts";

/** Which source is meant: a specification may be given another meanwhile. */
export interface SourceGiven {
  readonly specificationId: string;
  readonly sourceNumber: number;
}

export type Outcome =
  | {
      readonly text: string;
      readonly format: "json" | "yaml";
      /** JSON. */
      readonly filesystem: string;
      readonly digest: string;
    }
  | {
      readonly code: NonNullable<SpecificationTable["last_error_code"]>;
      readonly errors: readonly { readonly message: string; readonly code: string }[];
    };

/** Does nothing where the specification was deleted or given another source meanwhile. */
export async function keepOutcome(
  call: JobCall,
  { specificationId, sourceNumber }: SourceGiven,
  outcome: Outcome,
): Promise<void> {
  const ended = {
    processing_state: "complete",
    last_processed_at: call.now.toISOString(),
    source_text: null,
  } as const;
  const found = await call.db
    .updateTable("specifications")
    .set(
      "errors" in outcome
        ? { ...ended, last_error_code: outcome.code, last_errors: JSON.stringify(outcome.errors) }
        : { ...ended, last_error_code: null, last_errors: null },
    )
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .executeTakeFirst();
  if (found.numUpdatedRows === 0n || "errors" in outcome) return;
  await keepVersion(call, specificationId, outcome);
}

/** A text that is the latest version's makes no other. */
export async function keepVersion(
  { db, now, newId }: Pick<JobCall, "db" | "now" | "newId">,
  specificationId: string,
  { text, format, filesystem, digest }: Exclude<Outcome, { readonly errors: unknown }>,
): Promise<void> {
  const last = await db
    .selectFrom("specification_versions")
    .select(["number", "digest"])
    .where("specification_id", "=", specificationId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.digest === digest) return;
  const id = newId();
  const created_at = now.toISOString();
  await db
    .insertInto("specification_versions")
    .values({
      id,
      specification_id: specificationId,
      number: (last?.number ?? 0) + 1,
      digest,
      format,
      created_at,
    })
    .execute();
  await db
    .insertInto("specification_contents")
    .values({ version_id: id, text, filesystem })
    .execute();
  await db
    .updateTable("specifications")
    .set({ last_version_id: id, updated_at: created_at })
    .where("id", "=", specificationId)
    .execute();
}
