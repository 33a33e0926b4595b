/** `tome space list --deleted`: the spaces that can be restored, from the audit log. */
import type { Context, JsonObject, Result } from "../../context.ts";
import * as audit from "../../contract/audit-event.ts";
import { retentionDays } from "../../contract/limits.ts";
import * as space from "../../contract/space.ts";
import { ApiError, withHint } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";

const day = 24 * 60 * 60 * 1000;

/** @throws ApiError with a hint if the platform has no audit log, or the user may not read it */
export async function listDeletedSpaces(
  context: Context,
  { organizationId: organization }: JsonObject,
): Promise<Result> {
  const client = await context.client({ many: true });
  const organizationId = textIn(organization);
  const from = new Date(Date.now() - retentionDays * day).toISOString();
  const asked = { organizationId, action: "deleteSpaceById", from };
  const events = await readAll(client, audit.list, asked, { size: 100 }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw withHint(error, "To restore a deleted space by its id: tome space restore <id>");
  });
  const spaces = await readAll(client, space.list, { organizationId });
  const existing = new Set(spaces.map(({ id }) => textIn(id)));
  const rows = new Map<string, JsonObject>();
  for (const { target, actor, occurredAt } of events) {
    const { id, label } = objectIn(target);
    // The latest deletion comes first; a space may have been restored since an earlier one.
    if (typeof id !== "string" || existing.has(id) || rows.has(id)) continue;
    const deletedAt = textIn(occurredAt);
    rows.set(id, {
      id,
      title: textIn(label),
      deletedAt,
      deletedBy: textIn(objectIn(actor).label),
      restorableUntil: new Date(Date.parse(deletedAt) + retentionDays * day).toISOString(),
    });
  }
  return {
    list: [[...rows.values()]],
    columns: [
      { header: "ID", path: "id", as: "id" },
      { header: "TITLE", path: "title", as: "title", wide: true },
      { header: "DELETED", path: "deletedAt", as: "time" },
      { header: "DELETED BY", path: "deletedBy" },
      { header: "RESTORABLE UNTIL", path: "restorableUntil", as: "time" },
    ],
    none: `No spaces were deleted in the last ${retentionDays} days.`,
    order: "Last deleted first.",
    next: rows.size === 0 ? undefined : "To restore a space: tome space restore <title>",
  };
}
