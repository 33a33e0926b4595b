/** Rows of context connections, their credentials and their responses. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-context-connection.ts";
import {
  connectorSetups,
  credentialMembers,
  optionalSetups,
  redactedCredential,
} from "../../../contract/site-context-values.ts";
import { ApiError } from "../../../errors.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { findOwn } from "../../../json/own-members.ts";
import { asObject, type JsonObject } from "../../../json/values.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import { countSelected } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import type { ContextConnectionTable } from "./tables.ts";

/** Maximum number of connections of a site. */
const mostConnections = 50;

export const defaultUsage = { changeRequests: false, search: false, searchBoost: "x1.0" } as const;

export function findContextConnection(db: Queries, siteId: string, id: string) {
  return db
    .selectFrom("context_connections")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** @throws ApiError 404 */
export async function requireConnection(
  db: Queries,
  siteId: string,
  id: string,
): Promise<ContextConnectionTable> {
  const row = await findContextConnection(db, siteId, id);
  if (!row) throw createNotFoundError("context connection", id, "siteContextConnectionId");
  return row;
}

interface ConnectionWords {
  readonly connector: string;
  readonly setup?: string | null;
  readonly credentials?: string | null;
  readonly usage?: object | undefined;
  readonly filter?: string | undefined;
}

/** @throws ApiError 409 if the site has too many connections */
export async function insertConnection(
  { db, now, newId }: Pick<Call, "db" | "now" | "newId">,
  siteId: string,
  { connector, setup = null, credentials = null, usage, filter }: ConnectionWords,
  id = newId(),
): Promise<ContextConnectionTable> {
  const connections = db.selectFrom("context_connections").where("site_id", "=", siteId);
  if ((await countSelected(connections)) >= mostConnections) {
    throw new ApiError(
      409,
      `The site has reached the limit of ${mostConnections} context connections. Delete one first.`,
    );
  }
  const row: ContextConnectionTable = {
    id,
    site_id: siteId,
    connector,
    setup,
    credentials,
    usage_settings: JSON.stringify({ ...defaultUsage, ...usage }),
    label: null,
    filter: filter === undefined || filter === "" ? null : filter,
    status: "pending",
    failure_message: null,
    failure_reason: null,
    created_at: now.toISOString(),
    synced_at: null,
  };
  await db.insertInto("context_connections").values(row).execute();
  return row;
}

/** The settings of a connector, with the credentials apart. */
export interface ConnectorSettings {
  readonly setup: string | null;
  readonly credentials: string | null;
}

/**
 * Checks the settings of a connector, and encrypts the credentials.
 * @param before the stored settings, which members that are not sent keep
 * @throws ApiError 400 for unknown connectors, and missing or unknown members
 */
export async function sealSettings(
  box: SecretBox,
  { id, connector }: Pick<ContextConnectionTable, "id" | "connector">,
  input: object,
  before: JsonObject = {},
): Promise<ConnectorSettings> {
  const settings: JsonObject = {
    ...before,
    ...withoutRedacted(asObject(JSON.parse(JSON.stringify(input)))),
  };
  const required = listRequired(connector);
  const allowed = [...required, ...(findOwn(optionalSetups, connector) ?? [])];
  const missing = required.filter((name) => settings[name] === undefined);
  if (missing.length > 0) {
    throw new ApiError(
      400,
      `${connector} requires setupSettings.${missing.join(", setupSettings.")}.`,
      {
        field: "setupSettings",
      },
    );
  }
  const unknown = Object.keys(settings).filter((name) => !allowed.includes(name));
  if (unknown.length > 0) {
    throw new ApiError(400, `${connector} does not accept setupSettings.${unknown[0]}.`, {
      field: "setupSettings",
    });
  }
  if (allowed.length === 0) return { setup: null, credentials: null };
  const [secrets, plain] = [true, false].map((isSecret) =>
    Object.entries(settings).filter(([name]) => isCredential(name) === isSecret),
  );
  return {
    setup: writeJson(Object.fromEntries(plain ?? [])),
    credentials:
      secrets === undefined || secrets.length === 0
        ? null
        : await box.seal(writeJson(Object.fromEntries(secrets)), getPurpose(id)),
  };
}

function isCredential(name: string): boolean {
  return credentialMembers.some((one) => one === name);
}

/** A client that sends a response back does not replace the credentials. */
function withoutRedacted(settings: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== redactedCredential),
  );
}

/** @throws ApiError 400 for an unknown connector */
function listRequired(connector: string): readonly string[] {
  if (connector.startsWith("integration:")) return [];
  const required = findOwn(connectorSetups, connector);
  if (required) return required;
  throw new ApiError(
    400,
    `connector ${connector} is unknown. Use integration:<name> or one of ${Object.keys(connectorSetups).join(", ")}.`,
    { field: "connector" },
  );
}

function getPurpose(id: string): string {
  return `context-connection ${id}`;
}

/** The settings with the credentials. */
export async function openSettings(
  box: SecretBox,
  { id, setup, credentials }: Pick<ContextConnectionTable, "id" | "setup" | "credentials">,
): Promise<JsonObject> {
  const plain = setup === null ? {} : asObject(JSON.parse(setup));
  if (credentials === null) return plain;
  return { ...plain, ...asObject(JSON.parse(await box.open(credentials, getPurpose(id)))) };
}

export async function countRecords(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom("context_records")
    .select(["connection_id", (row) => row.fn.countAll<number | string>().as("count")])
    .where("connection_id", "in", ids)
    .groupBy("connection_id")
    .execute();
  return new Map(rows.map(({ connection_id, count }) => [connection_id, Number(count)]));
}

export function presentConnection(
  base: string,
  organizationId: string,
  row: ContextConnectionTable,
  records: number,
): Output<typeof contract.get> {
  const redacted = (findOwn(connectorSetups, row.connector) ?? []).filter(isCredential);
  return {
    object: "context-connection",
    id: row.id,
    connector: row.connector,
    setupSettings:
      row.setup === null
        ? undefined
        : {
            ...JSON.parse(row.setup),
            ...Object.fromEntries(redacted.map((name) => [name, redactedCredential])),
          },
    // Empty, so that an undo knows what to restore.
    label: row.label ?? "",
    filter: row.filter ?? "",
    status: row.status,
    records,
    failureMessage: row.failure_message ?? undefined,
    failureReason: row.failure_reason ?? undefined,
    usageSettings: JSON.parse(row.usage_settings),
    createdAt: row.created_at,
    syncedAt: row.synced_at ?? undefined,
    urls: {
      location: `${base}/v1/orgs/${organizationId}/sites/${row.site_id}/context-connections/${row.id}`,
    },
  };
}
