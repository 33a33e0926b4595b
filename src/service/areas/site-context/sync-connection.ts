/** Job that reads the items of a context connection from its source and stores them as records. */
import { authorize } from "../../core/access/access.ts";
import type { JobCall, JobPermission, LongJob } from "../../jobs/job.ts";
import { requireSite } from "../sites/queries.ts";
import { findContextConnection, openSettings } from "./connection-rows.ts";
import { ConnectorFailure, readRecords } from "./connectors.ts";
import { storeRecords } from "./record-rows.ts";
import type { SyncPayload } from "./sync-request.ts";
import type { ContextConnectionTable } from "./tables.ts";

export const syncConnection: LongJob = {
  async prepare(payload, call) {
    const { siteId, connectionId } = payload as SyncPayload;
    const row = await findContextConnection(call.db, siteId, connectionId);
    if (row?.status !== "syncing") return async () => {};
    const settings = await openSettings(call.secretBox, row);
    await call.requirePermission();
    try {
      const items = await readRecords(row.connector, settings, row.filter ?? undefined, call);
      const records = items.map((item) => ({ ...item, type: "ticket" as const }));
      return async (ending) => {
        // Deleted in the meantime.
        const current = await findContextConnection(ending.db, siteId, connectionId);
        if (!current) return;
        await storeRecords(ending, current, records);
        await endSync(ending, current, {
          status: "succeeded",
          synced_at: ending.now.toISOString(),
          failure_message: null,
          failure_reason: null,
        });
      };
    } catch (error) {
      if (!(error instanceof ConnectorFailure)) throw error;
      const { message, reason } = error;
      return (ending) =>
        endSync(ending, row, {
          status: "failed",
          failure_message: message,
          failure_reason: reason,
        });
    }
  },
};

/** The user who requested the sync needs the permission until its end. */
export const syncPermission: JobPermission = {
  async authorize(payload, call) {
    const { organizationId, siteId } = payload as SyncPayload;
    await call.requireScope("syncSiteContextConnection", { organizationId, siteId });
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "syncSiteContextConnection");
  },

  async end(payload, { reason }, call) {
    const { siteId, connectionId } = payload as SyncPayload;
    const row = await findContextConnection(call.db, siteId, connectionId);
    if (!row) return undefined;
    await endSync(call, row, {
      status: "failed",
      failure_message: reason,
      failure_reason: "unknown",
    });
    return {
      operation: "syncSiteContextConnection",
      target: { type: "contextConnection", id: row.id },
    };
  },
};

async function endSync(
  { db }: Pick<JobCall, "db">,
  { id }: ContextConnectionTable,
  changes: Partial<ContextConnectionTable>,
): Promise<void> {
  await db.updateTable("context_connections").set(changes).where("id", "=", id).execute();
}
