/** Export of the audit log as a table: one row for each event, with names next to ids. */
import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/audit-event.ts";
import type { Input } from "../../contract/endpoint.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";

type ExportInput = Omit<Input<typeof contract.list>, "page" | "limit">;

/** The largest page of the API. */
const pageSize = 100;

const columns: readonly PrintedColumn[] = [
  { header: "TIME", path: "time" },
  { header: "LAST TIME", path: "lastTime" },
  { header: "TIMES", path: "times", as: "number" },
  { header: "ACTION", path: "action", as: "title" },
  { header: "DESCRIPTION", path: "description", wide: true },
  { header: "ACTOR TYPE", path: "actorType" },
  { header: "ACTOR", path: "actor" },
  { header: "ACTOR ID", path: "actorId" },
  { header: "TARGET TYPE", path: "targetType" },
  { header: "TARGET", path: "target", wide: true },
  { header: "TARGET ID", path: "targetId" },
  { header: "REASON", path: "reason", wide: true },
  { header: "TOKEN", path: "token" },
  { header: "ADDRESS", path: "address" },
  { header: "PROGRAM", path: "program", wide: true },
  { header: "ID", path: "id", as: "id" },
];

/**
 * The newest event first. The rows are printed page by page, so the length of the log does not matter.
 * @param details whether to read each event on its own, for its reason, token and program
 */
export async function exportAudit(
  context: Context,
  { details = false, ...input }: ExportInput & { readonly details?: boolean },
): Promise<Result> {
  const client = await context.client({ many: true });
  const { organizationId } = input;
  const { value } = await client.call(contract.actions, { organizationId });
  const labels = new Map(
    asObjects(asObject(value).items).map(({ id, label }) => [asText(id), asText(label)]),
  );
  return {
    list: listRows(client, input, labels, details),
    columns,
    none: "No audit events match.",
    order: "Newest first.",
  };
}

async function* listRows(
  client: ApiClient,
  input: ExportInput,
  labels: ReadonlyMap<string, string>,
  details: boolean,
): AsyncGenerator<readonly JsonObject[]> {
  const { organizationId } = input;
  for await (const { items } of client.pages(contract.list, input, { size: pageSize })) {
    const rows: JsonObject[] = [];
    for (const item of items.map(asObject)) {
      const auditEventId = asText(item.id);
      const event = details
        ? asObject((await client.call(contract.get, { organizationId, auditEventId })).value)
        : item;
      rows.push(toRow(event, labels));
    }
    yield rows;
  }
}

function toRow(event: JsonObject, labels: ReadonlyMap<string, string>): JsonObject {
  const [actor, target, payload] = [event.actor, event.target, event.payload].map(asObject);
  const action = asText(event.action);
  return {
    time: event.occurredAt ?? null,
    lastTime: payload?.lastOccurredAt ?? null,
    times: event.occurrences ?? payload?.occurrences ?? 1,
    action,
    description: labels.get(action) ?? null,
    actorType: actor?.type ?? null,
    actor: actor?.label ?? null,
    actorId: actor?.id ?? null,
    targetType: target?.type ?? null,
    target: target?.label ?? null,
    targetId: target?.id ?? null,
    reason: payload?.reason ?? null,
    token: payload?.token ?? null,
    address: payload?.address ?? null,
    program: payload?.userAgent ?? null,
    id: event.id ?? null,
  };
}
