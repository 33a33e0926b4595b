/** Seeds the glossary and a translation of the sample workspace, and queues its first run. */

import type { SampleContext } from "../../core/area.ts";
import { emptyDocument } from "../content/texts/documents.ts";
import { insertGlossaryEntry } from "./glossary.ts";
import { requestRun } from "./requests.ts";
import { createTranslationRow } from "./rows.ts";

/** The title of the source space, and the source and target languages. */
const sample = { title: "Getting started", source: "en", language: "pt-br" };

const sampleGlossary = [
  { en: "agent", "pt-br": "agente" },
  { en: "alert", "pt-br": "alerta" },
];

export async function seedTranslations(seeding: SampleContext): Promise<void> {
  const { db, now, newId, enqueue, owner, organization } = seeding;
  const space = await db
    .selectFrom("spaces")
    .select("id")
    .where("organization_id", "=", organization)
    .where("title", "=", sample.title)
    .executeTakeFirstOrThrow();
  for (const terms of sampleGlossary) {
    await insertGlossaryEntry({ db, now, newId }, organization, terms);
  }
  const row = createTranslationRow({
    id: newId(),
    organization_id: organization,
    source_space: space.id,
    source_language: sample.source,
    language: sample.language,
    instructions: emptyDocument,
    created_by: owner,
    now,
  });
  await db.insertInto("translations").values(row).execute();
  await requestRun({ db, enqueue, caller: owner }, row);
}
