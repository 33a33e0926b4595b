/** The job that fetches and parses the source of an API specification, and stores a version if it changed. */
import type { Queries } from "../../database/tables.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { JobCall, LongJob, LongJobCall } from "../../jobs/job.ts";
import type { SpecificationTable } from "./tables.ts";

export const processingKind = "process-specification";

type StoredSource = Pick<SpecificationTable, "source_url" | "source_text" | "organization_id">;

export const processSpecification: LongJob = {
  async prepare(payload, call) {
    const job = payload as ProcessingJob;
    const source = await startProcessing(call.db, job);
    // The specification was deleted, or has a newer source with its own job.
    if (!source) return async () => {};
    const outcome = await readSource(source, call);
    return (ending: JobCall) => storeOutcome(ending, job, outcome);
  },
};

async function startProcessing(db: Queries, job: ProcessingJob): Promise<StoredSource | undefined> {
  const { specificationId, sourceNumber } = job;
  await db
    .updateTable("specifications")
    .set({ processing_state: "progress" })
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .execute();
  return db
    .selectFrom("specifications")
    .select(["source_url", "source_text", "organization_id"])
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .executeTakeFirst();
}

async function readSource(
  source: StoredSource,
  { db, outside, signal }: LongJobCall,
): Promise<ProcessingResult> {
  const { bounds } = await import("../../../document/openapi/bounds.ts");
  const { fetchPatience, readSpecification } = await import(
    "../../engines/openapi/read-specification.ts"
  );
  const { fetchText } = await import("../../engines/network/egress.ts");
  try {
    const limits = { largest: bounds.fileBytes, patience: fetchPatience, signal };
    const entry =
      source.source_url === null
        ? { text: source.source_text ?? "" }
        : await fetchText(outside, { url: source.source_url, ...limits });
    const assembled = await readSpecification(
      entry,
      outside,
      { caller: source.organization_id, db },
      signal,
    );
    if (!("faults" in assembled)) return { text: entry.text, ...assembled };
    const { faults, unfetched } = assembled;
    return { errors: faults, code: unfetched ? fetchCodes[unfetched] : "PARSE_ERROR" };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const { message, reason } = error;
    const code = fetchCodes[reason === "timeout" ? "timeout" : "failed"];
    return { errors: [{ message, code: `FETCH_${reason.toUpperCase()}` }], code };
  }
}

const fetchCodes = { timeout: "FETCH_TIMEOUT", failed: "FETCH_ERROR" } as const;

/** The source to process. `sourceNumber` detects that it was replaced in the meantime. */
export interface ProcessingJob {
  readonly specificationId: string;
  readonly sourceNumber: number;
}

type ProcessingResult =
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

/** Does nothing if the specification was deleted or has a newer source. */
export async function storeOutcome(
  call: JobCall,
  { specificationId, sourceNumber }: ProcessingJob,
  outcome: ProcessingResult,
): Promise<void> {
  const columns = {
    processing_state: "complete",
    last_processed_at: call.now.toISOString(),
    source_text: null,
  } as const;
  const updated = await call.db
    .updateTable("specifications")
    .set(
      "errors" in outcome
        ? { ...columns, last_error_code: outcome.code, last_errors: JSON.stringify(outcome.errors) }
        : { ...columns, last_error_code: null, last_errors: null },
    )
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n || "errors" in outcome) return;
  await storeVersion(call, specificationId, outcome);
}

/** Does nothing if the digest equals that of the latest version. */
export async function storeVersion(
  { db, now, newId }: Pick<JobCall, "db" | "now" | "newId">,
  specificationId: string,
  { text, format, filesystem, digest }: Exclude<ProcessingResult, { readonly errors: unknown }>,
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
