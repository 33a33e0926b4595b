/** People and organizations by what they are called, for whoever looks after the data. */
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";

/**
 * @param word an id, an email, or a name
 * @returns the user's id
 * @throws Problem 404 for nobody, 409 for several of the name
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
  if (user === undefined) throw new Problem(404, `There is no user ${word}.`, { field: "user" });
  if (others.length === 0) return user.id;
  throw new Problem(409, `${users.length} people are called ${word}; give the email.`, {
    field: "user",
  });
}

/**
 * @param word an id or a title
 * @returns the organization's id
 * @throws Problem 404 for none, 409 for several of the title
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
    throw new Problem(404, `There is no organization ${word}.`, { field: "organization" });
  if (others.length === 0) return organization.id;
  throw new Problem(
    409,
    `${organizations.length} organizations are called ${word}; give the id, which tome org list shows.`,
    { field: "organization" },
  );
}
