/** Handlers for the context connections of sites. */
import type { Output } from "../../../contract/endpoint.ts";
import type { RuleOperation } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/site-context-connection.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../core/pages.ts";
import { requireSite } from "../sites/queries.ts";
import {
  countRecords,
  findContextConnection,
  insertConnection,
  openSettings,
  presentConnection,
  requireConnection,
  sealSettings,
} from "./connection-rows.ts";
import { testConnector } from "./connectors.ts";
import { type SyncPayload, syncKind } from "./sync-request.ts";
import type { ContextConnectionTable } from "./tables.ts";

/** The minimum time between two syncs of a connection, in milliseconds. */
const syncInterval = 60 * 60 * 1000;

/** Connectors whose source sends the records itself. */
const pushed = ["builtin:api", "builtin:email"];
/** Connectors from which the local platform reads. */
export const synchronized: readonly string[] = [
  "builtin:github-issues",
  "builtin:github-discussions",
];
/** Connectors without credentials. */
const open = ["builtin:website", "builtin:youtube"];

export const handlers = {
  async list({ organizationId, siteId, ...paging }, call) {
    await requireConnectionAccess(call, organizationId, siteId, "listSiteContextConnections");
    const connections = call.db
      .selectFrom("context_connections")
      .selectAll()
      .where("site_id", "=", siteId);
    return buildPage<ContextConnectionTable & { records: number }, Output<typeof contract.get>>({
      page: paging.page,
      limit: paging.limit,
      list: `context connections of site ${siteId}`,
      read: async (after, take) => {
        const rows = await connections
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take)
          .execute();
        const counts = await countRecords(
          call.db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({ ...row, records: counts.get(row.id) ?? 0 }));
      },
      count: () => countListed(call.db, connections),
      key: (row) => [row.created_at, row.id],
      show: ({ records, ...row }) => presentConnection(call.base, organizationId, row, records),
    });
  },

  async get({ organizationId, siteId, siteContextConnectionId: id }, call) {
    await requireConnectionAccess(call, organizationId, siteId, "getSiteContextConnectionById");
    return show(call, organizationId, await requireConnection(call.db, siteId, id));
  },

  async create(
    { organizationId, siteId, connector, setupSettings = {}, usageSettings, filter },
    call,
  ) {
    await requireConnectionAccess(call, organizationId, siteId, "createSiteContextConnection");
    const id = call.newId();
    const settings = await sealSettings(call.secretBox, { id, connector }, setupSettings);
    const words = { connector, ...settings, usage: usageSettings, filter };
    return show(call, organizationId, await insertConnection(call, siteId, words, id));
  },

  async update({ organizationId, siteId, siteContextConnectionId: id, ...changes }, call) {
    await requireConnectionAccess(call, organizationId, siteId, "updateSiteContextConnectionById");
    const row = await requireConnection(call.db, siteId, id);
    const { connector, setupSettings, usageSettings, label, filter } = changes;
    if (connector !== undefined && connector !== row.connector) {
      throw new ApiError(
        400,
        `The connector of a context connection cannot change. Create another connection for ${connector}.`,
        { field: "connector" },
      );
    }
    const settings =
      setupSettings === undefined
        ? {}
        : {
            ...(await sealSettings(
              call.secretBox,
              row,
              setupSettings,
              await openSettings(call.secretBox, row),
            )),
            // The error was about the former settings.
            ...(row.status === "failed" && { status: "pending" as const }),
            failure_message: null,
            failure_reason: null,
          };
    const updated = {
      ...settings,
      ...(usageSettings !== undefined && {
        usage_settings: JSON.stringify({ ...JSON.parse(row.usage_settings), ...usageSettings }),
      }),
      ...(label !== undefined && { label: label === "" ? null : label }),
      ...(filter !== undefined && { filter: filter === "" ? null : filter }),
    };
    if (Object.keys(updated).length > 0) {
      await call.db.updateTable("context_connections").set(updated).where("id", "=", id).execute();
    }
    return show(call, organizationId, { ...row, ...updated });
  },

  async remove({ organizationId, siteId, siteContextConnectionId: id }, call) {
    await requireConnectionAccess(call, organizationId, siteId, "deleteSiteContextConnectionById");
    const row = await findContextConnection(call.db, siteId, id);
    if (!row) return false;
    await call.db.deleteFrom("context_records").where("connection_id", "=", id).execute();
    await call.db.deleteFrom("context_connections").where("id", "=", id).execute();
    return true;
  },

  async sync({ organizationId, siteId, siteContextConnectionId: id }, call) {
    await requireConnectionAccess(call, organizationId, siteId, "syncSiteContextConnection");
    const row = await requireConnection(call.db, siteId, id);
    refuseSync(row, call.now);
    await call.db
      .updateTable("context_connections")
      .set({ status: "syncing", failure_message: null, failure_reason: null })
      .where("id", "=", id)
      .execute();
    const payload: SyncPayload = { organizationId, siteId, connectionId: id };
    await call.enqueue({ kind: syncKind, payload, organization: organizationId });
    return undefined;
  },

  async test({ organizationId, siteId, siteContextConnectionId: id }, call) {
    await requireConnectionAccess(call, organizationId, siteId, "testSiteContextConnection");
    const row = await requireConnection(call.db, siteId, id);
    const object = "context-connection-test-result" as const;
    const hasNothing = isPushed(row) || open.includes(row.connector);
    if (hasNothing) return { object, success: true };
    if (!synchronized.includes(row.connector)) throw createUnsupportedError(row.connector);
    const error = await testConnector(await openSettings(call.secretBox, row), call);
    return error === undefined ? { object, success: true } : { object, success: false, error };
  },
} satisfies Handlers<typeof contract>;

async function requireConnectionAccess(
  call: Call,
  organizationId: string,
  siteId: string,
  rule: RuleOperation,
): Promise<void> {
  const { role } = await requireSite(call, organizationId, siteId);
  authorize(role, rule);
}

async function show(call: Call, organizationId: string, row: ContextConnectionTable) {
  const counts = await countRecords(call.db, [row.id]);
  return presentConnection(call.base, organizationId, row, counts.get(row.id) ?? 0);
}

function isPushed({ connector }: ContextConnectionTable): boolean {
  return pushed.includes(connector) || connector.startsWith("integration:");
}

/** @throws ApiError 400 or 501 if the connection cannot be synchronized now */
function refuseSync(row: ContextConnectionTable, now: Date): void {
  if (isPushed(row)) {
    throw new ApiError(
      400,
      `${row.connector} cannot be synchronized: its source sends the records.`,
      { hint: "tome site context record put --file records.json" },
    );
  }
  if (!synchronized.includes(row.connector)) throw createUnsupportedError(row.connector);
  if (row.status === "syncing") {
    throw new ApiError(400, `The context connection ${row.id} is being synchronized.`);
  }
  const last = row.synced_at === null ? 0 : Date.parse(row.synced_at);
  if (now.getTime() - last < syncInterval) {
    throw new ApiError(
      400,
      `The context connection ${row.id} was synchronized less than an hour ago.`,
    );
  }
}

function createUnsupportedError(connector: string): ApiError {
  return new ApiError(
    501,
    `The local platform does not connect to ${connector}. It synchronizes only ${synchronized.join(" and ")}; add other records with tome site context record put.`,
  );
}
