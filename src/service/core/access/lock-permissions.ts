/** Locks on the rows that a principal's permissions depend on, for databases of several processes. */
import type { Queries } from "../../database/tables.ts";
import type { Requester } from "../../jobs/principal.ts";
import { isGrantTo } from "./grants.ts";

/**
 * Locks the rows until the end of the transaction, so that a revocation takes effect either before the
 * transaction or after it. If a row has changed since the transaction began, PostgreSQL reports a
 * serialization failure, and the transaction is retried with a new authentication.
 * @param db a serializable transaction of PostgreSQL
 * @param input of the operation, with the ids of the content and sites on which the role depends
 */
export async function lockPermissions(
  db: Queries,
  principal: Requester,
  input: object,
): Promise<void> {
  if (principal.kind === "user" && principal.token !== undefined) {
    const { store, hash } = principal.token;
    await db.selectFrom(store).select("hash").where("hash", "=", hash).forShare().execute();
  }
  if (principal.kind !== "user") {
    // A token of the integration itself ends with the integration; a new version can have fewer scopes.
    const { integration } = principal;
    await db
      .selectFrom("integrations")
      .select("name")
      .where("name", "=", integration)
      .forShare()
      .execute();
  }
  if (principal.kind === "installation") {
    await db
      .selectFrom("installations")
      .select("id")
      .where("id", "=", principal.installation)
      .forShare()
      .execute();
  }
  const { user } = principal;
  await db.selectFrom("members").select("role").where("user_id", "=", user).forShare().execute();
  await db
    .selectFrom("team_members")
    .select("role")
    .where("user_id", "=", user)
    .forShare()
    .execute();
  await db.selectFrom("grants").select("strength").where(isGrantTo(user)).forShare().execute();
  await lockLevels(db, input);
}

/**
 * Locks the resources of the operation, the collections above them and the sites of the space, because
 * each has a level that can decide the role.
 */
async function lockLevels(db: Queries, input: object): Promise<void> {
  const { spaceId, collectionId, siteId } = readIds(input);
  let parent = collectionId;
  if (spaceId !== undefined) {
    const space = await db
      .selectFrom("spaces")
      .select(["default_level", "parent_id"])
      .where("id", "=", spaceId)
      .forShare()
      .executeTakeFirst();
    parent = space?.parent_id ?? undefined;
  }
  await lockCollections(db, parent);
  await db
    .selectFrom("sites")
    .select("default_level")
    .where((row) =>
      row.or([
        row("id", "=", siteId ?? ""),
        row(
          "id",
          "in",
          row
            .selectFrom("site_spaces")
            .select("site_id")
            .where("space_id", "=", spaceId ?? ""),
        ),
      ]),
    )
    .forShare()
    .execute();
}

/** A collection and those above it. */
async function lockCollections(db: Queries, lowest: string | undefined): Promise<void> {
  for (let id = lowest; id !== undefined; ) {
    const collection = await db
      .selectFrom("collections")
      .select(["default_level", "parent_id"])
      .where("id", "=", id)
      .forShare()
      .executeTakeFirst();
    id = collection?.parent_id ?? undefined;
  }
}

interface ContentIds {
  readonly spaceId: string | undefined;
  readonly collectionId: string | undefined;
  readonly siteId: string | undefined;
}

function readIds(input: object): ContentIds {
  const values = new Map(Object.entries(input));
  const readId = (name: string) => {
    const value: unknown = values.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    spaceId: readId("spaceId"),
    collectionId: readId("collectionId"),
    siteId: readId("siteId"),
  };
}
