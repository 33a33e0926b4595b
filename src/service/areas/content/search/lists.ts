/** Pages of what a search found, in a space and in an organization. */
import type { Role } from "../../../../contract/roles.ts";
import { visibleTo } from "../../../core/grants.ts";
import type { Call } from "../../../core/handlers.ts";
import { pageOf } from "../../../core/pages.ts";
import { requireSpace } from "../../../core/space-rows.ts";
import { inTextOrder } from "../../../core/text-order.ts";
import { refuseBlank } from "../../../core/titles.ts";
import { findPages, type PageHits, showFound, shownScore } from "./find.ts";

interface Asked {
  readonly query: string;
  readonly page?: string;
  readonly limit?: number;
}

/** The pages told of each space where a whole organization is searched; a space has all of its own. */
const mostPages = 10;

/** @throws Problem 404 where the caller may not see the space */
export async function searchSpace(call: Call, spaceId: string, { query, ...asked }: Asked) {
  const { row } = await requireSpace(call, spaceId);
  refuseBlank("query", query);
  const found = await findPages(call, [row], query);
  const page = await pageOf({
    ...asked,
    list: `search ${spaceId} ${query}`,
    read: async (after, take) => cut(found, ({ page }) => page, after, take),
    key: ({ page, score }) => [String(score), page],
    show: (one) => one,
  });
  return { ...page, items: await showFound(call, page.items) };
}

/** The space with the best page first. */
export async function searchOrganization(
  call: Call,
  organizationId: string,
  member: Role | null,
  { query, ...asked }: Asked,
) {
  refuseBlank("query", query);
  const spaces = await call.db
    .selectFrom("spaces")
    .select(["id", "revision_id", "language", "title"])
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .where(visibleTo(call.caller, member, "spaces"))
    .execute();
  const bySpace = new Map<string, PageHits[]>();
  for (const one of await findPages(call, spaces, query)) {
    bySpace.set(one.space.id, [...(bySpace.get(one.space.id) ?? []), one]);
  }
  const found = [...bySpace.entries()].map(([id, pages]) => ({
    id,
    // The pages come best first.
    score: pages[0]?.score ?? 0,
    pages: pages.slice(0, mostPages),
  }));
  // By what the next page goes on from: spaces that are alike would be left out else.
  found.sort((one, other) => one.score - other.score || inTextOrder(one.id, other.id));
  const titles = new Map(spaces.map(({ id, title }) => [id, title]));
  const page = await pageOf({
    ...asked,
    list: `search ${organizationId} ${query}`,
    read: async (after, take) => cut(found, ({ id }) => id, after, take),
    key: ({ id, score }) => [String(score), id],
    show: (one) => one,
  });
  const items = await Promise.all(
    page.items.map(async ({ id, score, pages }) => ({
      type: "space" as const,
      id,
      title: titles.get(id) ?? "",
      score: shownScore(score),
      pages: await showFound(call, pages),
    })),
  );
  return { ...page, items };
}

/** What comes after the one that the page before ended with, or after where it would stand now. */
function cut<T extends { readonly score: number }>(
  found: readonly T[],
  idOf: (one: T) => string,
  after: readonly string[] | undefined,
  take: number,
): readonly T[] {
  if (!after) return found.slice(0, take);
  const [score, last = ""] = [Number(after[0]), after[1]];
  const start = found.findIndex(
    (one) => one.score > score || (one.score === score && idOf(one) > last),
  );
  return start < 0 ? [] : found.slice(start, start + take);
}
