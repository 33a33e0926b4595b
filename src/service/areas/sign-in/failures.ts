/** The last failed sign-ins of each SAML provider, which help its admins to configure it. */
import { createId } from "../../core/ids.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobRequest } from "../../jobs/job.ts";
import { recordFailedSignIn } from "../audit/failed-sign-ins.ts";
import type { SamlProviderTable } from "../people/tables.ts";
import { notify } from "../webhooks/notify.ts";

/** Number of failures that are kept for a provider. */
const maxFailures = 10;
const maxReasonLength = 600;
/** Any client can send a response that is refused, so an equal failure is not stored again, in milliseconds. */
const repeatTime = 60_000;
/** The shortest time between two stored failures, in milliseconds. */
const minInterval = 1000;

/** Logs and stores a failed sign-in. @param reason a sentence */
export async function recordFailure(
  { db, now, log, enqueue }: Pick<PublicRequest, "db" | "now" | "log" | "enqueue">,
  { id, label, organization_id }: Pick<SamlProviderTable, "id" | "label" | "organization_id">,
  reason: string,
): Promise<void> {
  const text = reason.replace(/\p{C}/gu, "").slice(0, maxReasonLength);
  const failures = await listFailures(db, id);
  const [last] = failures;
  const age = last === undefined ? repeatTime : now.getTime() - Date.parse(last.created_at);
  const isRepeated = failures.some(
    (one) => one.reason === text && now.getTime() - Date.parse(one.created_at) < repeatTime,
  );
  if (age < minInterval || isRepeated) return;
  log?.(`Sign-in with the SAML provider ${id} (${label}) failed.`, new Error(text));
  const outdated = failures.slice(maxFailures - 1).map((row) => row.id);
  if (outdated.length > 0) {
    await db.deleteFrom("saml_failures").where("id", "in", outdated).execute();
  }
  await db
    .insertInto("saml_failures")
    .values({ id: createId(), provider_id: id, reason: text, created_at: now.toISOString() })
    .execute();
  await recordFailedSignIn(db, now, {
    kind: "saml",
    organizationId: organization_id,
    target: { type: "saml-provider", id, label },
    reason: text,
  });
  if (!enqueue) return;
  const call = { db, now, newId: createId, enqueue: (job: JobRequest) => enqueue(db, job) };
  await notify(call, {
    type: "sign_in.failed",
    in: { organizationId: organization_id },
    data: { provider: { id, label }, reason: text },
  });
}

/** The last failures of a provider, the last one first. */
async function listFailures(db: Queries, providerId: string) {
  return db
    .selectFrom("saml_failures")
    .selectAll()
    .where("provider_id", "=", providerId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
