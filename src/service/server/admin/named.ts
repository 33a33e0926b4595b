/** Lookup of users and organizations by name, for the admin endpoints. */
import { ApiError } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";

/**
 * @param word an id, an email address or a name
 * @returns the user's id
 * @throws ApiError 404 for no match, 409 for several
 */
export async function findUser(db: Queries, word: string): Promise<string> {
  const users = await db
    .selectFrom("users")
    .select(["id", "email"])
    .where((is) =>
      is.or([
        is("id", "=", word),
        is("display_name", "=", word),
        is(is.fn<string>("lower", ["email"]), "=", word.toLowerCase()),
      ]),
    )
    .execute();
  const lower = word.toLowerCase();
  const sure = users.find(({ id, email }) => id === word || email.toLowerCase() === lower);
  const [user, ...others] = sure === undefined ? users : [sure];
  if (user === undefined)
    throw new ApiError(404, `No user matches ${JSON.stringify(word)}.`, { field: "user" });
  if (others.length === 0) return user.id;
  throw new ApiError(
    409,
    `${users.length} users have the name ${JSON.stringify(word)}. Specify the email address.`,
    {
      field: "user",
    },
  );
}

/**
 * @param word an id or a title
 * @returns the organization's id
 * @throws ApiError 404 for no match, 409 for several
 */
export async function findOrganization(db: Queries, word: string): Promise<string> {
  const organizations = await db
    .selectFrom("organizations")
    .select("id")
    .where((is) => is.or([is("id", "=", word), is("title", "=", word)]))
    .execute();
  const sure = organizations.find(({ id }) => id === word);
  const [organization, ...others] = sure === undefined ? organizations : [sure];
  if (organization === undefined)
    throw new ApiError(404, `No organization matches ${JSON.stringify(word)}.`, {
      field: "organization",
    });
  if (others.length === 0) return organization.id;
  throw new ApiError(
    409,
    `${organizations.length} organizations have the title ${JSON.stringify(word)}. Specify the id; tome org list shows it.`,
    { field: "organization" },
  );
}
