/** Handlers for translations. */
import type * as contract from "../../../contract/translation.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, inOrder, listRowsWithTexts } from "../../core/pages.ts";
import { findSpace } from "../../core/rows/space-rows.ts";
import { emptyDocument } from "../content/texts/documents.ts";
import { listOutdatedPages } from "./corrections.ts";
import { requestRun } from "./requests.ts";
import {
  createTranslationRow,
  mayView,
  presentTranslation,
  requireTranslation,
  selectTranslations,
  type TranslationRow,
} from "./rows.ts";

export const handlers = {
  /** Ordered by age, oldest first. */
  async list({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    return buildPage({
      ...options,
      list: `translations of organization ${organizationId}`,
      ...listRowsWithTexts(
        (after, take) =>
          selectTranslations(call, role)
            .where("translations.organization_id", "=", organizationId)
            .$call((query) => inOrder(query, ["translations.created_at", "translations.id"], after))
            .limit(take),
        ["translations.instructions", "translations.translated"],
      ),
      key: (row) => [row.created_at, row.id],
      keep: (row: TranslationRow) => mayView(row, role),
      show: (row) => presentTranslation(row, role, call.base),
    });
  },

  async create({ organizationId, source, language, instructions }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "createTranslation");
    const space = await findSpace(call, source.space);
    const isReadable = space?.role && space.row.deleted_at === null;
    if (!isReadable || space.row.organization_id !== organizationId) {
      throw new ApiError(
        400,
        `source.space ${source.space} is not a space of this organization. Check the id.`,
        { field: "source.space" },
      );
    }
    if (source.language === language) {
      throw new ApiError(400, `language must differ from the source language ${language}.`, {
        field: "language",
      });
    }
    await refuseSecondTranslation(call, source.space, language);
    const row = createTranslationRow({
      id: call.newId(),
      organization_id: organizationId,
      source_space: source.space,
      source_language: source.language,
      language,
      instructions: instructions ?? emptyDocument,
      created_by: call.caller,
      now: call.now,
    });
    await call.db.insertInto("translations").values(row).execute();
    return presentTranslation(row, role, call.base);
  },

  async get({ organizationId, translationId }, call) {
    const { row, member } = await requireTranslation(call, organizationId, translationId);
    return presentTranslation(row, member, call.base, await listOutdatedPages(call.db, row));
  },

  async update({ organizationId, translationId, instructions }, call) {
    const { row, member } = await requireTranslation(call, organizationId, translationId);
    authorize(member, "updateTranslation");
    const columns = {
      instructions: JSON.stringify(instructions),
      updated_at: call.now.toISOString(),
    };
    await call.db.updateTable("translations").set(columns).where("id", "=", row.id).execute();
    return presentTranslation({ ...row, ...columns }, member, call.base);
  },

  async remove({ organizationId, translationId }, call) {
    const { role } = await requireMembership(call, organizationId);
    const row = await selectTranslations(call, role)
      .where("translations.organization_id", "=", organizationId)
      .where("translations.id", "=", translationId)
      .executeTakeFirst();
    if (!row || !mayView(row, role)) return false;
    authorize(role, "deleteTranslation");
    await call.db.deleteFrom("translations").where("id", "=", translationId).execute();
    return true;
  },

  async run({ organizationId, translationId }, call) {
    const { row, member } = await requireTranslation(call, organizationId, translationId);
    authorize(member, "runTranslation");
    await requestRun(call, row);
    return undefined;
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 409 if the space already has a translation into the language */
async function refuseSecondTranslation(
  { db }: Pick<Call, "db">,
  spaceId: string,
  language: string,
): Promise<void> {
  const other = await db
    .selectFrom("translations")
    .select("id")
    .where("source_space", "=", spaceId)
    .where("language", "=", language)
    .executeTakeFirst();
  if (!other) return;
  throw new ApiError(
    409,
    `Space ${spaceId} already has the translation ${other.id} into ${language}. Run it again, or delete it first.`,
    { field: "language", hint: `tome translation run ${other.id}` },
  );
}
