/** Tunnel of an integration in development, to which its events are sent. */
import { isIP } from "node:net";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { howToAllowPrivate } from "../../engines/network/public-addresses.ts";
import type { JobPermission } from "../../jobs/job.ts";
import { parsePrincipal } from "../../jobs/principal.ts";
import { createSendingJob, traceLine } from "../integration-events/record.ts";
import { scriptUrl } from "../integration-events/tables.ts";
import { requireIntegration } from "./queries.ts";
import type { IntegrationTable } from "./tables.ts";

/**
 * Sets the tunnel, and sends waiting events at once, because a tunnel that is set again usually
 * works.
 * @throws ApiError 400 for a URL that the platform must not access. A hostname is resolved and
 * checked only for each connection.
 */
export async function setTunnel(
  call: Call,
  integration: IntegrationTable,
  url: string,
  all: boolean,
): Promise<void> {
  refuseUnreachable(call, url);
  const { principal = { kind: "user", user: call.caller } as const } = call;
  const { sending, ...feed } = await call.db
    .updateTable("integration_feeds")
    .set((row) => ({
      tunnel_url: url,
      tunnel_principal: JSON.stringify(principal),
      tunnel_base: call.base,
      tunnel_all: Number(all),
      failures: 0,
      turn: row("turn", "+", 1),
    }))
    .where("integration", "=", integration.name)
    .returning(["sending", "turn", "integration", "tunnel_principal"])
    .executeTakeFirstOrThrow();
  // An earlier job may be waiting for its next attempt; it ends without sending, because the turn
  // is new.
  if (sending === 1) await call.enqueue(createSendingJob(feed, integration.organization_id));
}

/**
 * Events are no longer sent; waiting events are kept for a new tunnel.
 * @returns whether there was a tunnel
 */
export async function removeTunnel(
  { db }: Pick<Call, "db">,
  integration: string,
): Promise<boolean> {
  const feed = await db
    .selectFrom("integration_feeds")
    .select("tunnel_url")
    .where("integration", "=", integration)
    .where("tunnel_url", "<>", scriptUrl)
    .executeTakeFirst();
  if (feed) await clearFeed(db, integration);
  return feed !== undefined;
}

/** Removes the tunnel or script that receives events. */
export async function clearFeed(db: Queries, integration: string): Promise<void> {
  await db
    .updateTable("integration_feeds")
    .set((row) => ({
      tunnel_url: null,
      tunnel_principal: null,
      tunnel_base: null,
      tunnel_all: 0,
      failures: 0,
      turn: row("turn", "+", 1),
      sending: 0,
    }))
    .where("integration", "=", integration)
    .where("tunnel_url", "is not", null)
    .execute();
}

function refuseUnreachable({ outside }: Call, text: string): void {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new ApiError(400, "tunnelUrl must not contain a user name or a password.", {
      field: "tunnelUrl",
    });
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const address = /^(.+\.)?localhost$/.test(host) ? "127.0.0.1" : host;
  if (isIP(address) === 0 || outside.mayReach(address)) return;
  throw new ApiError(
    400,
    `tunnelUrl leads to ${url.hostname}, which is on this machine or in a private network. Use the public URL of a tunnel. ${howToAllowPrivate}.`,
    { field: "tunnelUrl" },
  );
}

const operation = "setIntegrationDevelopmentMode";

/** Events are sent to a tunnel while the user who set it has the permission to set it. */
export const tunnelPermission: JobPermission = {
  async authorize(payload, call) {
    const feed = await findTunnel(call.db, payload);
    if (!feed) return;
    const { integration: integrationName } = feed;
    await call.requireScope(operation, { integrationName });
    const { membership } = await requireIntegration(call, integrationName);
    authorize(membership?.role, operation);
  },

  async end(payload, { reason }, { db, now }) {
    const feed = await findTunnel(db, payload);
    if (!feed) return undefined;
    await clearFeed(db, feed.integration);
    await traceWaiting(db, feed.integration, traceLine(now, "error", reason));
    return { operation, target: { type: "integration", id: feed.integration } };
  },

  async findRequester(payload, db) {
    const feed = await findTunnel(db, payload);
    const principal = parsePrincipal(feed?.tunnel_principal ?? null);
    return principal && "user" in principal ? principal.user : undefined;
  },
};

/** @returns absent if it was removed, or set again, for which there is another job */
function findTunnel(db: Queries, payload: unknown) {
  const { integration, turn } = payload as { readonly integration: string; readonly turn: number };
  return db
    .selectFrom("integration_feeds")
    .select(["integration", "tunnel_principal"])
    .where("integration", "=", integration)
    .where("turn", "=", turn)
    .where("tunnel_url", "is not", null)
    .executeTakeFirst();
}

/**
 * The trace of the next event shows why it is not sent; it and the following events wait for
 * another tunnel.
 */
async function traceWaiting(
  db: Queries,
  integration: string,
  line: ReturnType<typeof traceLine>,
): Promise<void> {
  const event = await db
    .selectFrom("integration_events")
    .select(["id", "trace"])
    .where("integration", "=", integration)
    .where("delivery", "=", "waiting")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  if (!event) return;
  const trace = JSON.stringify([...JSON.parse(event.trace), line]);
  await db.updateTable("integration_events").set({ trace }).where("id", "=", event.id).execute();
}
