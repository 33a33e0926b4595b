/** Authorization of a translation run when it starts, and its result if authorization fails. */
import { authorize } from "../../core/access/access.ts";
import { refuseMovedSpace, requireOwnSpace } from "../../core/access/job-permissions.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobPermission } from "../../jobs/job.ts";
import { endRun } from "./requests.ts";
import { requireTranslation } from "./rows.ts";

const operation = "runTranslation";

export const translationPermission: JobPermission = {
  async authorize(payload, call) {
    const translation = await find(call.db, payload);
    // The translation was deleted, or its source was purged. There is nothing to translate.
    if (!translation?.space) return;
    const { id, organization_id: organizationId, source_space, result_space } = translation;
    await call.requireScope(operation, { organizationId, spaceId: source_space });
    const { member } = await requireTranslation(call, organizationId, id);
    authorize(member, operation);
    await requireOwnSpace(call, source_space, organizationId);
    if (result_space !== null) await refuseMovedSpace(call.db, result_space, organizationId);
  },

  async end(payload, { reason }, call) {
    const translation = await find(call.db, payload);
    if (!translation) return undefined;
    await endRun(call, translation.id, { asked: readNumber(payload), error: reason });
    return { operation, target: { type: "translation", id: translation.id } };
  },

  findRequester: async (payload, db) => (await find(db, payload))?.created_by,
};

function readNumber(payload: unknown): number {
  return (payload as { readonly asked?: number }).asked ?? 0;
}

function find(db: Queries, payload: unknown) {
  const { translationId } = payload as { readonly translationId: string };
  return db
    .selectFrom("translations")
    .leftJoin("spaces", "spaces.id", "translations.source_space")
    .selectAll("translations")
    .select("spaces.id as space")
    .where("translations.id", "=", translationId)
    .executeTakeFirst();
}
