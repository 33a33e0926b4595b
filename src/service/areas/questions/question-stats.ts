/** Counts of questions and their answers. */
import { sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type { stats } from "../../../contract/site-question.ts";
import { pulseWeeks } from "../../../contract/site-question-values.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { selectAnswers } from "./question-rows.ts";
import { questionType } from "./question-rows.ts";

export type QuestionStats = Output<typeof stats>;

const groupColumns = {
  question: "site_answers.question_id",
  topic: "site_questions.topic_id",
} as const;

const dayLength = 24 * 60 * 60 * 1000;

/**
 * The counts of selected answers by question or topic.
 * @returns the counts by id, and under an empty id without a group
 */
export async function countAnswers(
  answers: ReturnType<typeof selectAnswers>,
  now: Date,
  group?: keyof typeof groupColumns,
): Promise<ReadonlyMap<string, QuestionStats>> {
  // PostgreSQL cannot group by a constant without a type.
  const constant = sql<string>`cast('' as text)`;
  const key = group ? sql<string | null>`${sql.ref(groupColumns[group])}` : constant;
  const count = sql<number>`cast(count(*) as integer)`;
  const rows = await answers
    .select([
      key.as("key"),
      ...(["site_answers.answered", "site_answers.relevance", "site_answers.channel"] as const),
      count.as("count"),
    ])
    .groupBy([key, "site_answers.answered", "site_answers.relevance", "site_answers.channel"])
    .execute();
  const questions = await answers
    .select([
      key.as("key"),
      sql<number>`cast(count(distinct site_answers.question_id) as integer)`.as("count"),
    ])
    .groupBy(key)
    .execute();
  const today = Date.parse(now.toISOString().slice(0, 10));
  const first = new Date(today - (7 * pulseWeeks - 1) * dayLength).toISOString().slice(0, 10);
  const day = sql<string>`substr(site_answers.created_at, 1, 10)`;
  const days = await answers
    .select([key.as("key"), day.as("day"), count.as("count")])
    .where("site_answers.created_at", ">=", first)
    .groupBy([key, day])
    .execute();
  const byKey = new Map<string, QuestionStats>();
  const getStats = (name: string | null): QuestionStats => {
    const existing = byKey.get(name ?? "");
    if (existing) return existing;
    const empty = createStats();
    byKey.set(name ?? "", empty);
    return empty;
  };
  for (const { key: name, count: total } of questions) {
    const counted = getStats(name);
    counted.total = total;
    counted.types[questionType] = total;
  }
  for (const row of rows) {
    const counted = getStats(row.key);
    counted.answers += row.count;
    counted.feedback.unrated += row.count;
    counted.answered[row.answered] += row.count;
    counted.relevance[row.relevance] += row.count;
    counted.channelTypes[row.channel] =
      (findOwn(counted.channelTypes, row.channel) ?? 0) + row.count;
  }
  for (const { key: name, day: date, count: total } of days) {
    const week = pulseWeeks - 1 - Math.floor((today - Date.parse(date)) / dayLength / 7);
    const { weeklyPulse } = getStats(name);
    // The clock of the platform may have been set back.
    const index = Math.min(week, pulseWeeks - 1);
    weeklyPulse[index] = (weeklyPulse[index] ?? 0) + total;
  }
  return byKey;
}

export function createStats(): QuestionStats {
  return {
    total: 0,
    answers: 0,
    feedback: { positive: 0, negative: 0, unrated: 0 },
    answered: { yes: 0, partially: 0, no: 0 },
    relevance: { relevant: 0, spam: 0, "off-topic": 0, unclear: 0 },
    types: { exploring: 0, "how-to": 0, troubleshooting: 0, reference: 0, unknown: 0 },
    channelTypes: {},
    channels: {},
    weeklyPulse: Array.from({ length: pulseWeeks }, () => 0),
  };
}
