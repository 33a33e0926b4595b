/** Users: present them, load those in a response, and check those in a request. */
import type { Output } from "../../../contract/endpoint.ts";
import type { current } from "../../../contract/user.ts";
import { ApiError } from "../../../errors.ts";
import type { Queries, UserTable } from "../../database/tables.ts";
import type { Call } from "../handlers.ts";

export type User = Output<typeof current>;

/** A user, as other resources embed it. */
export function presentUser(row: UserTable, base: string): User {
  return {
    object: "user",
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    photoURL: row.photo_url ?? undefined,
    urls: { location: `${base}/v1/users/${row.id}` },
  };
}

/** The number of ids in one query: databases limit the parameters of a statement. */
const batch = 500;

/**
 * @param ids may contain duplicates and nulls
 * @returns a function from an id to its user. It throws for an id that was not in `ids`.
 */
export async function loadUsersById(
  call: Pick<Call, "db" | "base">,
  ids: Iterable<string | null>,
): Promise<(id: string) => User> {
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null);
  const users = new Map<string, User>();
  for (let start = 0; start < uniqueIds.length; start += batch) {
    const rows = await call.db
      .selectFrom("users")
      .selectAll()
      .where("id", "in", uniqueIds.slice(start, start + batch))
      .execute();
    for (const row of rows) users.set(row.id, presentUser(row, call.base));
  }
  return (id) => {
    const user = users.get(id);
    if (!user) throw new Error(`The database has no user ${id}.`);
    return user;
  };
}

/**
 * Checks that users in a request are members of the organization.
 * @param field the field that contains them
 * @returns their ids without duplicates
 * @throws ApiError 400 that names the first user who is not a member
 */
export async function requireMembers(
  db: Queries,
  organizationId: string,
  field: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(userIds)];
  const unknown = new Set(ids);
  for (let start = 0; start < ids.length; start += batch) {
    const members = await db
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", organizationId)
      .where("user_id", "in", ids.slice(start, start + batch))
      .execute();
    for (const member of members) unknown.delete(member.user_id);
  }
  const [first] = unknown;
  if (first === undefined) return ids;
  throw new ApiError(
    400,
    `${field} contains user ${first}, who is not a member of the organization. Specify members only.`,
    { field },
  );
}
