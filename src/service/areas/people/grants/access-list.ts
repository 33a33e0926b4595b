/** Lists of the members with access to a collection, space or site, including inherited roles. */
import { sql } from "kysely";
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type { Role } from "../../../../contract/roles.ts";
import type * as sitePermission from "../../../../contract/site-permission.ts";
import {
  type AccessDecision,
  createViewerByRow,
  readDecision,
  selectDecision,
} from "../../../core/access/precedence.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, type Paging } from "../../../core/pages.ts";
import { presentUser } from "../../../core/rows/users.ts";
import { toMemberOrder } from "../members/member-order.ts";
import { toTextFilter } from "../members/text-filter.ts";
import type { GrantTarget } from "./content-grants.ts";

type GrantTargetKind = "collections" | "spaces" | "sites";

/** The enabled members, each with the encoded decision on their role. */
function selectDeciding(
  { db }: Pick<Call, "db">,
  kind: GrantTargetKind,
  { id, organization_id }: GrantTarget,
) {
  const byRow = createViewerByRow(sql<string>`members.user_id`);
  return db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .selectAll("users")
    .select(["members.user_id", "members.role", "members.joined_at", "members.last_seen_at"])
    .select(
      sql<number | null>`(
        select ${selectDecision(byRow, kind)} from ${sql.table(kind)}
        where ${sql.ref(`${kind}.id`)} = ${id}
      )`.as("decided"),
    )
    .where("members.organization_id", "=", organization_id)
    .where("members.disabled", "=", 0);
}

/** Ordered by the time at which they joined the organization. */
export function listAccess(
  call: Call,
  kind: "collections" | "spaces",
  content: GrantTarget,
  { role, ...paging }: Paging & { readonly role?: Role },
) {
  const inOrder = toMemberOrder({ order: "asc" });
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `access to ${content.id} as ${role}`,
    read: (after, take) =>
      selectDeciding(call, kind, content)
        .$if(after !== undefined, (query) => query.where(inOrder.past(after ?? [])))
        .orderBy(inOrder.by)
        .limit(take)
        .execute(),
    key: inOrder.key,
    keep: (row) => {
      const their = readDecision(row, row.role).role;
      return role === undefined ? their !== null : their === role;
    },
    show: (row) => ({
      permission: getRole(readDecision(row, row.role)),
      user: presentUser(row, call.base),
    }),
  });
}

/** `keep` has filtered out members without a role. */
function getRole({ role }: AccessDecision): Role {
  if (role === null) throw new Error("A member without a role is in the access list.");
  return role;
}

type SiteOptions = Omit<Input<typeof sitePermission.list>, "organizationId" | "siteId">;
type GrantOrigin = Output<typeof sitePermission.list>["items"][number]["origin"];

/** The access list of a site, whose items include the origin of each role. */
export function listSiteAccess(call: Call, site: GrantTarget, options: SiteOptions) {
  const { role, search, team, sort, order, ...paging } = options;
  const inOrder = toMemberOrder({ sort, order }, true);
  const { inQuery, matches } = toTextFilter(search);
  // The team that grants the role. Among teams with the same role, the choice is deterministic.
  const decidingTeam = sql<string | null>`(
    select grants.holder_id
    from grants join team_members on team_members.team_id = grants.holder_id
    where grants.content_id = ${site.id} and team_members.user_id = members.user_id
    order by grants.strength desc, grants.holder_id limit 1
  )`;
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `access to ${JSON.stringify([site.id, role, search, team, sort, order])}`,
    read: (after, take) =>
      selectDeciding(call, "sites", site)
        .select(decidingTeam.as("team"))
        .$if(role !== undefined, (query) =>
          role === "guest"
            ? query.where("members.role", "is", null)
            : query.where("members.role", "=", role ?? null),
        )
        .$if(team !== undefined, (query) =>
          query.where("members.user_id", "in", (inner) =>
            inner
              .selectFrom("team_members")
              .select("team_members.user_id")
              .where("team_members.team_id", "=", team ?? ""),
          ),
        )
        .where(inQuery(["users.display_name", "users.email"]))
        .$if(after !== undefined, (query) => query.where(inOrder.past(after ?? [])))
        .orderBy(inOrder.by)
        .limit(take)
        .execute(),
    key: inOrder.key,
    keep: (row) =>
      readDecision(row, row.role).role !== null &&
      (matches === undefined || matches([row.display_name, row.email])),
    show: (row) => {
      const decision = readDecision(row, row.role);
      return {
        permission: getRole(decision),
        user: presentUser(row, call.base),
        origin: getOrigin(decision, site, row.team),
        disabled: false,
        lastSeenAt: row.last_seen_at ?? undefined,
      };
    },
  });
}

function getOrigin({ via }: AccessDecision, site: GrantTarget, team: string | null): GrantOrigin {
  if (via.scope === "organization") {
    return { type: "organization", organization: site.organization_id };
  }
  const here = { type: "site" as const, site: site.id };
  if (via.means === "team") return { ...here, reason: "team", team: team ?? undefined };
  return { ...here, reason: via.means === "level" ? "default" : "member" };
}
