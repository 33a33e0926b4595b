/** Handlers for the topics of the questions about sites. */
import { sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-topic.ts";
import { buildParagraphs } from "../../../document/paragraphs.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { requireSite, type SiteAccess } from "../sites/queries.ts";
import { buildSiteUrl } from "../sites/urls/urls.ts";
import { type AnswerFilters, selectAnswers } from "./question-rows.ts";
import { countAnswers, createStats, type QuestionStats } from "./question-stats.ts";
import type { SiteTopicTable } from "./tables.ts";

export const handlers = {
  /** The number of topics is limited, so that there are no pages. */
  async list({ organizationId, siteId, from, to }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listSiteTopics");
    const topics = await readTopics(call, access, { from, to });
    return { items: topics };
  },

  async get({ organizationId, siteId, siteTopicId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteTopicById");
    return requireTopic(call, access, siteTopicId);
  },

  async update({ organizationId, siteId, siteTopicId, usageSettings }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "updateSiteTopicById");
    const topic = await requireTopic(call, access, siteTopicId);
    const { changeRequests } = usageSettings;
    if (changeRequests === topic.usageSettings.changeRequests) return topic;
    const updatedAt = call.now.toISOString();
    await call.db
      .updateTable("site_topics")
      .set({ change_requests: changeRequests ? 1 : 0, updated_at: updatedAt })
      .where("id", "=", siteTopicId)
      .execute();
    return { ...topic, usageSettings: { changeRequests }, updatedAt };
  },

  /** Findings come from the content, so that no finding has a topic. */
  async deleteFindings({ organizationId, siteId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "deleteSiteTopicFindings");
    return false;
  },
} satisfies Handlers<typeof contract>;

type SiteTopic = Output<typeof contract.get>;

/** The topics with an answer that the caller may read, oldest first. */
async function readTopics(
  call: Call,
  access: SiteAccess,
  filters: AnswerFilters,
): Promise<SiteTopic[]> {
  const visible = selectAnswers(call, access, { topics: filters.topics })
    .select("site_questions.topic_id")
    .where("site_questions.topic_id", "is not", null);
  const rows = await call.db
    .selectFrom("site_topics")
    .selectAll()
    .where("site_id", "=", access.row.id)
    .where("id", "in", visible)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const answers = selectAnswers(call, access, filters).where(
    "site_questions.topic_id",
    "is not",
    null,
  );
  const stats = await countAnswers(answers, call.now, "topic");
  const pages = await answers
    .innerJoin("site_answer_sources", "site_answer_sources.answer_id", "site_answers.id")
    .where("site_answer_sources.position", ">=", 0)
    .select([
      "site_questions.topic_id",
      sql<number>`cast(count(distinct site_answer_sources.page_id) as integer)`.as("pages"),
    ])
    .groupBy("site_questions.topic_id")
    .execute();
  const pagesByTopic = new Map(pages.map((row) => [row.topic_id, row.pages]));
  const siteUrl = buildSiteUrl(call.base, access.row);
  return rows.map((row) =>
    presentTopic(siteUrl, row, {
      questions: stats.get(row.id) ?? createStats(),
      pages: pagesByTopic.get(row.id) ?? 0,
    }),
  );
}

/** @throws ApiError 404 also for a topic without an answer that the caller may read */
async function requireTopic(call: Call, access: SiteAccess, id: string): Promise<SiteTopic> {
  const topics = await readTopics(call, access, { topics: [id] });
  const topic = topics.find((one) => one.id === id);
  if (!topic) throw createNotFoundError("topic", id, "siteTopicId");
  return topic;
}

function presentTopic(
  siteUrl: string,
  row: SiteTopicTable,
  counts: { readonly questions: QuestionStats; readonly pages: number },
): SiteTopic {
  return {
    object: "context-topic",
    id: row.id,
    label: row.label,
    summary: buildParagraphs([`Questions with these or similar words: ${row.label}`]),
    icon: "circle-question",
    usageSettings: { changeRequests: row.change_requests === 1 },
    ...counts,
    records: 0,
    findings: { open: 0, total: 0 },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: `${siteUrl}/topics/${row.id}` },
  };
}
