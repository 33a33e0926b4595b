/** Handlers for the webhooks of organizations. */
import { isIP } from "node:net";
import type { Output } from "../../../contract/endpoint.ts";
import type { RuleOperation } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/webhook.ts";
import { defaultOverlap, webhookEvents } from "../../../contract/webhook-values.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, countSelected, inOrder } from "../../core/pages.ts";
import { howToAllowPrivate } from "../../engines/network/public-addresses.ts";
import type { Requester } from "../../jobs/principal.ts";
import { recordDelivery } from "./notify.ts";
import { cancelDeliveries } from "./send-webhook.ts";
import { createSecret, parseSecret, toSecretPurpose } from "./signature.ts";
import type { WebhookDeliveryTable, WebhookTable } from "./tables.ts";
import { findOverlapEnd, replaceSecret } from "./webhook-secrets.ts";

/** Maximum number of webhooks of an organization. */
const maxWebhooks = 20;

export const handlers = {
  async list({ organizationId, ...paging }, call) {
    await requireAdmin(call, organizationId, "listOrganizationWebhooks");
    return buildPage<WebhookTable, Output<typeof contract.get>>({
      page: paging.page,
      limit: paging.limit,
      list: `webhooks of organization ${organizationId}`,
      read: (after, take) =>
        call.db
          .selectFrom("webhooks")
          .selectAll()
          .where("organization_id", "=", organizationId)
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take)
          .execute(),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentWebhook(call, row),
    });
  },

  async get({ organizationId, webhookId }, call) {
    await requireAdmin(call, organizationId, "getOrganizationWebhook");
    return presentWebhook(call, await requireWebhook(call, organizationId, webhookId));
  },

  async create({ organizationId, url, events = [], secret: ownSecret }, call) {
    await requireAdmin(call, organizationId, "createOrganizationWebhook");
    refuseUnreachable(call, url);
    const webhooks = call.db.selectFrom("webhooks").where("organization_id", "=", organizationId);
    if ((await countSelected(webhooks)) >= maxWebhooks) {
      throw new ApiError(
        409,
        `The organization has reached the limit of ${maxWebhooks} webhooks. Delete one first.`,
      );
    }
    const id = call.newId();
    const secret = ownSecret === undefined ? createSecret(call.newId) : parseSecret(ownSecret);
    const row: WebhookTable = {
      id,
      organization_id: organizationId,
      url,
      events: writeEvents(events),
      secret: await call.secretBox.seal(secret, toSecretPurpose(id)),
      previous_secrets: "[]",
      active: 1,
      problem: null,
      principal: JSON.stringify(findActor(call)),
      created_at: call.now.toISOString(),
      updated_at: null,
    };
    await call.db.insertInto("webhooks").values(row).execute();
    return { ...presentWebhook(call, row), secret };
  },

  async update({ organizationId, webhookId, url, events, active }, call) {
    await requireAdmin(call, organizationId, "updateOrganizationWebhook");
    const row = await requireWebhook(call, organizationId, webhookId);
    if (url !== undefined) refuseUnreachable(call, url);
    const changes = {
      ...(url !== undefined && url !== row.url && { url }),
      ...(events !== undefined && { events: writeEvents(events) }),
      ...(active !== undefined && { active: Number(active) }),
      // From now on, the webhook needs the permission of this user.
      ...(active === true && { problem: null, principal: JSON.stringify(findActor(call)) }),
    };
    if (Object.keys(changes).length === 0) return presentWebhook(call, row);
    const updated = { ...changes, updated_at: call.now.toISOString() };
    await call.db.updateTable("webhooks").set(updated).where("id", "=", row.id).execute();
    if (active === false) await cancelDeliveries(call.db, row.id, "The webhook was deactivated.");
    return presentWebhook(call, { ...row, ...updated });
  },

  async remove({ organizationId, webhookId }, call) {
    await requireAdmin(call, organizationId, "deleteOrganizationWebhook");
    const row = await findWebhook(call, organizationId, webhookId);
    if (!row) return false;
    await call.db.deleteFrom("webhook_deliveries").where("webhook_id", "=", row.id).execute();
    await call.db.deleteFrom("webhooks").where("id", "=", row.id).execute();
    return true;
  },

  async rotate({ organizationId, webhookId, overlap = defaultOverlap, secret: ownSecret }, call) {
    await requireAdmin(call, organizationId, "rotateOrganizationWebhookSecret");
    const row = await requireWebhook(call, organizationId, webhookId);
    const secret = ownSecret === undefined ? createSecret(call.newId) : parseSecret(ownSecret);
    const updated = {
      ...(await replaceSecret(row, { secret, overlap }, call)),
      updated_at: call.now.toISOString(),
    };
    await call.db.updateTable("webhooks").set(updated).where("id", "=", row.id).execute();
    return { ...presentWebhook(call, { ...row, ...updated }), secret };
  },

  async test({ organizationId, webhookId }, call) {
    await requireAdmin(call, organizationId, "testOrganizationWebhook");
    const row = await requireWebhook(call, organizationId, webhookId);
    const organization = await call.db
      .selectFrom("organizations")
      .select(["id", "title"])
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    return presentDelivery(await recordDelivery(call, row, "webhook.test", { organization }));
  },

  async deliveries({ organizationId, webhookId, ...paging }, call) {
    await requireAdmin(call, organizationId, "listOrganizationWebhookDeliveries");
    const { id } = await requireWebhook(call, organizationId, webhookId);
    return buildPage<WebhookDeliveryTable, Output<typeof contract.test>>({
      page: paging.page,
      limit: paging.limit,
      list: `deliveries of webhook ${id}`,
      read: (after, take) =>
        call.db
          .selectFrom("webhook_deliveries")
          .selectAll()
          .where("webhook_id", "=", id)
          .$call((query) => inOrder(query, ["created_at", "id"], after, "desc"))
          .limit(take)
          .execute(),
      key: (row) => [row.created_at, row.id],
      show: presentDelivery,
    });
  },
} satisfies Handlers<typeof contract>;

async function requireAdmin(
  call: Call,
  organizationId: string,
  rule: RuleOperation,
): Promise<void> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, rule);
}

function findWebhook({ db }: Call, organizationId: string, id: string) {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/** @throws ApiError 404 */
async function requireWebhook(
  call: Call,
  organizationId: string,
  id: string,
): Promise<WebhookTable> {
  const row = await findWebhook(call, organizationId, id);
  if (!row) throw createNotFoundError("webhook", id, "webhookId");
  return row;
}

/** The user, whose token may expire while the webhook is used. */
function findActor({ principal, caller }: Call): Requester {
  if (principal === undefined || principal.kind === "user") return { kind: "user", user: caller };
  return principal;
}

/** All events if none is chosen. */
function writeEvents(events: readonly string[]): string {
  const chosen = webhookEvents.filter((one) => events.length === 0 || events.includes(one));
  return JSON.stringify(chosen);
}

/** A hostname is resolved and checked only for each connection. */
function refuseUnreachable({ outside }: Call, text: string): void {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new ApiError(400, "url must not contain a user name or a password.", { field: "url" });
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const address = /^(.+\.)?localhost$/.test(host) ? "127.0.0.1" : host;
  if (isIP(address) === 0 || outside.mayReach(address)) return;
  throw new ApiError(
    400,
    `url leads to ${url.hostname}, which is on this machine or in a private network. ${howToAllowPrivate}.`,
    { field: "url" },
  );
}

function presentWebhook({ base, now }: Call, row: WebhookTable): Output<typeof contract.get> {
  return {
    object: "webhook",
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events),
    active: row.active === 1,
    previousSecretExpiresAt: findOverlapEnd(row, now),
    problem: row.problem ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
    urls: { location: `${base}/v1/orgs/${row.organization_id}/webhooks/${row.id}` },
  };
}

function presentDelivery(row: WebhookDeliveryTable): Output<typeof contract.test> {
  return {
    object: "webhook-delivery",
    id: row.id,
    event: row.event,
    status: row.state,
    attempts: row.attempts,
    responseStatus: row.response_status ?? undefined,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    attemptedAt: row.attempted_at ?? undefined,
    nextAttemptAt: row.next_attempt_at ?? undefined,
  };
}
