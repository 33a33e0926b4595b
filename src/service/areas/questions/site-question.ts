/** Handlers for the questions that were asked about sites. */
import { type RawBuilder, sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-question.ts";
import type { QuestionOrder } from "../../../contract/site-question-values.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildPage, inOrder } from "../../core/pages.ts";
import { requireSite } from "../sites/queries.ts";
import { buildSiteUrl } from "../sites/urls/urls.ts";
import { listAnswerSources } from "./answer-sources.ts";
import { questionType, selectAnswers } from "./question-rows.ts";
import { countAnswers, createStats, type QuestionStats } from "./question-stats.ts";

/** Sort keys as texts of equal length. No answer has feedback, so that rate is the same for all. */
const ranks: Readonly<Record<QuestionOrder, RawBuilder<string>>> = {
  askedAt: sql<string>`max(site_answers.created_at)`,
  "stats.answers": sql<string>`cast(1000000 + count(*) as text)`,
  "stats.answered": sql<string>`cast(
    1000000 + 100000 * sum(case when site_answers.answered = 'yes' then 1 else 0 end) / count(*)
    as text)`,
  "stats.feedback": sql<string>`max('')`,
};

interface QuestionRow {
  readonly id: string;
  readonly question: string;
  readonly created_at: string;
  readonly asked_at: string;
  readonly rank: string;
}

export const handlers = {
  async list({ organizationId, siteId, order = "desc", sort, page, limit, ...given }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listSiteQuestions");
    const { topic, ...filters } = given;
    const answers = selectAnswers(call, access, { ...filters, topics: topic });
    const rank = sort === undefined ? sql<string>`max('')` : ranks[sort];
    const questions = call.db
      .selectFrom(
        answers
          .select([
            "site_questions.id",
            "site_questions.question",
            "site_questions.created_at",
            sql<string>`max(site_answers.created_at)`.as("asked_at"),
            rank.as("rank"),
          ])
          .groupBy(["site_questions.id", "site_questions.question", "site_questions.created_at"])
          .as("questions"),
      )
      .selectAll();
    const result = await buildPage<QuestionRow, QuestionRow>({
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
      list: `questions of site ${siteId} ${order} ${sort ?? ""} ${JSON.stringify(given)}`,
      read: (after, take) =>
        questions
          .$call((query) => inOrder(query, ["rank", "created_at", "id"], after, order))
          .limit(take)
          .execute(),
      key: (row) => [row.rank, row.created_at, row.id],
      show: (row) => row,
    });
    const ids = result.items.map(({ id }) => id);
    const stats =
      ids.length === 0
        ? new Map<string, QuestionStats>()
        : await countAnswers(answers.where("site_questions.id", "in", ids), call.now, "question");
    const url = buildSiteUrl(call.base, access.row);
    return { ...result, items: result.items.map((row) => presentQuestion(url, row, stats)) };
  },

  async get({ organizationId, siteId, siteQuestionId, ...filters }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteQuestionById");
    const visible = selectAnswers(call, access).where("site_questions.id", "=", siteQuestionId);
    const row = await visible
      .select([
        "site_questions.id",
        "site_questions.question",
        "site_questions.created_at",
        sql<string>`max(site_answers.created_at)`.as("asked_at"),
      ])
      .groupBy(["site_questions.id", "site_questions.question", "site_questions.created_at"])
      .executeTakeFirst();
    if (!row) throw createNotFoundError("question", siteQuestionId, "siteQuestionId");
    const answers = selectAnswers(call, access, filters).where("site_questions.id", "=", row.id);
    const stats = await countAnswers(answers, call.now, "question");
    return presentQuestion(buildSiteUrl(call.base, access.row), row, stats);
  },

  async sources({ organizationId, siteId, siteQuestionId, page, limit, ...filters }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listSiteQuestionSources");
    const visible = selectAnswers(call, access).where("site_questions.id", "=", siteQuestionId);
    const question = await visible.select("site_questions.id").executeTakeFirst();
    if (!question) throw createNotFoundError("question", siteQuestionId, "siteQuestionId");
    const answers = selectAnswers(call, access, filters)
      .where("site_questions.id", "=", siteQuestionId)
      .select("site_answers.id");
    const name = `question ${siteQuestionId} ${JSON.stringify(filters)}`;
    return listAnswerSources(call, { organizationId, siteId, answers, name }, { page, limit });
  },

  async stats({ organizationId, siteId, topic, ...filters }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteQuestionStats");
    const answers = selectAnswers(call, access, { ...filters, topics: topic });
    return (await countAnswers(answers, call.now)).get("") ?? createStats();
  },
} satisfies Handlers<typeof contract>;

function presentQuestion(
  siteUrl: string,
  row: Omit<QuestionRow, "rank">,
  stats: ReadonlyMap<string, QuestionStats>,
): Output<typeof contract.get> {
  return {
    object: "site-question",
    id: row.id,
    question: row.question,
    type: questionType,
    createdAt: row.created_at,
    askedAt: row.asked_at,
    stats: stats.get(row.id) ?? createStats(),
    urls: { location: `${siteUrl}/questions/${row.id}` },
  };
}
