/** The administration of the platform itself, callable in this process and below `/_tome`. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import { Problem } from "../../../errors.ts";
import { type Clock, parseDuration } from "../../core/clock.ts";
import type { Handlers } from "../../core/handlers.ts";
import type { FolderToken } from "../../database/folder-token.ts";
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
  computeDigest,
  findToken,
  folderLabel,
  isRevoked,
  issueAdminToken,
} from "../tokens.ts";
import type * as contract from "./endpoints.ts";
import type { TokenRequest } from "./user-tokens.ts";

export interface AdminParts {
  readonly db: Queries;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly newId: () => string;
  /** The token of the data folder: it acts as the owner of the data in it, whatever data that is. */
  readonly folderToken: FolderToken;
  /** This machine's secret for `/_tome/`, if several machines share the data. */
  readonly adminToken?: string | undefined;
}

export type Admin = ReturnType<typeof createAdmin>;

export function createAdmin(ground: AdminParts) {
  const { db, clock, jobs, newId, folderToken } = ground;
  const rotationListeners = new Set<() => Promise<void>>();

  /** Brings everything in line with data that was replaced: the owner, their token, the clock, the queue. */
  async function reconcile(): Promise<Beginning> {
    await clock.reload();
    jobs.reload();
    const beginning = await begin(db, { now: clock.now(), newId });
    const now = clock.now();
    await folderToken.reload();
    // Revoked on another machine that shares the data: the text in this folder must not be valid again.
    if (await isRevoked(db, folderToken.current())) await folderToken.replace();
    // Read first, so that opening unchanged data writes nothing.
    if ((await findToken(db, folderToken.current(), now))?.user !== beginning.owner) {
      const token = { user: beginning.owner, label: folderLabel, now };
      await acceptToken(db, folderToken.current(), token);
    }
    return beginning;
  }

  async function tokenContext() {
    const now = clock.now();
    const beginning = await begin(db, { now, newId });
    return { db, now, newId, beginning, folderToken: folderToken.current() };
  }

  /** The file comes first: if the process ends in between, the old token stays valid and is listed. */
  async function replaceFolderToken(): Promise<string> {
    const { owner } = await begin(db, { now: clock.now(), newId });
    const old = computeDigest(folderToken.current());
    const secret = await folderToken.replace();
    await inTransaction(db, async (transaction) => {
      const token = { user: owner, label: folderLabel, now: clock.now() };
      await acceptToken(transaction, secret, token);
      await transaction.deleteFrom("tokens").where("hash", "=", old).execute();
    });
    for (const listener of rotationListeners) await listener();
    return secret;
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
    /** @throws Problem as `createToken` */
    async makeToken(request: TokenRequest): Promise<Output<typeof contract.makeToken>> {
      return (await import("./user-tokens.ts")).createToken(await tokenContext(), request);
    },
    async listTokens(): Promise<Output<typeof contract.listTokens>> {
      return (await import("./user-tokens.ts")).listTokens(await tokenContext());
    },
    /** @throws Problem as `deleteToken` */
    async revokeToken(id: string): Promise<Output<typeof contract.revokeToken>> {
      return (await import("./user-tokens.ts")).deleteToken(await tokenContext(), id);
    },
    /** @throws Problem as `replaceToken`, and 400 for an expiry of the data folder's token */
    async rotateToken({
      tokenId,
      ...expiry
    }: Input<typeof contract.rotateToken>): Promise<Output<typeof contract.rotateToken>> {
      const { identifiesToken, replaceToken, toFolderAnswer } = await import("./user-tokens.ts");
      const context = await tokenContext();
      if (tokenId !== "folder" && !identifiesToken(tokenId, context.folderToken)) {
        return replaceToken(context, tokenId, expiry);
      }
      if (expiry.expiresIn !== undefined || expiry.expiresAt !== undefined) {
        throw new Problem(
          400,
          "The token of the data folder does not expire; leave the expiry out.",
          {
            field: expiry.expiresIn === undefined ? "expiresAt" : "expiresIn",
          },
        );
      }
      return toFolderAnswer(await replaceFolderToken(), context.beginning.owner);
    },
    /** The token of the data folder, which acts as the owner. */
    folderToken: () => folderToken.current(),
    /** Calls the listener after each rotation of the data folder's token. */
    onRotation(listener: () => Promise<void>) {
      rotationListeners.add(listener);
      return () => void rotationListeners.delete(listener);
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
      return (await import("../backup/backup.ts")).exportAll(
        db,
        computeDigest(folderToken.current()),
      );
    },
    /** Replaces all data. @throws Problem 400 for what is no export of this version or an earlier one */
    async import(
      backup: Backup,
      { keepOwnerTokens = false }: { readonly keepOwnerTokens?: boolean } = {},
    ): Promise<{ readonly droppedOwnerTokens: number }> {
      const { upgradeBackup } = await import("../backup/upgrade.ts");
      const { validateRows, withoutForeignOwnerTokens } = await import("../backup/validate.ts");
      const upgraded = await upgradeBackup(backup);
      validateRows(upgraded.tables);
      const { tables, dropped } = keepOwnerTokens
        ? { tables: upgraded.tables, dropped: 0 }
        : withoutForeignOwnerTokens(upgraded.tables, await listKnownHashes(db));
      await (await import("../backup/backup.ts")).importAll(db, { ...upgraded, tables });
      await reconcile();
      return { droppedOwnerTokens: dropped };
    },
  };
}

/** The hashes of all that callers may be identified by here. */
async function listKnownHashes(db: Queries): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const table of ["tokens", "sign_ins", "agent_tokens"] as const) {
    for (const { hash } of await db.selectFrom(table).select("hash").execute()) hashes.add(hash);
  }
  return hashes;
}

/** The same as handlers of the endpoints. */
export function adminHandlers(admin: Admin, { db, clock, jobs, newId }: AdminParts) {
  const on = (transaction: Queries) => ({ db: transaction, now: clock.now(), newId });
  const presentClock = () => ({ now: clock.now().toISOString(), offset: clock.offset() });
  return {
    getBeginning: () => admin.beginning(),
    getClock: async () => presentClock(),
    async moveClock({ advance, set, reset }) {
      if ([advance, set, reset].filter((way) => way !== undefined).length !== 1) {
        throw new Problem(400, "Give one of advance, set and reset.");
      }
      const span = advance === undefined ? 0 : parseDuration(advance);
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
      return inTransaction(db, (transaction) => vouchForDomain(on(transaction), wanted));
    },
    revokeDomain: async (wanted) => {
      const { revokeClaim } = await import("./domains.ts");
      return inTransaction(db, (transaction) => revokeClaim(on(transaction), wanted));
    },
    listTokens: () => admin.listTokens(),
    revokeToken: ({ tokenId }) => admin.revokeToken(tokenId),
    rotateToken: (wanted) => admin.rotateToken(wanted),
    seed: () => admin.seed().then(() => undefined),
    reset: () => admin.reset().then(() => undefined),
    exportData: () => admin.export(),
    importData: ({ keepOwnerTokens, ...backup }) =>
      admin.import(backup, { ...(keepOwnerTokens !== undefined && { keepOwnerTokens }) }),
  } satisfies Handlers<typeof contract>;
}
