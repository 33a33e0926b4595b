/**
 * Use of the language model by organization, feature and hour. A credit is a request to the model: the
 * prices and limits of a model are those of its operator.
 */
import type * as contract from "../../../contract/ai-usage.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { addTo } from "../../../json/groups.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { inTransaction } from "../../database/transaction.ts";

/** A feature that uses the model. */
export type AiFeature = "ask" | "finding-fix" | "recommended-questions" | "style-guide-check";

/** Counts a request to which the model has responded. */
export async function recordUse(
  { db, now }: Pick<Call, "db" | "now">,
  organizationId: string,
  feature: AiFeature,
): Promise<void> {
  await inTransaction(db, (transaction) =>
    transaction
      .insertInto("ai_usage")
      .values({ organization_id: organizationId, hour: toHour(now), feature, requests: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["organization_id", "hour", "feature"])
          .doUpdateSet(({ ref, eb }) => ({ requests: eb(ref("ai_usage.requests"), "+", 1) })),
      )
      .execute(),
  );
}

type Interval = NonNullable<Input<typeof contract.get>["interval"]>;

export const handlers = {
  async get({ organizationId, from, to, interval = "day" }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "getOrganizationAIUsage");
    const start = new Date(from);
    const end = new Date(Math.min(new Date(to).getTime(), call.now.getTime()));
    requireRange(start, new Date(to), call.now);
    const rows = await call.db
      .selectFrom("ai_usage")
      .select(["hour", "feature", "requests"])
      .where("organization_id", "=", organizationId)
      .where("hour", ">=", toHour(start))
      .where("hour", "<=", toHour(new Date(end.getTime() - 1)))
      .orderBy("feature")
      .execute();
    const byPeriod = new Map<string, UseOfFeature[]>();
    for (const { hour, ...use } of rows) {
      addTo(byPeriod, toDate(findPeriod(new Date(`${hour}:00:00Z`), interval)), use);
    }
    const periods = [];
    for (let at = findPeriod(start, interval); at < end; at = findNext(at, interval)) {
      periods.push(presentPeriod(toDate(at), byPeriod.get(toDate(at)) ?? []));
    }
    return { from: start.toISOString(), to: end.toISOString(), periods };
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 400 */
function requireRange(start: Date, end: Date, now: Date): void {
  const earliest = new Date(now);
  earliest.setUTCFullYear(earliest.getUTCFullYear() - 2);
  if (start < earliest) {
    throw new ApiError(400, "from must be at most two years ago.", { field: "from" });
  }
  if (start >= end) throw new ApiError(400, "from must be before to.", { field: "from" });
  if (start > now) throw new ApiError(400, "from must not be in the future.", { field: "from" });
}

interface UseOfFeature {
  readonly feature: string;
  readonly requests: number;
}

function presentPeriod(date: string, uses: readonly UseOfFeature[]) {
  const byFeature = new Map<string, number>();
  for (const { feature, requests } of uses) {
    byFeature.set(feature, (byFeature.get(feature) ?? 0) + requests);
  }
  const credits = uses.reduce((sum, { requests }) => sum + requests, 0);
  return {
    date,
    credits,
    features: [...byFeature].map(([feature, count]) => ({
      feature,
      credits: count,
      creditsPercent: (100 * count) / credits,
    })),
  };
}

function toHour(time: Date): string {
  return time.toISOString().slice(0, 13);
}

function toDate(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The start of the calendar period of a time, in UTC; weeks start on Monday. */
function findPeriod(time: Date, interval: Interval): Date {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  switch (interval) {
    case "day":
      return new Date(Date.UTC(year, month, day));
    case "week":
      return new Date(Date.UTC(year, month, day - ((time.getUTCDay() + 6) % 7)));
    case "month":
      return new Date(Date.UTC(year, month));
    case "year":
      return new Date(Date.UTC(year, 0));
  }
}

function findNext(start: Date, interval: Interval): Date {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  switch (interval) {
    case "day":
      return new Date(Date.UTC(year, month, day + 1));
    case "week":
      return new Date(Date.UTC(year, month, day + 7));
    case "month":
      return new Date(Date.UTC(year, month + 1));
    case "year":
      return new Date(Date.UTC(year + 1, 0));
  }
}
