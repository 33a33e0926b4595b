/** Permanent removal of deleted spaces after their retention. */

import { removeGrants } from "../core/access/grants.ts";
import type { Area } from "../core/area.ts";
import { updateDefaultContent } from "../core/default-content.ts";
import { purgeTime } from "../core/rows/space-rows.ts";
import type { ShortJob } from "../jobs/job.ts";

/** If a purge is later than this, the clock may be wrong, and the purge is postponed once. */
const mostLate = 24 * 60 * 60 * 1000;

interface Purge {
  readonly spaceId: string;
  /** Whether it was postponed already because of a possibly wrong clock. */
  readonly putOff?: boolean;
}

/** Does nothing if the space was restored in the meantime; waits if it was deleted again later. */
export const purgeSpace =
  (areas: readonly Area[]): ShortJob =>
  async (payload, call) => {
    const { db, now } = call;
    const { spaceId, putOff = false } = payload as Purge;
    const space = await db
      .selectFrom("spaces")
      .select(["deleted_at", "organization_id"])
      .where("id", "=", spaceId)
      .executeTakeFirst();
    if (!space?.deleted_at) return;
    const until = purgeTime(space.deleted_at);
    const later = (job: Purge, time: Date) =>
      call.enqueue({ kind: "purge-space", payload: job, at: time });
    if (until > now) return later({ spaceId }, until);
    if (!putOff && !call.clockIsMoved && now.getTime() - until.getTime() > mostLate) {
      const next = purgeTime(now.toISOString());
      call.warn(
        `The retention of the deleted space ${spaceId} ended at ${until.toISOString()}, long before the current time. In case the clock is wrong, the space is kept until ${next.toISOString()}.`,
      );
      return later({ spaceId, putOff: true }, next);
    }
    for (const { purge } of areas.toReversed()) await (await purge?.())?.(db, spaceId);
    await removeGrants(db, spaceId);
    await db.deleteFrom("spaces").where("id", "=", spaceId).execute();
    await updateDefaultContent(db, space.organization_id);
  };
