/** Removes deleted spaces for good, once their time to be restored has passed. */
import { purgeTime } from "../retention.ts";
import type { JobKind } from "./jobs.ts";

/** Does nothing where the space was restored meanwhile, or deleted again later. */
export const purgeSpace: JobKind = async (payload, { db, now }) => {
  const { spaceId } = payload as { readonly spaceId: string };
  const space = await db
    .selectFrom("spaces")
    .select("deleted_at")
    .where("id", "=", spaceId)
    .executeTakeFirst();
  if (!space?.deleted_at || purgeTime(space.deleted_at) > now) return;
  await db.deleteFrom("spaces").where("id", "=", spaceId).execute();
};
