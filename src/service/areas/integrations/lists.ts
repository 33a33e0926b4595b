/** The list of integrations, by name, with its filters. */
import { sql } from "kysely";
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import { having } from "../../core/contains-text.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { type Owner, ownersOf, presentIntegration } from "./rows.ts";
import type { IntegrationFacetTable, IntegrationTable } from "./tables.ts";

type Asked = Input<typeof contract.list>;

/** The public ones, and those of the caller's organizations. */
export function integrationsFound(call: Call, asked: Asked) {
  const { page, limit, ...filters } = asked;
  return pageOf({
    page,
    limit,
    list: `integrations by ${JSON.stringify(Object.entries(filters).toSorted())}`,
    read: async (after, take) => {
      const rows = await matching(call, filters, after?.[0], take);
      const owners = await ownersOf(call, rows);
      return rows.flatMap((row) => withOwner(row, owners.get(row.organization_id)));
    },
    key: ({ row }) => [row.name],
    show: ({ row, owner }) => presentIntegration(row, owner, call.base),
  });
}

function withOwner(row: IntegrationTable, owner: Owner | undefined) {
  return owner ? [{ row, owner }] : [];
}

function matching(
  { db, caller }: Call,
  filters: Omit<Asked, "page" | "limit">,
  after: string | undefined,
  take: number,
): Promise<IntegrationTable[]> {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filters;
  let query = db.selectFrom("integrations").selectAll();
  const mine = db
    .selectFrom("members")
    .select("members.organization_id")
    .where("members.user_id", "=", caller)
    .where("members.role", "is not", null)
    .where("members.disabled", "=", 0);
  query = query.where((row) =>
    row.or([row("visibility", "=", "public"), row("organization_id", "in", mine)]),
  );
  if (after !== undefined) query = query.where("name", ">", after);
  if (search !== undefined) {
    query = query.where(having(sql`words`, search.toLowerCase()));
  }
  if (category !== undefined) query = query.where(has("category", category));
  if (scope !== undefined) query = query.where(has("scope", scope));
  if (blockDomain !== undefined) query = query.where(has("domain", blockDomain.toLowerCase()));
  if (blocks !== undefined) query = query.where("has_blocks", "=", Number(blocks));
  if (contentSources !== undefined) {
    query = query.where("has_content_sources", "=", Number(contentSources));
  }
  if (owner !== undefined) query = query.where("organization_id", "=", owner);
  if (target !== undefined) query = query.where("target", "=", target);
  return query.orderBy("name").limit(take).execute();
}

function has(kind: IntegrationFacetTable["kind"], value: string) {
  return sql<boolean>`exists (
    select 1 from integration_facets as facet
    where facet.integration = integrations.name and facet.kind = ${kind} and facet.value = ${value}
  )`;
}
