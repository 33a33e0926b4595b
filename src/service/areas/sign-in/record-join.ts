/** Tells the admins of an organization who has joined by signing in: as other ways to join are told. */
import { randomUUID } from "node:crypto";
import { join } from "../../../contract/organization.ts";
import { newId } from "../../core/ids.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { Changes } from "../../database/change-watch.ts";
import type { Queries } from "../../database/tables.ts";
import { prepareAudit, recordAudit } from "../audit/record.ts";
import type { SamlProviderTable } from "../people/tables.ts";

const longestHeader = 200;

/**
 * @param db the transaction in which they join
 * @param changes what it has changed
 */
export async function recordJoin(
  db: Queries,
  changes: Changes,
  { organization_id: organizationId, label }: SamlProviderTable,
  user: string,
  { now, request }: Pick<PublicRequest, "now" | "request">,
): Promise<void> {
  const about = await prepareAudit({ db, caller: user }, join, { organizationId });
  if (!about) return;
  const origin = {
    requestId: randomUUID(),
    provider: label,
    address: request.from,
    userAgent: request.headers["user-agent"]?.slice(0, longestHeader),
  };
  await recordAudit({ db, caller: user, now, newId }, about, {
    answer: undefined,
    changes,
    origin,
  });
}
