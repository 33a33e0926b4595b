/** Permission of an import when it is requested and when it runs, and its end without permission. */
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseLocked } from "../../core/rows/locked-spaces.ts";
import { requireSpace, type SpaceAccess } from "../../core/rows/space-rows.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobPermission } from "../../jobs/job.ts";
import { going } from "./rows.ts";
import type { ImportTable } from "./tables.ts";

const operation = "startImportRun";

interface ImportDestination {
  readonly space: string;
  /** Its id or number; undefined if the import changes the content of the space itself. */
  readonly changeRequest?: string | undefined;
}

/**
 * @throws ApiError 404 for a space that is not in the organization or that the caller may not see, 403,
 * 409 if the content of a locked space would change
 */
export async function requireImportableSpace(
  call: Pick<Call, "db" | "now" | "caller" | "visitor">,
  organizationId: string,
  { space: spaceId, changeRequest }: ImportDestination,
): Promise<SpaceAccess> {
  await requireMembership(call, organizationId);
  const access = await requireSpace(call, spaceId);
  if (access.row.organization_id !== organizationId) {
    throw createNotFoundError("space", spaceId, "target.space");
  }
  authorize(access.role, operation);
  if (changeRequest === undefined) {
    refuseLocked(access.row, `tome import start <url> --space ${spaceId} --cr <cr>`);
  }
  return access;
}

export const importPermission: JobPermission = {
  async authorize(payload, call) {
    const row = await findOngoing(call.db, payload);
    if (!row) return;
    const { organization_id: organizationId, space_id: space, change_request_id } = row;
    await call.requireScope(operation, { organizationId, spaceId: space });
    const changeRequest = change_request_id ?? undefined;
    await requireImportableSpace(call, organizationId, { space, changeRequest });
  },

  async end(payload, { state, reason }, { db, now }) {
    const row = await findOngoing(db, payload);
    if (!row) return undefined;
    await db
      .updateTable("imports")
      .set({ status: state, reason, updated_at: now.toISOString() })
      .where("id", "=", row.id)
      .execute();
    return { operation, target: { type: "import-run", id: row.id } };
  },

  findRequester: async (payload, db) => (await findOngoing(db, payload))?.created_by,
};

/** @returns absent if it has ended, was canceled, or its space was purged */
function findOngoing(db: Queries, payload: unknown): Promise<ImportTable | undefined> {
  const { importId } = payload as { readonly importId: string };
  return db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", importId)
    .where("status", "in", going)
    .executeTakeFirst();
}
