/** Audit events for users who join an organization by signing in. */
import { randomUUID } from "node:crypto";
import { join } from "../../../contract/organization.ts";
import { newId } from "../../core/ids.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { ObservedChanges } from "../../database/change-watch.ts";
import type { Queries } from "../../database/tables.ts";
import { prepareAudit, recordAudit } from "../audit/record.ts";
import type { SamlProviderTable } from "../people/tables.ts";

const maxHeaderLength = 200;

/**
 * @param db the transaction in which the user joins
 * @param changes the changes made in the transaction
 */
export async function recordJoin(
  db: Queries,
  changes: ObservedChanges,
  { organization_id: organizationId, label }: SamlProviderTable,
  user: string,
  { now, request }: Pick<PublicRequest, "now" | "request">,
): Promise<void> {
  const auditContext = await prepareAudit({ db, caller: user }, join, { organizationId });
  if (!auditContext) return;
  const origin = {
    requestId: randomUUID(),
    provider: label,
    address: request.from,
    userAgent: request.headers["user-agent"]?.slice(0, maxHeaderLength),
  };
  await recordAudit({ db, caller: user, now, newId }, auditContext, {
    answer: undefined,
    changes,
    origin,
  });
}
