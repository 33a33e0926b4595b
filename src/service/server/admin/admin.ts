/** Administration of the local platform, as functions in this process and as endpoints below `/_tome`. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { findObjectStorage } from "../../areas/content/files/file-storage.ts";
import { parseDuration, type ServiceClock } from "../../core/clock.ts";
import { WrittenJson } from "../../core/deferred-response.ts";
import type { Handlers } from "../../core/handlers.ts";
import type { FolderToken } from "../../database/folder-token.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { JobRequest } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { areas } from "../areas.ts";
import type { Backup } from "../backup/backup.ts";
import { begin, type FirstIds } from "../first-start.ts";
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
  readonly clock: ServiceClock;
  readonly jobs: Jobs;
  readonly newId: () => string;
  /** The token of the data folder, which acts as the owner of the data. */
  readonly folderToken: FolderToken;
  /** The admin token of this machine, if several machines share the data. */
  readonly adminToken?: string | undefined;
}

export type Admin = ReturnType<typeof createAdmin>;

export function createAdmin(ground: AdminParts) {
  const { db, clock, jobs, newId, folderToken } = ground;
  const rotationListeners = new Set<() => Promise<void>>();

  /** Updates the owner, their token, the clock and the queue after the data was replaced. */
  async function reconcile(): Promise<FirstIds> {
    await clock.reload();
    jobs.reload();
    const beginning = await begin(db, { now: clock.now(), newId });
    const now = clock.now();
    await folderToken.reload();
    // Another machine that shares the data revoked it: the token in this folder must not become
    // valid again.
    if (await isRevoked(db, folderToken.current())) await folderToken.replace();
    // Checks first, so that opening unchanged data writes nothing.
    if ((await findToken(db, folderToken.current(), now))?.user !== beginning.owner) {
      const token = { user: beginning.owner, label: folderLabel, now };
      await acceptToken(db, folderToken.current(), token);
    }
    if (findObjectStorage(db)) {
      const { scheduleObjectRemoval } = await import("../../areas/content/files/object-removal.ts");
      await scheduleObjectRemoval(db, now, (job) => jobs.enqueue(db, job));
    }
    return beginning;
  }

  async function tokenContext() {
    const now = clock.now();
    const beginning = await begin(db, { now, newId });
    return { db, now, newId, beginning, folderToken: folderToken.current() };
  }

  /**
   * The file is written first: if the process ends in between, the old token stays valid and is
   * listed.
   */
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
    /** Creates an admin token. It replaces the previous one, unless other machines share the data. */
    async newAdminToken() {
      if (ground.adminToken === undefined) return issueAdminToken(db);
      await acceptAdminToken(db, ground.adminToken);
      return ground.adminToken;
    },
    /** @throws ApiError as `createToken` */
    async makeToken(request: TokenRequest): Promise<Output<typeof contract.makeToken>> {
      return (await import("./user-tokens.ts")).createToken(await tokenContext(), request);
    },
    async listTokens(): Promise<Output<typeof contract.listTokens>> {
      return (await import("./user-tokens.ts")).listTokens(await tokenContext());
    },
    /** @throws ApiError as `deleteToken` */
    async revokeToken(id: string): Promise<Output<typeof contract.revokeToken>> {
      return (await import("./user-tokens.ts")).deleteToken(await tokenContext(), id);
    },
    /** @throws ApiError as `replaceToken`, and 400 for an expiry of the data folder's token */
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
        throw new ApiError(
          400,
          "The token of the data folder does not expire. Leave out the expiry.",
          {
            field: expiry.expiresIn === undefined ? "expiresAt" : "expiresIn",
          },
        );
      }
      return toFolderAnswer(await replaceFolderToken(), context.beginning.owner);
    },
    /** The token of the data folder, which acts as the owner of the data. */
    folderToken: () => folderToken.current(),
    /** Calls the listener after each rotation of the data folder's token. */
    onRotation(listener: () => Promise<void>) {
      rotationListeners.add(listener);
      return () => void rotationListeners.delete(listener);
    },
    /**
     * Adds the sample workspace.
     * @throws ApiError 409 if it already exists
     */
    async seed(): Promise<void> {
      const beginning = await begin(db, { now: clock.now(), newId });
      const { seedSample } = await import("../sample/sample.ts");
      const parts = await Promise.all(areas.flatMap(({ seed }) => (seed ? [seed()] : [])));
      await inTransaction(db, (transaction) => {
        const enqueue = (job: JobRequest) => jobs.enqueue(transaction, job);
        const ground = { db: transaction, now: clock.now(), newId, enqueue, ...beginning };
        return seedSample(ground, parts);
      });
      // The sample adds jobs.
      jobs.reload();
    },
    /** Deletes all data and starts over at the real time. */
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
    /**
     * Replaces all data.
     * @throws ApiError 400 for a document that is not an export of this version or an earlier one
     */
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

/** The hashes of all credentials of this installation. */
async function listKnownHashes(db: Queries): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const table of ["tokens", "sign_ins", "agent_tokens"] as const) {
    for (const { hash } of await db.selectFrom(table).select("hash").execute()) hashes.add(hash);
  }
  return hashes;
}

/** Handlers of the admin endpoints. */
export function createAdminHandlers(admin: Admin, { db, clock, jobs, newId }: AdminParts) {
  const callIn = (transaction: Queries) => ({ db: transaction, now: clock.now(), newId });
  const presentClock = () => ({ now: clock.now().toISOString(), offset: clock.offset() });
  return {
    getBeginning: () => admin.beginning(),
    getClock: async () => presentClock(),
    async moveClock({ advance, set, reset }) {
      if ([advance, set, reset].filter((option) => option !== undefined).length !== 1) {
        throw new ApiError(400, "Specify exactly one of advance, set and reset.");
      }
      const span = advance === undefined ? 0 : parseDuration(advance);
      if (span === undefined) {
        throw new ApiError(400, "advance must be a duration such as 8d, -2h or 90m.", {
          field: "advance",
        });
      }
      try {
        if (advance !== undefined) await clock.advance(span);
        else if (set !== undefined) await clock.set(new Date(set));
        else await clock.reset();
      } catch (error) {
        throw error instanceof RangeError ? new ApiError(400, error.message) : error;
      }
      jobs.reload();
      await jobs.runDue();
      return presentClock();
    },
    makeToken: (request) => admin.makeToken(request),
    listDomains: async () => (await import("./domains.ts")).listDomains(db),
    vouchForDomain: async (request) => {
      const { vouchForDomain } = await import("./domains.ts");
      return inTransaction(db, (transaction) => vouchForDomain(callIn(transaction), request));
    },
    revokeDomain: async (request) => {
      const { revokeClaim } = await import("./domains.ts");
      return inTransaction(db, (transaction) => revokeClaim(callIn(transaction), request));
    },
    listTokens: () => admin.listTokens(),
    revokeToken: ({ tokenId }) => admin.revokeToken(tokenId),
    rotateToken: (request) => admin.rotateToken(request),
    getStorage: async () =>
      (await import("../../areas/content/files/move-contents.ts")).getStorageStatus(db),
    moveStorage: async ({ to, after }) => {
      const { moveContents } = await import("../../areas/content/files/move-contents.ts");
      const { problems, ...batch } = await moveContents({ ...callIn(db) }, to, after);
      return { ...batch, problems: [...problems] };
    },
    seed: () => admin.seed().then(() => undefined),
    reset: () => admin.reset().then(() => undefined),
    exportData: async () => {
      const { writeBackup } = await import("../backup/backup.ts");
      return new WrittenJson(writeBackup(await admin.export()));
    },
    importData: ({ keepOwnerTokens, ...backup }) =>
      admin.import(backup, { ...(keepOwnerTokens !== undefined && { keepOwnerTokens }) }),
  } satisfies Handlers<typeof contract>;
}
