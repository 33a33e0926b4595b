/** `tome space list --deleted`: the spaces that can be restored, from the audit log. */
import type { Context, JsonObject, JsonValue, Result } from "../../context.ts";
import * as audit from "../../contract/audit-event.ts";
import { retentionDays } from "../../contract/limits.ts";
import * as space from "../../contract/space.ts";
import { ApiError, withHint } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";

const day = 24 * 60 * 60 * 1000;

interface DeletedSpace {
  readonly id: string;
  /** At the time of the deletion. */
  readonly title: string;
  /** RFC 3339. */
  readonly deletedAt: string;
  readonly deletedBy: string;
}

/** The events of deletions that can be undone. */
export function filterDeletions() {
  const from = new Date(Date.now() - retentionDays * day).toISOString();
  return { action: "deleteSpaceById", from } as const;
}

/**
 * @param events of deletions, the latest first
 * @param spaces the spaces that exist
 */
export function selectDeletedSpaces(
  events: readonly JsonObject[],
  spaces: readonly { readonly id?: JsonValue | undefined }[],
): readonly DeletedSpace[] {
  const existing = new Set(spaces.map(({ id }) => id));
  const deleted = new Map<string, DeletedSpace>();
  for (const { target, actor, occurredAt } of events) {
    const { id, label } = asObject(target);
    // A space may have been restored since an earlier deletion.
    if (typeof id !== "string" || existing.has(id) || deleted.has(id)) continue;
    const deletedBy = asText(asObject(actor).label);
    deleted.set(id, { id, title: asText(label), deletedAt: asText(occurredAt), deletedBy });
  }
  return [...deleted.values()];
}

/** @throws ApiError with a hint if the platform has no audit log, or the user may not read it */
export async function listDeletedSpaces(
  context: Context,
  { organizationId: organization }: JsonObject,
): Promise<Result> {
  const client = await context.client({ many: true });
  const organizationId = asText(organization);
  const asked = { organizationId, ...filterDeletions() };
  const events = await readAll(client, audit.list, asked, { size: 100 }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw withHint(error, "To restore a deleted space by its id: tome space restore <id>");
  });
  const spaces = await readAll(client, space.list, { organizationId });
  const rows = selectDeletedSpaces(events, spaces).map((one) => ({
    ...one,
    restorableUntil: new Date(Date.parse(one.deletedAt) + retentionDays * day).toISOString(),
  }));
  return {
    list: [rows],
    columns: [
      { header: "ID", path: "id", as: "id" },
      { header: "TITLE", path: "title", as: "title", wide: true },
      { header: "DELETED", path: "deletedAt", as: "time" },
      { header: "DELETED BY", path: "deletedBy" },
      { header: "RESTORABLE UNTIL", path: "restorableUntil", as: "time" },
    ],
    none: `No spaces were deleted in the last ${retentionDays} days.`,
    order: "Last deleted first.",
    next: rows.length === 0 ? undefined : "To restore a space: tome space restore <title>",
  };
}
