/** Seeding of a finished import for the first pages of a sample space; no website is fetched. */
import type { SampleContext } from "../../core/area.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import type { ImportedPage } from "./tables.ts";

/** The title of the space, and the original URL of its pages. */
const sample = { title: "Getting started", url: "https://docs.example.com/start" };

/** Runs after the content. */
export async function seedImports({
  db,
  newId,
  owner,
  organization,
}: SampleContext): Promise<void> {
  const space = await db
    .selectFrom("spaces")
    .select(["id", "revision_id", "created_at"])
    .where("organization_id", "=", organization)
    .where("title", "=", sample.title)
    .executeTakeFirstOrThrow();
  const { pages } = getTreeIndex(await readTree(db, space.revision_id));
  const imported = [...pages.values()].flatMap(({ page, path }): ImportedPage[] =>
    page.type === "document"
      ? [{ id: page.id, sourceURL: `${sample.url}/${path}`, type: "page", status: "complete" }]
      : [],
  );
  await db
    .insertInto("imports")
    .values({
      id: newId(),
      organization_id: organization,
      space_id: space.id,
      change_request_id: null,
      page_id: null,
      site_id: null,
      source: JSON.stringify({ type: "website", url: sample.url }),
      status: "completed",
      reason: null,
      pages: JSON.stringify(imported),
      created_by: owner,
      created_at: space.created_at,
      updated_at: space.created_at,
      started_at: space.created_at,
      completed_at: space.created_at,
    })
    .execute();
}
