/** Pages of sites, and of the parts of one in the order in which a reader meets them. */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { list as listSites } from "../../../contract/site.ts";
import type { Page } from "../../../contract/wire.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { presentSite, type SiteRow, selectSites } from "./rows.ts";
import type { Ordered } from "./structure.ts";

interface Asked {
  readonly page?: string;
  readonly limit?: number;
}

type Site = Output<typeof listSites>["items"][number];

/** The oldest first. A guest sees none. */
export function sitesOfOrganization(
  call: Call,
  member: Role | null,
  input: Input<typeof listSites>,
): Promise<Page<Site>> {
  const { organizationId, space, title, published, type, page, limit } = input;
  const wanted = title?.toLowerCase();
  return pageOf<SiteRow, Site>({
    list: JSON.stringify(["sites", organizationId, space, title, published, type]),
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    read: async (after, take) => {
      if (member === null) return [];
      return selectSites(call.db)
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
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`),
        )
        .orderBy("created_at")
        .orderBy("id")
        .limit(take)
        .execute();
    },
    key: (row) => [row.created_at, row.id],
    // Not in the query: databases differ in what they hold to be the same letter.
    ...(wanted !== undefined && {
      keep: (row) => row.title.toLowerCase().includes(wanted),
    }),
    show: (row) => presentSite(row, member ?? "read", call.base),
  });
}

/**
 * A page of parts that are in memory already.
 * @param list names the list with its filters
 * @param show makes answers of the rows of the page, in their order
 */
export async function pageInOrder<T, S>(
  list: string,
  asked: Asked,
  ordered: readonly Ordered<T>[],
  show: (rows: readonly T[]) => Promise<readonly S[]>,
): Promise<Page<S>> {
  const page = await pageOf({
    ...asked,
    list,
    read: async (after, take) =>
      ordered.filter(({ key }) => after === undefined || follows(key, after)).slice(0, take),
    key: ({ key }) => key,
    show: ({ row }) => row,
  });
  return { ...page, items: await show(page.items) };
}

/** A key is a way down from the top level; what a thing holds follows it. */
function follows(key: readonly string[], after: readonly string[]): boolean {
  for (const [at, part] of key.entries()) {
    const other = after[at];
    if (other === undefined) return true;
    if (part !== other) return part > other;
  }
  return false;
}
