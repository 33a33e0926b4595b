/** Pages of the members of an organization: filtered, searched and sorted. */
import { sql } from "kysely";
import type { Input } from "../../../contract/endpoint.ts";
import type { list } from "../../../contract/member.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { contains } from "./contains.ts";
import { type MemberRow, presentMember, selectMembers } from "./member-rows.ts";

const columns = {
  joinedAt: "members.joined_at",
  lastSeenAt: "members.last_seen_at",
  name: "users.display_name",
} as const;

const keyOf: Record<keyof typeof columns, (row: MemberRow) => string | null> = {
  joinedAt: (row) => row.joined_at,
  lastSeenAt: (row) => row.last_seen_at,
  name: (row) => row.display_name,
};

/** Sorted by `lastSeenAt` it holds active members only: not disabled, and seen at least once. */
export function membersOfOrganization(call: Call, asked: Input<typeof list>) {
  const { organizationId, role, search, sort = "joinedAt", order = "desc", ...paging } = asked;
  const column = columns[sort];
  const { inQuery, inOne } = contains(search);
  return pageOf({
    ...paging,
    list: `members of ${JSON.stringify([organizationId, role, search, sort, order])}`,
    read: (after, take) =>
      selectMembers(call.db, organizationId)
        .$if(role !== undefined, (query) =>
          role === "guest"
            ? query.where("members.role", "is", null)
            : query.where("members.role", "=", role ?? null),
        )
        .$if(sort === "lastSeenAt", (query) =>
          query.where("members.last_seen_at", "is not", null).where("members.disabled", "=", 0),
        )
        .where(inQuery(["users.display_name", "users.email"]))
        .$if(after !== undefined, (query) => {
          const past = sql.raw(order === "asc" ? ">" : "<");
          const key = sql`(${sql.ref(column)}, members.user_id)`;
          return query.where(sql<boolean>`${key} ${past} (${sql.join(after ?? [])})`);
        })
        .orderBy(column, order)
        .orderBy("members.user_id", order)
        .limit(take)
        .execute(),
    key: (row) => [keyOf[sort](row) ?? "", row.user_id],
    keep: inOne && ((row) => inOne([row.display_name, row.email])),
    show: (row) => presentMember(row, call.base),
  });
}
