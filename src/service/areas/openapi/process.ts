/** The job that processes a source: fetches it, reads it, and keeps a version where it is new. */

import type { Queries } from "../../database/tables.ts";
import { FetchFailure } from "../../engines/fetch-failure.ts";
import type { JobCall, LongJob, LongJobCall } from "../../jobs/job.ts";
import type { SourceGiven } from "./outcome.ts";
import { keepOutcome, type Outcome } from "./outcome.ts";
import type { SpecificationTable } from "./tables.ts";

/** The kind of job that fetches, reads and keeps a source. */
export const processingKind = "process-specification";

type Source = Pick<SpecificationTable, "source_url" | "source_text">;

export const processSpecification: LongJob = {
  async prepare(payload, call) {
    const given = payload as SourceGiven;
    const source = await begin(call.db, given);
    // It was deleted, or given another source, which has a job of its own.
    if (!source) return async () => {};
    const outcome = await read(source, call);
    return (ending: JobCall) => keepOutcome(ending, given, outcome);
  },
};

async function begin(db: Queries, given: SourceGiven): Promise<Source | undefined> {
  const { specificationId, sourceNumber } = given;
  await db
    .updateTable("specifications")
    .set({ processing_state: "progress" })
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .execute();
  return db
    .selectFrom("specifications")
    .select(["source_url", "source_text"])
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .executeTakeFirst();
}

async function read(source: Source, { outside, signal }: LongJobCall): Promise<Outcome> {
  const { bounds } = await import("../../engines/openapi/bounds.ts");
  const { fetchPatience, readSpecification } = await import(
    "../../engines/openapi/read-specification.ts"
  );
  const { fetchText } = await import("../../engines/fetch-text.ts");
  try {
    const limits = { largest: bounds.fileBytes, patience: fetchPatience, signal };
    const entry =
      source.source_url === null
        ? { text: source.source_text ?? "" }
        : await fetchText(outside, { url: source.source_url, ...limits });
    const assembled = await readSpecification(entry, outside, signal);
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
