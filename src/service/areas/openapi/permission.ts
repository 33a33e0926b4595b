/** Authorization of the processing job when it runs, and its result if authorization fails. */
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobPermission } from "../../jobs/job.ts";
import { type ProcessingJob, storeOutcome } from "./process.ts";

const operation = "createOrUpdateOpenAPISpecBySlug";

export const specificationPermission: JobPermission = {
  async authorize(payload, call) {
    const row = await findPending(call.db, payload as ProcessingJob);
    if (!row) return;
    const { organization_id: organizationId } = row;
    await call.requireScope(operation, { organizationId });
    const { role } = await requireMembership(call, organizationId);
    authorize(role, operation);
  },

  async end(payload, { state, reason }, call) {
    const job = payload as ProcessingJob;
    const row = await findPending(call.db, job);
    if (!row) return undefined;
    const errors = [{ message: reason, code: state === "cancelled" ? "CANCELED" : "FAILED" }];
    await storeOutcome(call, job, { errors, code: "FETCH_ERROR" });
    return { operation, target: { type: "openapi-spec", id: row.slug } };
  },
};

/** @returns undefined if the specification was deleted, or has a newer source with its own job */
function findPending(db: Queries, { specificationId, sourceNumber }: ProcessingJob) {
  return db
    .selectFrom("specifications")
    .select(["organization_id", "slug"])
    .where("id", "=", specificationId)
    .where("source_number", "=", sourceNumber)
    .executeTakeFirst();
}
