/** Topics of questions: groups of questions with similar words, without a language model. */
import type { Queries } from "../../database/tables.ts";
import { listTerms } from "../../engines/language/terms.ts";
import { type Centre, IssueClusters } from "../conversations/clusters.ts";

/** Topics of a site; further questions that are similar to none have no topic. */
const mostTopics = 100;
/** The number of recent questions that determine how rare a word is. */
const comparedQuestions = 500;

interface TopicContext {
  /** A transaction. */
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * Adds a new question to the most similar topic, or to a new one.
 * @returns the id of the topic; null for a question without words, and beyond the limit of topics
 */
export async function assignTopic(
  { db, now, newId }: TopicContext,
  siteId: string,
  question: string,
): Promise<string | null> {
  const terms = listTerms(question);
  if (terms.size === 0) return null;
  const topics = await db
    .selectFrom("site_topics")
    .select(["id", "label", "centre"])
    .where("site_id", "=", siteId)
    .execute();
  const questions = await db
    .selectFrom("site_questions")
    .select("question")
    .where("site_id", "=", siteId)
    .orderBy("created_at", "desc")
    .limit(comparedQuestions)
    .execute();
  const clusters = new IssueClusters(new Map(), 0);
  for (const one of questions) clusters.learn(listTerms(one.question));
  for (const { id, label, centre } of topics) {
    clusters.add({ id, label, centre: parseCentre(centre) });
  }
  clusters.learn(terms);
  const time = now.toISOString();
  const nearest = clusters.nearest(terms);
  if (!nearest && topics.length >= mostTopics) return null;
  const topic = nearest ?? { id: newId(), label: "", centre: new Map() };
  clusters.join(topic, terms);
  const row = { label: topic.label, centre: JSON.stringify([...topic.centre]), updated_at: time };
  if (nearest) {
    await db.updateTable("site_topics").set(row).where("id", "=", topic.id).execute();
  } else {
    await db
      .insertInto("site_topics")
      .values({ ...row, id: topic.id, site_id: siteId, change_requests: 0, created_at: time })
      .execute();
  }
  return topic.id;
}

function parseCentre(text: string): Centre {
  const entries: readonly (readonly [string, { weight: number; word: string }])[] =
    JSON.parse(text);
  return new Map(entries);
}

export async function removeEmptyTopics(db: Queries): Promise<void> {
  await db
    .deleteFrom("site_topics")
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("site_questions")
            .select("site_questions.id")
            .whereRef("site_questions.topic_id", "=", "site_topics.id"),
        ),
      ),
    )
    .execute();
}
