/** The administration of the platform itself, callable in this process and below `/_tome`. */
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
  findToken,
  folderLabel,
  issueAdminToken,
  issueToken,
} from "../tokens.ts";
import type * as contract from "./endpoints.ts";

export interface AdminParts {
  readonly db: Queries;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly newId: () => string;
  /** The token of the data folder: it acts as the owner of the data in it, whatever data that is. */
  readonly folderToken: string;
  /** This machine's secret for `/_tome/`, if several machines share the data. */
  readonly adminToken?: string | undefined;
}

export interface TokenRequest {
  /** The id, email or name of a user; without it and without a role, the owner. */
  readonly user?: string;
  /** A member with exactly this role, created if there is none. */
  readonly role?: Role | "guest";
  /** The id or title of the organization of that role; the first one if absent. */
  readonly organization?: string;
}

export type Admin = ReturnType<typeof createAdmin>;

export function createAdmin(ground: AdminParts) {
  const { db, clock, jobs, newId, folderToken } = ground;

  /** Brings everything in line with data that was replaced: the owner, their token, the clock, the queue. */
  async function reconcile(): Promise<Beginning> {
    await clock.reload();
    jobs.reload();
    const beginning = await begin(db, { now: clock.now(), newId });
    // Read first, so that opening unchanged data writes nothing.
    if ((await findToken(db, folderToken))?.user !== beginning.owner) {
      const token = { user: beginning.owner, label: folderLabel, now: clock.now() };
      await acceptToken(db, folderToken, token);
    }
    return beginning;
  }

  return {
    reconcile,
    /** The owner and the first organization. */
    beginning: () => begin(db, { now: clock.now(), newId }),
    /** Creates the secret for `/_tome/`; it replaces the one before, unless other machines share the data. */
    async newAdminToken() {
      if (ground.adminToken === undefined) return issueAdminToken(db);
      await acceptAdminToken(db, ground.adminToken);
      return ground.adminToken;
    },
    /** @throws Problem 404 for an unknown user or organization, 409 for a name of several */
    async makeToken(request: TokenRequest): Promise<Output<typeof contract.makeToken>> {
      const { owner, organization } = await begin(db, { now: clock.now(), newId });
      const { findOrganization, findUser } = await import("./named.ts");
      const { findOrCreateSandboxUser } = await import("./sandbox-user.ts");
      return inTransaction(db, async (transaction) => {
        const user = request.role
          ? await findOrCreateSandboxUser(transaction, request.role, {
              organization: await findOrganization(
                transaction,
                request.organization ?? organization,
              ),
              now: clock.now(),
              newId,
            })
          : await findUser(transaction, request.user ?? owner);
        const label = request.role ? `Rehearsal ${request.role}` : "Made by the admin";
        return { token: await issueToken(transaction, { user, label, now: clock.now() }), user };
      });
    },
    /** Adds the sample workspace. @throws Problem 409 if it exists already */
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
    /** Removes all data and starts over, by the real clock. */
    async reset(): Promise<void> {
      await inTransaction(db, (await import("../backup/backup.ts")).removeAll);
      await reconcile();
    },
    async export(): Promise<Backup> {
      return (await import("../backup/backup.ts")).exportAll(db, digestOf(folderToken));
    },
    /** Replaces all data. @throws Problem 400 for what is no export of this version or an earlier one */
    async import(backup: Backup): Promise<void> {
      const { upgradeBackup } = await import("../backup/upgrade.ts");
      await (await import("../backup/backup.ts")).importAll(db, await upgradeBackup(backup));
      await reconcile();
    },
  };
}

/** The same as handlers of the endpoints. */
export function adminHandlers(admin: Admin, { db, clock, jobs }: AdminParts) {
  const presentClock = () => ({ now: clock.now().toISOString(), offset: clock.offset() });
  return {
    getBeginning: () => admin.beginning(),
    getClock: async () => presentClock(),
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
      return presentClock();
    },
    makeToken: (wanted) => admin.makeToken(wanted),
    listDomains: async () => (await import("./domains.ts")).listDomains(db),
    vouchForDomain: async (wanted) => {
      const { vouchForDomain } = await import("./domains.ts");
      return inTransaction(db, (transaction) => vouchForDomain(transaction, wanted, clock.now()));
    },
    revokeDomain: async (wanted) => {
      const { revokeClaim } = await import("./domains.ts");
      return inTransaction(db, (transaction) => revokeClaim(transaction, wanted));
    },
    seed: () => admin.seed().then(() => undefined),
    reset: () => admin.reset().then(() => undefined),
    exportData: () => admin.export(),
    importData: (backup) => admin.import(backup).then(() => undefined),
  } satisfies Handlers<typeof contract>;
}
