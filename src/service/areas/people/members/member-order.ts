/** Sort orders of member lists, with the conditions for keyset pagination. */
import { type RawBuilder, sql } from "kysely";

export type MemberSort = "joinedAt" | "lastSeenAt" | "name";

/** The sort columns of a row of `members` joined with its user. */
interface OrderedMember {
  readonly user_id: string;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
  readonly display_name: string;
}

export interface MemberOrder {
  /** Whether a row comes after a key. */
  readonly past: (key: readonly string[]) => RawBuilder<boolean>;
  readonly by: RawBuilder<unknown>;
  readonly key: (row: OrderedMember) => readonly string[];
}

const columns = {
  joinedAt: sql.ref("members.joined_at"),
  lastSeenAt: sql.ref("members.last_seen_at"),
  name: sql.ref("users.display_name"),
};

const sortKeys: Record<MemberSort, (row: OrderedMember) => string | null> = {
  joinedAt: (row) => row.joined_at,
  lastSeenAt: (row) => row.last_seen_at,
  name: (row) => row.display_name,
};

/** @param withAbsent whether members who were never seen are listed, ordered before all others */
export function toMemberOrder(
  {
    sort = "joinedAt",
    order = "desc",
  }: { readonly sort?: MemberSort | undefined; readonly order?: "asc" | "desc" | undefined },
  withAbsent = false,
): MemberOrder {
  const hasAbsent = withAbsent && sort === "lastSeenAt";
  const column = hasAbsent ? sql`coalesce(${columns[sort]}, '')` : columns[sort];
  const direction = sql.raw(order);
  const past = sql.raw(order === "asc" ? ">" : "<");
  return {
    past: (key) => sql`(${column}, members.user_id) ${past} (${sql.join(key)})`,
    by: sql`${column} ${direction}, members.user_id ${direction}`,
    key: (row) => [sortKeys[sort](row) ?? "", row.user_id],
  };
}
