/** Pagination of sites, and of the parts of a site in navigation order. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { list } from "../../../contract/site.ts";
import type { ListResponse } from "../../../contract/wire.ts";
import {
  createViewer,
  type DecidedColumn,
  readRole,
  selectDecision,
} from "../../core/access/precedence.ts";
import { isSiteVisibleTo } from "../../core/access/visible.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage, inOrder, type Paging } from "../../core/pages.ts";
import { presentSite } from "./present.ts";
import { type SiteRow, selectSites } from "./queries.ts";
import type { OrderedRow } from "./structure/structure.ts";

type ListedSite = Output<typeof list>["items"][number];

/** Ordered by age, oldest first. */
export function listSites(
  call: Call,
  member: Role | null,
  input: Input<typeof list>,
): Promise<ListResponse<ListedSite>> {
  const { organizationId, space, title, published, type, page, limit } = input;
  const titlePart = title?.toLowerCase();
  const decides = selectDecision(createViewer(call.caller, member), "sites");
  return buildPage<SiteRow & DecidedColumn, ListedSite>({
    list: JSON.stringify(["sites", organizationId, space, title, published, type]),
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    read: async (after, take) => {
      return selectSites(call.db)
        .select(decides.as("decided"))
        .where(isSiteVisibleTo(call.caller, member))
        .where("organization_id", "=", organizationId)
        .$if(space !== undefined, (query) =>
          query.where("id", "in", (inner) =>
            inner
              .selectFrom("site_spaces")
              .select("site_spaces.site_id")
              .where("site_spaces.space_id", "=", space ?? ""),
          ),
        )
        .$if(published !== undefined, (query) => query.where("published", "=", Number(published)))
        .$if(type !== undefined, (query) => query.where("type", "in", type ?? []))
        .$call((query) => inOrder(query, ["created_at", "id"], after))
        .limit(take)
        .execute();
    },
    key: (row) => [row.created_at, row.id],
    // Not part of the query, because databases differ in case folding.
    ...(titlePart !== undefined && {
      keep: (row) => row.title.toLowerCase().includes(titlePart),
    }),
    show: (row) => presentSite(row, readRole(row, member), call.base),
  });
}

/**
 * Paginates parts that are already in memory.
 * @param list identifies the list and its filters in page tokens
 * @param show presents the rows of the page, in order
 */
export async function listInOrder<T, S>(
  list: string,
  paging: Paging,
  ordered: readonly OrderedRow<T>[],
  show: (rows: readonly T[]) => Promise<readonly S[]>,
): Promise<ListResponse<S>> {
  const page = await buildPage({
    page: paging.page,
    limit: paging.limit,
    list,
    read: async (after, take) =>
      ordered.filter(({ key }) => after === undefined || isAfter(key, after)).slice(0, take),
    key: ({ key }) => key,
    show: ({ row }) => row,
  });
  return { ...page, items: await show(page.items) };
}

/** A key is the path from the top level. An item precedes its content. */
function isAfter(key: readonly string[], after: readonly string[]): boolean {
  for (const [index, part] of key.entries()) {
    const other = after[index];
    if (other === undefined) return true;
    if (part !== other) return part > other;
  }
  return false;
}
