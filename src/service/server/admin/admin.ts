/** The work behind the admin token, callable in this process and below `/_tome`. */

import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { type Clock, millisecondsOf } from "../../core/clock.ts";
import type { Handlers } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { JobRequest } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { areas } from "../areas.ts";
import type { Backup } from "../backup/backup.ts";
import { type Beginning, begin } from "../first-start.ts";
import {
  acceptAdminToken,
  acceptToken,
  digestOf,
  folderLabel,
  issueAdminToken,
  issueToken,
  userOfToken,
} from "../tokens.ts";
import type * as contract from "./endpoints.ts";

export interface Ground {
  readonly db: Queries;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly newId: () => string;
  /** The token of the data folder: it is valid for whatever data is there, as its owner. */
  readonly folderToken: string;
  /** The secret of this machine for `/_tome/`, where several share the data. */
  readonly adminToken?: string | undefined;
}

export interface WantedToken {
  /** The id of a user; without it and without a role, the owner. */
  readonly user?: string;
  /** A member with exactly this role, who is made where there is none. */
  readonly role?: Role | "guest";
  /** The organization of that role; the first one where absent. */
  readonly organization?: string;
}

export type Admin = ReturnType<typeof createAdmin>;

export function createAdmin(ground: Ground) {
  const { db, clock, jobs, newId, folderToken } = ground;

  /** Makes the data whole again after it was replaced: its owner, his token, the clock, the queue. */
  async function settle(): Promise<Beginning> {
    await clock.reload();
    jobs.reload();
    const beginning = await begin(db, { now: clock.now(), newId });
    // Looked up first, so that opening data that is whole writes nothing.
    if ((await userOfToken(db, folderToken)) !== beginning.owner) {
      const token = { user: beginning.owner, label: folderLabel, now: clock.now() };
      await acceptToken(db, folderToken, token);
    }
    return beginning;
  }

  return {
    settle,
    /** The owner, and the organization that everything began with. */
    beginning: () => begin(db, { now: clock.now(), newId }),
    /** Makes the secret for `/_tome/`; the one before it is no longer valid, unless others share the data. */
    async newAdminToken() {
      if (ground.adminToken === undefined) return issueAdminToken(db);
      await acceptAdminToken(db, ground.adminToken);
      return ground.adminToken;
    },
    /** @throws Problem 404 for an unknown user or organization */
    async makeToken(wanted: WantedToken): Promise<Output<typeof contract.makeToken>> {
      const { owner, organization } = await begin(db, { now: clock.now(), newId });
      return inTransaction(db, async (transaction) => {
        const where = {
          organization: wanted.organization ?? organization,
          now: clock.now(),
          newId,
        };
        const user = wanted.role
          ? await (await import("./sandbox-user.ts")).rehearsalUser(transaction, wanted.role, where)
          : (wanted.user ?? owner);
        await requireUser(transaction, user);
        const label = wanted.role ? `Rehearsal ${wanted.role}` : "Made by the admin";
        return { token: await issueToken(transaction, { user, label, now: clock.now() }), user };
      });
    },
    /** Adds the sample workspace. @throws Problem 409 where it is there already */
    async seed(): Promise<void> {
      const beginning = await begin(db, { now: clock.now(), newId });
      const { seedSample } = await import("../sample/sample.ts");
      const parts = await Promise.all(areas.flatMap(({ seed }) => (seed ? [seed()] : [])));
      await inTransaction(db, (transaction) => {
        const enqueue = (job: JobRequest) => jobs.enqueue(transaction, job);
        const ground = { db: transaction, now: clock.now(), newId, enqueue, ...beginning };
        return seedSample(ground, parts);
      });
      // The sample has jobs of its own.
      jobs.reload();
    },
    /** Removes all data and begins anew, by the real clock. */
    async reset(): Promise<void> {
      await inTransaction(db, (await import("../backup/backup.ts")).clear);
      await settle();
    },
    async export(): Promise<Backup> {
      return (await import("../backup/backup.ts")).exportAll(db, digestOf(folderToken));
    },
    /** Replaces all data. @throws Problem 400 for what is no export of this version or an earlier one */
    async import(backup: Backup): Promise<void> {
      const { upgraded } = await import("../backup/upgrade.ts");
      await (await import("../backup/backup.ts")).importAll(db, await upgraded(backup));
      await settle();
    },
  };
}

async function requireUser(db: Queries, id: string): Promise<void> {
  const user = await db.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst();
  if (!user) throw new Problem(404, `There is no user ${id}.`, { field: "user" });
}

/** The same work as handlers of its endpoints. */
export function adminHandlers(admin: Admin, { clock, jobs }: Ground) {
  const shown = () => ({ now: clock.now().toISOString(), offset: clock.offset() });
  return {
    getBeginning: () => admin.beginning(),
    getClock: async () => shown(),
    async moveClock({ advance, set, reset }) {
      if ([advance, set, reset].filter((way) => way !== undefined).length !== 1) {
        throw new Problem(400, "Give one of advance, set and reset.");
      }
      const span = advance === undefined ? 0 : millisecondsOf(advance);
      if (span === undefined) {
        throw new Problem(400, "advance must be a span of time such as 8d, -2h or 90m.", {
          field: "advance",
        });
      }
      try {
        if (advance !== undefined) await clock.advance(span);
        else if (set !== undefined) await clock.set(new Date(set));
        else await clock.reset();
      } catch (error) {
        throw error instanceof RangeError ? new Problem(400, error.message) : error;
      }
      jobs.reload();
      await jobs.runDue();
      return shown();
    },
    makeToken: (wanted) => admin.makeToken(wanted),
    seed: () => admin.seed().then(() => undefined),
    reset: () => admin.reset().then(() => undefined),
    exportData: () => admin.export(),
    importData: (backup) => admin.import(backup).then(() => undefined),
  } satisfies Handlers<typeof contract>;
}
