/** Handlers of audit events. */
import { sql } from "kysely";
import type * as contract from "../../../contract/audit-event.ts";
import { type Endpoint, isAudited, type Output } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { findNearestFew } from "../../../json/nearest.ts";
import type { JsonObject } from "../../../json/values.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../core/pages.ts";
import { failedSignIns } from "./failed-sign-ins.ts";
import { repeatWindow } from "./record.ts";
import { cancellation } from "./record-cancellation.ts";
import { domainChange } from "./record-domain.ts";
import { scheduledMergeFailure } from "./scheduled-merge-failure.ts";
import type { AuditEventTable } from "./tables.ts";

type Event = Output<typeof contract.list>["items"][number];

const defaultLimit = 20;

/** @param endpoints all operations of the platform */
export function createHandlers(endpoints: () => Promise<readonly Endpoint[]>) {
  return {
    /** Newest first. */
    async list({ organizationId, page, limit = defaultLimit, ...filters }, call) {
      const { role } = await requireMembership(call, organizationId);
      authorize(role, "listOrganizationAuditEvents");
      const { action, actor, target } = filters;
      if (action !== undefined) await requireAction(call, organizationId, action);
      const [from, to] = [toUtc(filters.from), toUtc(filters.to)];
      const inOrganization = () =>
        call.db
          .selectFrom("audit_events")
          .where("organization_id", "=", organizationId)
          .$if(from !== undefined, (query) => query.where(hasOccurredSince(from ?? "")))
          .$if(to !== undefined, (query) => query.where("occurred_at", "<=", to ?? ""))
          .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
          .$if(actor !== undefined, (query) => query.where("actor_id", "=", actor ?? ""))
          .$if(target !== undefined, (query) => query.where("target_id", "=", target ?? ""));
      return buildPage({
        page,
        limit,
        list: `audit events of ${organizationId} ${JSON.stringify([from, to, action, actor, target])}`,
        read: (after, take) =>
          inOrganization()
            .selectAll()
            .$call((query) => inOrder(query, ["occurred_at", "id"], after, "desc"))
            .limit(take)
            .execute(),
        count: () => countListed(call.db, inOrganization()),
        key: (row) => [row.occurred_at, row.id],
        show: (row) => presentEvent(call, row),
      });
    },

    async get({ organizationId, auditEventId }, call) {
      const { role } = await requireMembership(call, organizationId);
      authorize(role, "getOrganizationAuditEvent");
      const row = await call.db
        .selectFrom("audit_events")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .where("id", "=", auditEventId)
        .executeTakeFirst();
      if (!row) throw createNotFoundError("audit event", auditEventId, "auditEventId");
      const payload: JsonObject = JSON.parse(row.payload);
      return {
        ...presentEvent(call, row),
        executionId: row.request_id,
        correlationId: row.request_id,
        schemaVersion: 1,
        payload: {
          ...payload,
          ...(row.occurrences > 1 && {
            occurrences: row.occurrences,
            lastOccurredAt: row.last_occurred_at,
          }),
        },
      };
    },

    async actions({ organizationId }, call) {
      const { role } = await requireMembership(call, organizationId);
      authorize(role, "listOrganizationAuditEventActions");
      const items = await listActions();
      return { items: items.sort((one, other) => (one.id < other.id ? -1 : 1)) };
    },
  } satisfies Handlers<typeof contract>;

  async function listActions(): Promise<Output<typeof contract.actions>["items"]> {
    const audited = (await endpoints()).filter(isAudited);
    const actions = audited.map(({ operation, summary }) => ({ id: operation, label: summary }));
    const { saml, visitor } = failedSignIns;
    const others = [cancellation, domainChange, scheduledMergeFailure, saml, visitor];
    return [...actions, ...others].map((action) => ({ object: "audit-event-action", ...action }));
  }

  /**
   * An organization can have events of actions that only earlier versions recorded.
   * @throws ApiError 400 for an action that is never recorded
   */
  async function requireAction(
    { db }: Call,
    organizationId: string,
    action: string,
  ): Promise<void> {
    const names = (await listActions()).map(({ id }) => id);
    if (names.includes(action)) return;
    const recorded = await db
      .selectFrom("audit_events")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("action", "=", action)
      .executeTakeFirst();
    if (recorded !== undefined) return;
    const similar = findNearestFew(action, names, mostSuggestions);
    const suggestion = similar.length === 0 ? "" : ` Similar actions: ${similar.join(", ")}.`;
    throw new ApiError(400, `Unknown action ${JSON.stringify(action)}.${suggestion}`, {
      field: "action",
    });
  }
}

const mostSuggestions = 5;

/** A counted event is at most `repeatWindow` older than its last occurrence. */
function hasOccurredSince(from: string) {
  const earliest = new Date(new Date(from).getTime() - repeatWindow).toISOString();
  return sql<boolean>`occurred_at >= ${earliest} and coalesce(last_occurred_at, occurred_at) >= ${from}`;
}

/** Times are compared as strings. */
function toUtc(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

function presentEvent({ base }: Pick<Call, "base">, row: AuditEventTable): Event {
  return {
    object: "audit-event",
    id: row.id,
    occurredAt: row.occurred_at,
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id, label: row.actor_label ?? undefined },
    source: "api",
    target: { type: row.target_type, id: row.target_id, label: row.target_label ?? undefined },
    occurrences: row.occurrences > 1 ? row.occurrences : undefined,
    lastOccurredAt: row.last_occurred_at ?? undefined,
    urls: { location: `${base}/v1/orgs/${row.organization_id}/audit-events/${row.id}` },
  };
}
