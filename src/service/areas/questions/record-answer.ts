/**
 * Recording of questions about sites and their answers, after an answer was sent. Nothing that
 * identifies a visitor is stored.
 */
import { createHash } from "node:crypto";
import type { CoreChannel } from "../../../contract/site-question-values.ts";
import { countSelected } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { SourcePage } from "./answer-stream.ts";
import { assignTopic, removeEmptyTopics } from "./assign-topic.ts";
import type { SiteAnswerTable } from "./tables.ts";

/** In days, like insights. */
const retentionDays = 400;
/** Answers of an organization; the oldest are deleted. */
const mostAnswers = 10_000;
/** Answers of a site in a day; later ones are not recorded, so that they do not replace others. */
const mostOfDay = 1000;

const dayLength = 24 * 60 * 60 * 1000;

export interface SiteAnswer {
  readonly id: string;
  readonly siteId: string;
  readonly organizationId: string;
  /** As it was asked. */
  readonly question: string;
  /** Markdown; empty if no page matched. */
  readonly answer: string;
  /** The pages that the answer is based on, best first. */
  readonly sources: readonly SourcePage[];
  /** Further pages that the model received. */
  readonly uncited: readonly SourcePage[];
  /** Whether the answer cites pages. */
  readonly isCited: boolean;
  readonly language: string;
  readonly channel: CoreChannel;
  /** The preceding answer of the conversation. */
  readonly previous?: Pick<SiteAnswerTable, "id" | "thread_id"> | undefined;
}

interface RecordingContext {
  /** Not a transaction. */
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
}

/** Answers of deleted sites are not recorded. */
export function recordAnswer(context: RecordingContext, answer: SiteAnswer): Promise<void> {
  return inTransaction(context.db, (db) => insertAnswer({ ...context, db }, answer));
}

async function insertAnswer(context: RecordingContext, answer: SiteAnswer): Promise<void> {
  const { db, now, newId } = context;
  const { siteId, organizationId, sources, uncited, previous } = answer;
  if (!(await mayRecord(context, siteId))) return;
  const time = now.toISOString();
  await db
    .insertInto("site_answers")
    .values({
      id: answer.id,
      site_id: siteId,
      organization_id: organizationId,
      question_id: await findOrInsertQuestion(context, answer),
      thread_id: previous?.thread_id ?? answer.id,
      previous_id: previous?.id ?? null,
      raw_question: answer.question,
      answer: answer.answer,
      // Without a judgment of the answer, its citations are the best indication.
      answered: sources.length === 0 ? "no" : answer.isCited ? "yes" : "partially",
      relevance: sources.length === 0 ? "unclear" : "relevant",
      language: answer.language,
      channel: answer.channel,
      created_at: time,
    })
    .execute();
  if (sources.length > 0) {
    const toRow = ({ space, page, revision, passage }: SourcePage, position: number) => ({
      id: newId(),
      answer_id: answer.id,
      space_id: space,
      page_id: page,
      revision_id: revision,
      title: passage.title,
      position,
    });
    const rows = [...sources.map(toRow), ...uncited.map((page, index) => toRow(page, -1 - index))];
    await db.insertInto("site_answer_sources").values(rows).execute();
  }
  await removeOldAnswers(context, organizationId);
}

async function mayRecord({ db, now }: RecordingContext, siteId: string): Promise<boolean> {
  const site = await db
    .selectFrom("sites")
    .select("id")
    .where("id", "=", siteId)
    .executeTakeFirst();
  if (!site) return false;
  const answersOfDay = db
    .selectFrom("site_answers")
    .where("site_id", "=", siteId)
    .where("created_at", ">=", now.toISOString().slice(0, 10));
  return (await countSelected(answersOfDay)) < mostOfDay;
}

async function findOrInsertQuestion(
  context: RecordingContext,
  { siteId, question }: SiteAnswer,
): Promise<string> {
  const { db, now, newId } = context;
  const key = computeQuestionKey(question);
  const existing = await db
    .selectFrom("site_questions")
    .select("id")
    .where("site_id", "=", siteId)
    .where("question_key", "=", key)
    .executeTakeFirst();
  if (existing) return existing.id;
  const id = newId();
  const row = {
    id,
    site_id: siteId,
    topic_id: await assignTopic(context, siteId, question),
    question_key: key,
    question: question.trim(),
    created_at: now.toISOString(),
  };
  await db.insertInto("site_questions").values(row).execute();
  return id;
}

/** Equal for questions that differ only in case, spacing, punctuation and the order of words. */
export function computeQuestionKey(question: string): string {
  const normal = question.normalize("NFKC").toLowerCase();
  const words = normal.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [normal.trim()];
  return createHash("sha256").update(words.sort().join(" ")).digest("base64url");
}

/** Deletes answers by age and number, then questions without answers and topics without questions. */
async function removeOldAnswers(
  { db, now }: RecordingContext,
  organizationId: string,
): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * dayLength).toISOString();
  const ofOrganization = db
    .selectFrom("site_answers")
    .where("organization_id", "=", organizationId);
  const old = await ofOrganization.select("id").where("created_at", "<", oldest).execute();
  const count = await countSelected(ofOrganization);
  const surplus =
    count <= mostAnswers
      ? []
      : await ofOrganization
          .select("id")
          .orderBy("created_at")
          .orderBy("id")
          .limit(count - mostAnswers)
          .execute();
  const ids = [...new Set([...old, ...surplus].map(({ id }) => id))];
  if (ids.length > 0) await removeAnswers(db, ids);
}

const rowsAtOnce = 500;

export async function removeAnswers(db: Queries, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce);
    const questions = await db
      .selectFrom("site_answers")
      .select("question_id")
      .distinct()
      .where("id", "in", some)
      .execute();
    await db.deleteFrom("site_answers").where("id", "in", some).execute();
    await db
      .deleteFrom("site_questions")
      .where(
        "id",
        "in",
        questions.map(({ question_id }) => question_id),
      )
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("site_answers")
              .select("site_answers.id")
              .whereRef("site_answers.question_id", "=", "site_questions.id"),
          ),
        ),
      )
      .execute();
  }
  await removeEmptyTopics(db);
}

/** Deletes the answers that are based on a space. */
export async function removeAnswersOfSpace(db: Queries, spaceId: string): Promise<void> {
  const rows = await db
    .selectFrom("site_answer_sources")
    .select("answer_id")
    .distinct()
    .where("space_id", "=", spaceId)
    .execute();
  if (rows.length > 0) {
    await removeAnswers(
      db,
      rows.map(({ answer_id }) => answer_id),
    );
  }
}
