/**
 * Records who changed what, for the admins of the organization. It is called at one place, where
 * requests are carried out, and in the transaction of the change: an event exists exactly if its
 * change does.
 */
import { type Endpoint, isAudited, methodOf } from "../../../contract/endpoint.ts";
import { isObject, type JsonObject } from "../../../json/values.ts";
import type { Call } from "../../core/handlers.ts";
import { prepared } from "../../database/prepared.ts";
import type { Queries } from "../../database/tables.ts";
import { newEventId } from "./event-id.ts";
import { givenIn } from "./payload.ts";
import { organizationsOf, type Target, targetInAnswer, targetInPath } from "./subject.ts";

/** How long an event is kept, in days. */
export const retention = 365;
/** How many events of an organization are kept; older ones are deleted. */
const mostEvents = 100_000;
/** Counting them takes long, so it is done after one event in this many, on average. */
const countEvery = 512;

/** How a request came. */
export interface Origin {
  readonly requestId: string;
  /** What the token is called. */
  readonly token?: string | undefined;
  /** The SAML provider that vouched for somebody who joined. */
  readonly provider?: string | undefined;
  /** The address of the machine that the request came from. */
  readonly address?: string | undefined;
  /** What a proxy, or the caller, says of that. */
  readonly forwardedFor?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** What a request is about, as it was before it. */
export interface Prospect {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
  readonly organizations: readonly string[];
  readonly target: Target | undefined;
}

/** @returns undefined for an operation that is not recorded */
export async function prepareAudit(
  db: Queries,
  endpoint: Endpoint,
  given: object,
): Promise<Prospect | undefined> {
  if (!isAudited(endpoint)) return undefined;
  // A checked input came as JSON, or as the texts of a query.
  const input = given as JsonObject;
  return {
    endpoint,
    input,
    organizations: await organizationsOf(db, endpoint, input),
    target: methodOf(endpoint) === "DELETE" ? await targetInPath(db, endpoint, input) : undefined,
  };
}

const people = prepared(["id"], (db, { id }) =>
  db.selectFrom("users").select("display_name").where("id", "=", id),
);

const latestOfMoment = prepared(
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

/** The id of an event that comes after all others of the organization. */
export async function nextEventId(
  { db, now, newId }: Pick<Call, "db" | "now" | "newId">,
  organization: string,
): Promise<string> {
  const moment = { organization, occurred_at: now.toISOString() };
  const [previous] = await latestOfMoment(db, moment);
  return newEventId(now, newId, previous?.id);
}

/** @param answer what the handler returned */
export async function recordAudit(
  { db, caller, now, newId }: Pick<Call, "db" | "caller" | "now" | "newId">,
  { endpoint, input, organizations: before, target: gone }: Prospect,
  answer: unknown,
  origin: Origin,
): Promise<void> {
  if (changedNothing(endpoint, answer)) return;
  const made = targetInAnswer(endpoint, answer);
  const target = gone ?? made ?? (await targetInPath(db, endpoint, input));
  const organizations = before.length > 0 ? before : made?.type === "organization" ? [made.id] : [];
  if (target === undefined || organizations.length === 0) return;
  const [person] = await people(db, { id: caller });
  const { requestId, ...from } = origin;
  const payload = JSON.stringify({ ...givenIn(endpoint, input), ...from });
  const occurred_at = now.toISOString();
  for (const organization of organizations) {
    const id = await nextEventId({ db, now, newId }, organization);
    await db
      .insertInto("audit_events")
      .values({
        id,
        organization_id: organization,
        occurred_at,
        action: endpoint.operation,
        actor_type: "user",
        actor_id: caller,
        actor_label: person?.display_name ?? null,
        target_type: target.type,
        target_id: target.id,
        target_label: target.label ?? null,
        request_id: requestId,
        payload,
      })
      .execute();
    await removeOldEvents(db, organization, now);
    if (isCounted(id)) await removeSurplusEvents(db, organization);
  }
}

/** There was nothing to delete, or conflicts stood in the way. */
function changedNothing(endpoint: Endpoint, answer: unknown): boolean {
  if (methodOf(endpoint) === "DELETE") return answer !== true && endpoint.goneBy204 !== true;
  return isObject(answer as JsonObject) && (answer as JsonObject).result === "conflicts";
}

/** Chosen by the random part of its id, so that the same seed chooses the same events. */
function isCounted(id: string): boolean {
  return Number.parseInt(id.slice(-4), 16) % countEvery === 0;
}

const oldestOf = prepared(["organization"], (db, { organization }) =>
  db
    .selectFrom("audit_events")
    .select("occurred_at")
    .where("organization_id", "=", organization)
    .orderBy("occurred_at")
    .limit(1),
);

/** Removes those that are older than `retention`. */
async function removeOldEvents(db: Queries, organization: string, now: Date): Promise<void> {
  const end = new Date(now.getTime() - retention * 24 * 60 * 60 * 1000).toISOString();
  const [oldest] = await oldestOf(db, { organization });
  if (oldest === undefined || oldest.occurred_at >= end) return;
  await db
    .deleteFrom("audit_events")
    .where("organization_id", "=", organization)
    .where("occurred_at", "<", end)
    .execute();
}

/** Removes all but the newest, and with the first that is one too many all others of its moment. */
export async function removeSurplusEvents(
  db: Queries,
  organization: string,
  most = mostEvents,
): Promise<void> {
  const surplus = await db
    .selectFrom("audit_events")
    .select("occurred_at")
    .where("organization_id", "=", organization)
    .orderBy("occurred_at", "desc")
    .orderBy("id", "desc")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (surplus === undefined) return;
  await db
    .deleteFrom("audit_events")
    .where("organization_id", "=", organization)
    .where("occurred_at", "<=", surplus.occurred_at)
    .execute();
}
