/** Handlers for the answers to questions about sites. */
import { sql } from "kysely";
import type * as contract from "../../../contract/site-answer.ts";
import { authorize } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../core/pages.ts";
import { requireSite } from "../sites/queries.ts";
import { listAnswerSources } from "./answer-sources.ts";
import {
  type AnswerRow,
  helpfulnessByResolution,
  presentAnswer,
  presentAnswerWithText,
  requireAnswer,
  selectAnswerRows,
} from "./question-rows.ts";

/** Answers of a conversation in a response; a longer one is cut at its beginning. */
const mostOfThread = 100;

export const handlers = {
  async list({ organizationId, siteId, page, limit, ...given }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listSiteQuestionAnswers");
    const { question, language, helpfulness, thread, topic, ...filters } = given;
    let answers = selectAnswerRows(call, access, {
      ...filters,
      type: given["question.type"],
      topics: topic === undefined ? undefined : [topic],
    });
    if (question !== undefined) answers = answers.where("site_questions.id", "=", question);
    if (language !== undefined) answers = answers.where("site_answers.language", "=", language);
    if (thread !== undefined) answers = answers.where("site_answers.thread_id", "=", thread);
    if (helpfulness !== undefined) {
      answers = answers.where((row) =>
        row.or(
          (["no", "partially", "yes"] as const)
            .filter((one) => helpfulnessByResolution[one] === helpfulness)
            .map((one) => row("site_answers.answered", "=", one)),
        ),
      );
    }
    const rows = call.db.selectFrom(answers.as("answers")).selectAll();
    return buildPage<AnswerRow, ReturnType<typeof presentAnswer>>({
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
      list: `answers of site ${siteId} ${JSON.stringify(given)}`,
      read: (after, take) =>
        rows
          .$call((query) => inOrder(query, ["created_at", "id"], after, "desc"))
          .limit(take)
          .execute(),
      count: () => countListed(call.db, rows),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentAnswer(call.base, row),
    });
  },

  async get({ organizationId, siteId, siteQuestionAnswerId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteQuestionAnswerById");
    const row = await requireAnswer(call, access, siteQuestionAnswerId, "siteQuestionAnswerId");
    return presentAnswerWithText(call, row);
  },

  async thread({ organizationId, siteId, siteQuestionAnswerId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteQuestionAnswerThreadById");
    const { thread_id } = await requireAnswer(
      call,
      access,
      siteQuestionAnswerId,
      "siteQuestionAnswerId",
    );
    const rows = await selectAnswerRows(call, access)
      .where("site_answers.thread_id", "=", thread_id)
      .orderBy("site_answers.created_at", "desc")
      .orderBy("site_answers.id", "desc")
      .limit(mostOfThread)
      .execute();
    const ordered = toConversation(rows.reverse());
    return Promise.all(ordered.map((row) => presentAnswerWithText(call, row)));
  },

  async sources({ organizationId, siteId, siteQuestionAnswerId, page, limit }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listSiteQuestionAnswerSources");
    const { id } = await requireAnswer(call, access, siteQuestionAnswerId, "siteQuestionAnswerId");
    const answers = sql<{ id: string }>`select ${id}`;
    const name = `answer ${id}`;
    return listAnswerSources(call, { organizationId, siteId, answers, name }, { page, limit });
  },
} satisfies Handlers<typeof contract>;

/** Each answer after the preceding one, because several can have the same time. */
function toConversation(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const ordered = rows.filter(({ previous_id }) => previous_id === null || !ids.has(previous_id));
  // The list grows while it is read.
  for (const { id } of ordered) {
    for (const row of rows) if (row.previous_id === id) ordered.push(row);
  }
  return ordered;
}
