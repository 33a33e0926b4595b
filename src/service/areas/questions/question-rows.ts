/** Rows of answers: their selection for a reader, and their responses. */
import { type RawBuilder, sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type * as answerContract from "../../../contract/site-answer.ts";
import type { AnswerResolution, QuestionType } from "../../../contract/site-question-values.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import { isVisibleTo } from "../../core/access/visible.ts";
import type { Call } from "../../core/handlers.ts";
import type { SiteAccess } from "../sites/queries.ts";
import { buildSiteUrl } from "../sites/urls/urls.ts";
import { parseAnswerText } from "./answer-stream.ts";
import type { SiteAnswerTable } from "./tables.ts";

export interface AnswerFilters {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly relevance?: readonly string[] | undefined;
  readonly channelType?: readonly string[] | undefined;
  readonly answered?: readonly string[] | undefined;
  readonly topics?: readonly string[] | undefined;
  readonly type?: QuestionType | undefined;
}

/** Questions are not classified. */
export const questionType = "unknown" satisfies QuestionType;

type Reader = Pick<Call, "db" | "caller" | "visitor">;

/**
 * Answers about a site with their questions. An answer may quote the pages that the model received,
 * so that it is hidden from callers who may not read all of them.
 */
export function selectAnswers(
  { db, caller, visitor }: Reader,
  { row: site, member }: SiteAccess,
  filters: AnswerFilters = {},
) {
  const readable = db
    .selectFrom("spaces")
    .select("spaces.id")
    .where("spaces.organization_id", "=", site.organization_id)
    .where("spaces.deleted_at", "is", null)
    .$call((spaces) =>
      visitor === undefined
        ? spaces.where(isVisibleTo(caller, member, "spaces"))
        : spaces.where((row) => row.or([...visitor.spaces].map((id) => row("spaces.id", "=", id)))),
    );
  const { from, to, relevance, channelType, answered, topics, type } = filters;
  let answers = db
    .selectFrom("site_answers")
    .innerJoin("site_questions", "site_questions.id", "site_answers.question_id")
    .where("site_answers.site_id", "=", site.id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("site_answer_sources")
            .select("site_answer_sources.id")
            .whereRef("site_answer_sources.answer_id", "=", "site_answers.id")
            .where("site_answer_sources.space_id", "not in", readable),
        ),
      ),
    );
  if (from !== undefined) {
    answers = answers.where("site_answers.created_at", ">=", new Date(from).toISOString());
  }
  if (to !== undefined) {
    answers = answers.where("site_answers.created_at", "<=", new Date(to).toISOString());
  }
  const lists: readonly (readonly [RawBuilder<string>, readonly string[] | undefined])[] = [
    [sql.ref("site_answers.relevance"), relevance],
    [sql.ref("site_answers.channel"), channelType],
    [sql.ref("site_answers.answered"), answered],
    [sql.ref("site_questions.topic_id"), topics],
  ];
  for (const [column, values] of lists) {
    if (values !== undefined && values.length > 0) answers = answers.where(column, "in", values);
  }
  return type === undefined || type === questionType ? answers : answers.where(sql<boolean>`1 = 0`);
}

/** A row of an answer with the columns of its question. */
export interface AnswerRow extends SiteAnswerTable {
  readonly topic_id: string | null;
  readonly question: string;
}

export function selectAnswerRows(...args: Parameters<typeof selectAnswers>) {
  // Spread: the parameters of another function.
  return selectAnswers(...args)
    .selectAll("site_answers")
    .select(["site_questions.topic_id", "site_questions.question"]);
}

/** @throws ApiError 404 also for an answer from content that the caller may not read */
export async function requireAnswer(
  call: Reader,
  access: SiteAccess,
  id: string,
  field: string,
): Promise<AnswerRow> {
  const row = await selectAnswerRows(call, access)
    .where("site_answers.id", "=", id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("answer", id, field);
  return row;
}

export const helpfulnessByResolution = {
  no: "low",
  partially: "medium",
  yes: "high",
} as const satisfies Readonly<Record<AnswerResolution, string>>;

type AnswerItem = Output<typeof answerContract.list>["items"][number];

export function presentAnswer(base: string, row: AnswerRow): AnswerItem {
  const { id, site_id, organization_id, previous_id } = row;
  return {
    object: "site-question-answer",
    id,
    question: { id: row.question_id, type: questionType },
    topics: row.topic_id === null ? [] : [row.topic_id],
    input: { text: row.question, raw: row.raw_question },
    ...(previous_id !== null && { thread: { id: row.thread_id, previous: previous_id } }),
    responseId: id,
    language: row.language,
    answered: row.answered,
    helpfulness: helpfulnessByResolution[row.answered],
    relevance: row.relevance,
    channel: { type: row.channel },
    createdAt: row.created_at,
    urls: { location: getAnswerUrl(base, organization_id, site_id, id) },
  };
}

export function getAnswerUrl(base: string, organizationId: string, siteId: string, id: string) {
  const site = { id: siteId, organization_id: organizationId };
  return `${buildSiteUrl(base, site)}/answers/${id}`;
}

/** With the text of the answer, if a page matched the question. */
export async function presentAnswerWithText(
  call: Call,
  row: AnswerRow,
): Promise<Output<typeof answerContract.get>> {
  const content = row.answer === "" ? undefined : await parseAnswerText(row.answer, call);
  return {
    ...presentAnswer(call.base, row),
    response: {
      id: row.id,
      role: "assistant",
      steps: content === undefined ? [] : [{ content }],
      response: { id: row.id, ...(row.previous_id !== null && { previous: row.previous_id }) },
      createdAt: row.created_at,
    },
  };
}
