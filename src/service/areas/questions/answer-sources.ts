/** Pages that answers are based on. */
import { type Expression, sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type { sources } from "../../../contract/site-answer.ts";
import type { ListResponse } from "../../../contract/wire.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage, countSelected, inOrder, type Paging } from "../../core/pages.ts";
import { getAnswerUrl } from "./question-rows.ts";

type AnswerSource = Output<typeof sources>["items"][number];

interface SourceScope {
  readonly organizationId: string;
  readonly siteId: string;
  /** Ids of answers that the caller may read. */
  readonly answers: Expression<{ id: string }>;
  /** Identifies the answers for page tokens, with the filters that select them. */
  readonly name: string;
}

/**
 * Each page once, the one that most answers are based on first. Its weight is its part of all uses of
 * sources.
 */
export async function listAnswerSources(
  { db, base }: Pick<Call, "db" | "base">,
  { organizationId, siteId, answers, name }: SourceScope,
  paging: Paging,
): Promise<ListResponse<AnswerSource>> {
  const uses = db
    .selectFrom("site_answer_sources")
    .where("position", ">=", 0)
    .where("answer_id", "in", sql<string>`(${answers})`);
  const total = await countSelected(uses);
  const pages = db
    .selectFrom(
      uses
        .select([
          "space_id",
          "page_id",
          sql<number>`cast(count(*) as integer)`.as("uses"),
          sql<string>`cast(1000000 - count(*) as text)`.as("rank"),
          // Of the newest use: ids and revisions of equal pages differ only between revisions.
          sql<string>`max(revision_id)`.as("revision_id"),
          sql<string>`max(title)`.as("title"),
          sql<string>`min(id)`.as("id"),
          sql<string>`max(answer_id)`.as("answer_id"),
          sql<string>`cast(1000000 + min(position) as text)`.as("position"),
        ])
        .groupBy(["space_id", "page_id"])
        .as("pages"),
    )
    .selectAll();
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `sources of ${name}`,
    read: (after, take) =>
      pages
        .$call((query) => inOrder(query, ["rank", "position", "id"], after))
        .limit(take)
        .execute(),
    key: (row) => [row.rank, row.position, row.id],
    show: (row): AnswerSource => ({
      object: "site-question-answer-source",
      id: row.id,
      type: "page",
      weight: row.uses / total,
      title: row.title,
      space: row.space_id,
      page: row.page_id,
      revision: row.revision_id,
      urls: { location: getAnswerUrl(base, organizationId, siteId, row.answer_id) },
    }),
  });
}
