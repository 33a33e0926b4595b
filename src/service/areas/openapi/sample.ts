/** Seeds the API specification of the sample workspace, with its versions. */
import type { SampleContext } from "../../core/area.ts";
import { storeVersion } from "./process.ts";
import { sampleSpecification } from "./sample-data.ts";

const day = 24 * 60 * 60 * 1000;

export async function seedSpecifications({
  db,
  now,
  newId,
  organization,
}: Pick<SampleContext, "db" | "now" | "newId" | "organization">): Promise<void> {
  const { assemble } = await import("../../engines/openapi/assemble.ts");
  const { slug, visibility, versions } = sampleSpecification;
  const id = newId();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const [first, last] = [versions[0], versions[versions.length - 1]].map((version) =>
    ago(version?.daysAgo ?? 0).toISOString(),
  );
  await db
    .insertInto("specifications")
    .values({
      id,
      organization_id: organization,
      slug,
      source_url: null,
      source_text: null,
      source_number: versions.length,
      processing_state: "complete",
      visibility,
      last_version_id: null,
      last_processed_at: last ?? null,
      last_error_code: null,
      last_errors: null,
      created_at: first ?? now.toISOString(),
      updated_at: last ?? now.toISOString(),
    })
    .execute();
  for (const { text, daysAgo } of versions) {
    const assembled = await assemble({ text }, async () => []);
    if ("faults" in assembled) throw new Error(assembled.faults[0]?.message);
    await storeVersion({ db, now: ago(daysAgo), newId }, id, { text, ...assembled });
  }
}
