/** Tokens: opaque texts, of which only the SHA-256 is stored. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readFact, writeFact } from "../database/facts.ts";
import { newSecret } from "../database/folder-token.ts";
import { cached, prepared } from "../database/prepared.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";

/** The label of the tokens of data folders: each installation creates its own. */
export const folderLabel = "This data folder";

/** The fact that holds the digest of the secret for `/_tome/`, or several with spaces between. */
export const adminFact = "admin-token";

/** @returns 64 hex digits */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** @returns the secret in a header Authorization, undefined if it carries none */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(authorization ?? "")?.[1];
}

/** Creates a token for a user. @returns its text, which cannot be read again */
export async function issueToken(
  db: Queries,
  token: { readonly user: string; readonly label: string; readonly now: Date },
): Promise<string> {
  const secret = newSecret();
  await acceptToken(db, secret, token);
  return secret;
}

/** Makes an existing text a token of a user. */
export async function acceptToken(
  db: Queries,
  secret: string,
  { user, label, now }: { readonly user: string; readonly label: string; readonly now: Date },
): Promise<void> {
  const hash = digestOf(secret);
  await db
    .insertInto("tokens")
    .values({ hash, user_id: user, label, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ user_id: user }))
    .execute();
}

const tokensWith = prepared(["hash"], (db, { hash }) =>
  db.selectFrom("tokens").select(["hash", "user_id", "label"]).where("hash", "=", hash),
);

/** Cached, as every request needs it and most have the token of the one before. */
const tokenOfDigest = cached(1000, async (db, hash) => {
  const [row] = await tokensWith(db, { hash });
  return row && sameDigest(row.hash, hash) ? { user: row.user_id, label: row.label } : undefined;
});

/** A token by its owner, and by what it is called. */
export interface KnownToken {
  /** The id of the user. */
  readonly user: string;
  readonly label: string;
}

/** @returns undefined for unknown, revoked and malformed ones, which look alike */
export async function findToken(db: Queries, secret: string): Promise<KnownToken | undefined> {
  return findTokenByDigest(db, digestOf(secret));
}

/** The same for a token of which only the digest is known. */
export async function findTokenByDigest(
  db: Queries,
  hash: string,
): Promise<KnownToken | undefined> {
  return tokenOfDigest(db, hash);
}

/** Creates a new secret for `/_tome/`; the one before it is no longer valid. */
export async function issueAdminToken(db: Queries): Promise<string> {
  const secret = newSecret("tome_admin_");
  await writeFact(db, adminFact, digestOf(secret));
  return secret;
}

/** How many admin tokens of machines that share a database are kept; a machine without a stored folder adds one at each start. */
const mostAdminTokens = 500;

/** Makes a secret valid for `/_tome/` beside those of other processes on the same database. */
export async function acceptAdminToken(db: Queries, secret: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const digests = (await readFact(transaction, adminFact))?.split(" ") ?? [];
    const digest = digestOf(secret);
    if (digests.includes(digest)) return;
    await writeFact(
      transaction,
      adminFact,
      [digest, ...digests].slice(0, mostAdminTokens).join(" "),
    );
  });
}

export async function isAdminToken(db: Queries, secret: string): Promise<boolean> {
  const digest = digestOf(secret);
  const digests = (await readFact(db, adminFact))?.split(" ") ?? [];
  return digests.some((one) => sameDigest(one, digest));
}

function sameDigest(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
