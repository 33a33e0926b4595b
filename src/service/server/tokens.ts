/** Tokens: opaque strings of which only the SHA-256 is stored. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readFact, writeFact } from "../database/facts.ts";
import { createSecret } from "../database/folder-token.ts";
import { cacheQuery, prepareQuery } from "../database/prepared.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";

/** The label of data folder tokens; each installation creates its own. */
export const folderLabel = "This data folder";

/** The fact with the digest of the admin token, or several digests separated by spaces. */
export const adminFact = "admin-token";

/** @returns 64 hex digits */
export function computeDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** @returns the token in an Authorization header; undefined if there is none */
export function findBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(authorization ?? "")?.[1];
}

export interface TokenOptions {
  readonly user: string;
  readonly label: string;
  readonly now: Date;
  /** RFC 3339; the token never expires if absent. */
  readonly expiresAt?: string | undefined;
}

/** The expiry of a revoked token that is still stored in a data folder: it is invalid for any clock. */
const revokedAt = "0001-01-01T00:00:00.000Z";

/**
 * The interval in which the time of the last use is not updated, in milliseconds, so that most
 * requests write nothing.
 */
const useInterval = 60 * 60 * 1000;

/**
 * Creates a token for a user.
 * @returns the secret, which is not stored
 */
export async function issueToken(db: Queries, token: TokenOptions): Promise<string> {
  const secret = createSecret();
  await acceptToken(db, secret, token);
  return secret;
}

/** Registers an existing secret as the token of a user. */
export async function acceptToken(
  db: Queries,
  secret: string,
  { user, label, now, expiresAt }: TokenOptions,
): Promise<void> {
  const hash = computeDigest(secret);
  await db
    .insertInto("tokens")
    .values({
      hash,
      user_id: user,
      label,
      created_at: now.toISOString(),
      expires_at: expiresAt ?? null,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ user_id: user }))
    .execute();
}

const tokensWith = prepareQuery(["hash"], (db, { hash }) =>
  db
    .selectFrom("tokens")
    .select(["hash", "user_id", "label", "expires_at", "last_used_at"])
    .where("hash", "=", hash),
);

/** Cached, because every request needs it and most have the same token as the previous one. */
const findDigestToken = cacheQuery(1000, async (db, hash): Promise<TokenRecord | undefined> => {
  const [row] = await tokensWith(db, { hash });
  if (row === undefined || !isSameDigest(row.hash, hash)) return undefined;
  const { user_id: user, label, expires_at: expiresAt, last_used_at: lastUsedAt } = row;
  return { hash, user, label, expiresAt, lastUsedAt };
});

/** The owner and the name of a token. */
export interface TokenRecord {
  /** The SHA-256 of the token in hexadecimal. */
  readonly hash: string;
  /** The id of the user. */
  readonly user: string;
  readonly label: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/**
 * @returns undefined for unknown, expired, revoked and malformed tokens, which callers cannot tell
 * apart
 */
export async function findToken(
  db: Queries,
  secret: string,
  now: Date,
): Promise<TokenRecord | undefined> {
  const token = await findDigestToken(db, computeDigest(secret));
  return token === undefined || isExpired(token, now) ? undefined : token;
}

export function isExpired({ expiresAt }: Pick<TokenRecord, "expiresAt">, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}

/**
 * Records the time of a use, at most once an hour. The time is informational, so a failure is
 * ignored.
 */
export async function recordUse(
  db: Queries,
  { hash, lastUsedAt }: Pick<TokenRecord, "hash" | "lastUsedAt">,
  now: Date,
): Promise<void> {
  const age = lastUsedAt === null ? useInterval : now.getTime() - Date.parse(lastUsedAt);
  if (age >= 0 && age < useInterval) return;
  await db
    .updateTable("tokens")
    .set({ last_used_at: now.toISOString() })
    .where("hash", "=", hash)
    .execute()
    .catch(() => undefined);
}

/** Whether the token was revoked. */
export async function isRevoked(db: Queries, secret: string): Promise<boolean> {
  return (await findDigestToken(db, computeDigest(secret)))?.expiresAt === revokedAt;
}

/**
 * Revokes a token. That of a data folder is stored as revoked, because the folder still contains it
 * and would register it again at the next start.
 */
export async function revokeToken(db: Queries, hash: string): Promise<void> {
  await db
    .deleteFrom("tokens")
    .where("hash", "=", hash)
    .where("label", "!=", folderLabel)
    .execute();
  await db.updateTable("tokens").set({ expires_at: revokedAt }).where("hash", "=", hash).execute();
}

/** Creates a new admin token, which replaces the previous one. */
export async function issueAdminToken(db: Queries): Promise<string> {
  const secret = createSecret("tome_admin_");
  await writeFact(db, adminFact, computeDigest(secret));
  return secret;
}

/**
 * The maximum number of admin tokens of machines that share a database. A machine without a stored
 * folder adds one at each start.
 */
const mostAdminTokens = 500;

/** Adds an admin token to those of other processes on the same database. */
export async function acceptAdminToken(db: Queries, secret: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const digests = (await readFact(transaction, adminFact))?.split(" ") ?? [];
    const digest = computeDigest(secret);
    if (digests.includes(digest)) return;
    await writeFact(
      transaction,
      adminFact,
      [digest, ...digests].slice(0, mostAdminTokens).join(" "),
    );
  });
}

export async function isAdminToken(db: Queries, secret: string): Promise<boolean> {
  const digest = computeDigest(secret);
  const digests = (await readFact(db, adminFact))?.split(" ") ?? [];
  return digests.some((one) => isSameDigest(one, digest));
}

function isSameDigest(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
