/**
 * Recording of audit events for the admins of an organization. They are written in one place, where
 * requests are executed, and in the transaction of the change: an event exists if and only if its
 * change does, and its actor belongs to the organization.
 */
import { type Endpoint, getMethod, isAudited } from "../../../contract/endpoint.ts";
import { computeHash } from "../../../json/canonical.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import type { JsonObject } from "../../../json/values.ts";
import type { Call } from "../../core/handlers.ts";
import type { BookkeepingTables, ObservedChanges } from "../../database/change-watch.ts";
import { prepareQuery } from "../../database/prepared.ts";
import { createEventId } from "./event-id.ts";
import { computeInputDigest, prepareInputDigest, toPayloadInput } from "./payload.ts";
import {
  type AuditTarget,
  findTargetInPath,
  findTargetInResponse,
  loadOrganizations,
} from "./subject.ts";
import type { AuditEventTable } from "./tables.ts";

/**
 * Consequences of a change, and records of activity: jobs and events are enqueued and sent because
 * of a change, and are not changes themselves.
 */
export const bookkeeping: BookkeepingTables = {
  tables: new Set([
    "audit_events",
    "integration_events",
    "jobs",
    "facts",
    "used_once",
    "sign_ins",
    "page_paths",
    "site_paths",
    "saml_failures",
    "former_members",
    "webhook_deliveries",
  ]),
  columns: new Set([
    "updated_at",
    "updated_by",
    "edited_at",
    "touched_at",
    "last_seen_at",
    "last_event",
    "sending",
    "failures",
    "turn",
  ]),
};

/**
 * The same change by the same actor to the same resource, from the same client, within this time, in
 * milliseconds, is counted in one event.
 */
export const repeatWindow = 10 * 60 * 1000;

/** The origin of a request. */
export interface RequestOrigin {
  readonly requestId: string;
  /** The name of the token. */
  readonly token?: string | undefined;
  /** The SAML provider that vouched for a user who joined. */
  readonly provider?: string | undefined;
  /** The IP address of the client. */
  readonly address?: string | undefined;
  /** The client's IP address according to a proxy or the caller. */
  readonly forwardedFor?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** The subject of a request before its execution. */
export interface AuditContext {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
  readonly organizations: readonly string[];
  /** Those of the organizations that the caller belongs to. */
  readonly belonging: ReadonlySet<string>;
  readonly target: AuditTarget | undefined;
}

type AuditActor = Pick<Call, "db" | "caller" | "agent">;

/** @returns undefined for an operation that is not recorded */
export async function prepareAudit(
  call: AuditActor,
  endpoint: Endpoint,
  rawInput: object,
): Promise<AuditContext | undefined> {
  if (!isAudited(endpoint)) return undefined;
  const { db } = call;
  // Validated input is JSON, or strings from the query.
  const input = rawInput as JsonObject;
  const organizations = await loadOrganizations(db, endpoint, input);
  return {
    endpoint,
    input,
    organizations,
    belonging: await findBelonging(call, organizations),
    target:
      getMethod(endpoint) === "DELETE" ? await findTargetInPath(db, endpoint, input) : undefined,
  };
}

/**
 * Prepares the event of a request with a large body, before its transaction.
 * @param caller the id of the user
 */
export async function prepareLargeAudit(
  endpoint: Endpoint,
  rawInput: object,
  caller: string,
): Promise<void> {
  // Validated input is JSON, as above.
  if (isAudited(endpoint)) await prepareInputDigest(endpoint, rawInput as JsonObject, caller);
}

/**
 * The organizations that the caller belongs to, as an active member or as an installation. Other
 * callers cannot write into the audit log of an organization.
 */
async function findBelonging(
  { db, caller, agent }: AuditActor,
  organizations: readonly string[],
): Promise<ReadonlySet<string>> {
  if (organizations.length === 0) return new Set();
  const rows = await db
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", caller)
    .where("organization_id", "in", organizations)
    .where("disabled", "=", 0)
    .execute();
  const installed = agent?.kind === "installation" ? [agent.installation.organization_id] : [];
  return new Set([...rows.map((row) => row.organization_id), ...installed]);
}

const members = prepareQuery(["id"], (db, { id }) =>
  db.selectFrom("users").select("display_name").where("id", "=", id),
);

const loadLatest = prepareQuery(
  ["organization", "occurred_at"],
  (db, { organization, occurred_at }) =>
    db
      .selectFrom("audit_events")
      .select("id")
      .where("organization_id", "=", organization)
      .where("occurred_at", "=", occurred_at)
      .orderBy("id", "desc")
      .limit(1),
);

const latestRepeat = prepareQuery(
  ["organization", "repeat_key", "since"],
  (db, { organization, repeat_key, since }) =>
    db
      .selectFrom("audit_events")
      .select(["id", "occurred_at"])
      .where("organization_id", "=", organization)
      .where("repeat_key", "=", repeat_key)
      .where("occurred_at", ">", since)
      .orderBy("occurred_at", "desc")
      .limit(1),
);

/** The result of a request. */
interface RequestOutcome {
  /** The return value of the handler. */
  readonly answer: unknown;
  /** The changes of the transaction, detected from its statements. */
  readonly changes: Pick<ObservedChanges, "hasHappened">;
  readonly origin: RequestOrigin;
}

/**
 * Records a change in the affected organizations that the caller belongs to.
 * @returns these organizations
 */
export async function recordAudit(
  call: AuditActor & Pick<Call, "now" | "newId">,
  { endpoint, input, organizations: before, belonging, target: oldTarget }: AuditContext,
  { answer, changes, origin }: RequestOutcome,
): Promise<readonly string[]> {
  if (!changes.hasHappened || hasNoEffect(endpoint, answer)) return [];
  const { db, caller } = call;
  const newTarget = findTargetInResponse(endpoint, answer);
  const target = oldTarget ?? newTarget ?? (await findTargetInPath(db, endpoint, input));
  const about =
    before.length > 0 ? before : newTarget?.type === "organization" ? [newTarget.id] : [];
  if (target === undefined || about.length === 0) return [];
  // A user who joins belongs to the organization afterwards, and a user who leaves belonged to it
  // before.
  const later = about.filter((one) => !belonging.has(one));
  const joined = await findBelonging(call, later);
  const organizations = about.filter((one) => belonging.has(one) || joined.has(one));
  if (organizations.length === 0) return [];
  const [person] = await members(db, { id: caller });
  const content = toPayloadInput(endpoint, input);
  const inputDigest = computeInputDigest(endpoint, input);
  for (const organization of organizations) {
    await writeEvent(call, {
      organization_id: organization,
      action: endpoint.operation,
      actor_type: "user",
      actor_id: caller,
      actor_label: person?.display_name ?? null,
      target_type: target.type,
      target_id: target.id,
      target_label: target.label ?? null,
      content,
      inputDigest,
      origin,
    });
  }
  return organizations;
}

export interface NewEvent
  extends Pick<AuditEventTable, "organization_id" | "action" | "actor_type" | "actor_id">,
    Pick<AuditEventTable, "actor_label" | "target_type" | "target_id" | "target_label"> {
  readonly content: ReturnType<typeof toPayloadInput> | JsonObject;
  /** Distinguishes changes with the same content; absent if the content is complete. */
  readonly inputDigest?: string;
  readonly origin: RequestOrigin;
}

const first = { occurrences: 1, last_occurred_at: null };

/** Adds an event, or increments the count of an equal recent event. */
export async function writeEvent(
  { db, now, newId }: Pick<Call, "db" | "now" | "newId">,
  { content, inputDigest, origin, ...event }: NewEvent,
): Promise<void> {
  const { organization_id: organization, action, actor_id, target_type, target_id } = event;
  const occurred_at = now.toISOString();
  const { requestId: request_id, ...from } = origin;
  const about = [action, actor_id, target_type, target_id, content, inputDigest, from];
  const repeat_key = computeHash(writeJson(about)).slice(0, 32);
  const since = new Date(now.getTime() - repeatWindow).toISOString();
  const [repeated] = await latestRepeat(db, { organization, repeat_key, since });
  if (repeated !== undefined && repeated.occurred_at <= occurred_at) {
    await db
      .updateTable("audit_events")
      .set((row) => ({ occurrences: row("occurrences", "+", 1), last_occurred_at: occurred_at }))
      .where("id", "=", repeated.id)
      .execute();
    return;
  }
  const [previous] = await loadLatest(db, { organization, occurred_at });
  const id = createEventId(now, newId, previous?.id);
  const payload = writeJson({ ...content, ...from });
  await db
    .insertInto("audit_events")
    .values({ ...event, ...first, id, occurred_at, request_id, payload, repeat_key })
    .execute();
}

/** The resource to delete did not exist. */
function hasNoEffect(endpoint: Endpoint, answer: unknown): boolean {
  return getMethod(endpoint) === "DELETE" && answer !== true && endpoint.goneBy204 !== true;
}
