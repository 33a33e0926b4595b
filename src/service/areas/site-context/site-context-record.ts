/** Handlers for the context records of sites. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-context-record.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../core/pages.ts";
import { requireSite } from "../sites/queries.ts";
import { insertConnection } from "./connection-rows.ts";
import { type ListedRecord, presentRecord, selectRecords, storeRecords } from "./record-rows.ts";

export const handlers = {
  /** Newest first. */
  async list({ organizationId, siteId, type, connector, connection, topic, ...paging }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "listSiteContextRecords");
    let records = selectRecords(call.db, siteId);
    if (type !== undefined) records = records.where("context_records.type", "=", type);
    if (connector !== undefined) {
      records = records.where("context_connections.connector", "=", connector);
    }
    if (connection !== undefined) {
      records = records.where("context_records.connection_id", "=", connection);
    }
    // The local platform has no topics, so no record has one.
    if (topic !== undefined) records = records.where("context_records.id", "is", null);
    const filters = JSON.stringify([type, connector, connection, topic]);
    return buildPage<ListedRecord, Output<typeof contract.get>>({
      page: paging.page,
      limit: paging.limit,
      list: `context records of site ${siteId} ${filters}`,
      read: (after, take) =>
        records
          .$call((query) =>
            inOrder(query, ["context_records.created_at", "context_records.id"], after, "desc"),
          )
          .limit(take)
          .execute(),
      count: () => countListed(call.db, records),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentRecord(call.base, organizationId, row),
    });
  },

  async get({ organizationId, siteId, siteContextRecordId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSiteContextRecordById");
    const row = await selectRecords(call.db, siteId)
      .where("context_records.id", "=", id)
      .executeTakeFirst();
    if (!row) throw createNotFoundError("context record", id, "siteContextRecordId");
    return presentRecord(call.base, organizationId, row);
  },

  /** All records, or none. */
  async put({ organizationId, siteId, records }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "upsertSiteContextRecords");
    if (records.length === 0) return undefined;
    await storeRecords(call, await findOrCreateConnection(call, siteId), records);
    return undefined;
  },
} satisfies Handlers<typeof contract>;

/** The connection of records that a client sends: the oldest one of its connector. */
async function findOrCreateConnection(call: Call, siteId: string) {
  const connector =
    call.agent === undefined ? "builtin:api" : `integration:${call.agent.integration}`;
  const row = await call.db
    .selectFrom("context_connections")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("connector", "=", connector)
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  return row ?? insertConnection(call, siteId, { connector });
}
