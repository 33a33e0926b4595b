/** Seeds a translation into the sample workspace, and lets it run. */

import type { Seeding } from "../../core/seeding.ts";
import { emptyDocument } from "../content/documents.ts";
import { newTranslation } from "./rows.ts";
import { translationRun } from "./run.ts";

/** The space that is translated, and into what. */
const sample = { title: "Getting started", source: "en", language: "pt-br" };

/** After the spaces. */
export async function seedTranslations(seeding: Seeding): Promise<void> {
  const { db, now, newId, enqueue, owner, organization } = seeding;
  const space = await db
    .selectFrom("spaces")
    .select("id")
    .where("organization_id", "=", organization)
    .where("title", "=", sample.title)
    .executeTakeFirstOrThrow();
  const row = newTranslation({
    id: newId(),
    organization_id: organization,
    source_space: space.id,
    source_language: sample.source,
    language: sample.language,
    instructions: emptyDocument,
    created_by: owner,
    now,
  });
  await db
    .insertInto("translations")
    .values({ ...row, asked: 1 })
    .execute();
  await enqueue(translationRun(row.id));
}
