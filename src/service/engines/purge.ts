/** Removes deleted spaces for good, once their time to be restored has passed. */
import { removeChangeRequests } from "../changes/remove.ts";
import { removeComments } from "../comments/remove.ts";
import { removeContent } from "../content/space-content.ts";
import { removeGit } from "../git/remove.ts";
import { forgetGrants } from "../grants.ts";
import { purgeTime } from "../retention.ts";
import { takeOffSites } from "../sites/leaving.ts";
import type { ShortJob } from "./jobs.ts";

/** Does nothing where the space was restored meanwhile, or deleted again later. */
export const purgeSpace: ShortJob = async (payload, { db, now }) => {
  const { spaceId } = payload as { readonly spaceId: string };
  const space = await db
    .selectFrom("spaces")
    .select("deleted_at")
    .where("id", "=", spaceId)
    .executeTakeFirst();
  if (!space?.deleted_at || purgeTime(space.deleted_at) > now) return;
  await takeOffSites(db, spaceId);
  await forgetGrants(db, spaceId);
  await removeComments(db, spaceId);
  await removeChangeRequests(db, spaceId);
  await removeGit(db, spaceId);
  await removeContent(db, spaceId);
  await db.deleteFrom("spaces").where("id", "=", spaceId).execute();
};
