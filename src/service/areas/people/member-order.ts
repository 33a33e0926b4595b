/** The orders in which lists of members come, and how a page begins after a key. */
import { type RawBuilder, sql } from "kysely";

export type MemberSort = "joinedAt" | "lastSeenAt" | "name";

/** What a row of `members` with its user has to be ordered by. */
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

const keyOf: Record<MemberSort, (row: OrderedMember) => string | null> = {
  joinedAt: (row) => row.joined_at,
  lastSeenAt: (row) => row.last_seen_at,
  name: (row) => row.display_name,
};

/** @param withAbsent whether members who were never seen are in the list, as the earliest of all */
export function memberOrder(
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
    key: (row) => [keyOf[sort](row) ?? "", row.user_id],
  };
}
