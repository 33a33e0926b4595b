/**
 * Who is signed in, in which browser or program. Each is good for one organization, the one whose
 * provider has vouched for the person: what an organization's provider says must open nothing of others.
 */
import { createHash } from "node:crypto";
import { findSignInByDigest, isActiveProvider } from "../../core/token-holders.ts";
import { newSecret, toolPrefix } from "../../database/folder-token.ts";
import type { Queries, UserTable } from "../../database/tables.ts";
import type { SignInTable } from "./tables.ts";

const hour = 60 * 60 * 1000;
/** A working day; the identity provider may want less. */
const lifetime = { browser: 12 * hour, tool: 30 * 24 * hour } as const;

interface NewSignIn {
  readonly kind: SignInTable["kind"];
  readonly user: string;
  readonly organization: string;
  readonly provider: string;
  readonly now: Date;
  /** When it ends at the latest. */
  readonly end?: Date | undefined;
}

/** @returns its secret, of which only a digest is stored */
export async function openSignIn(db: Queries, signIn: NewSignIn): Promise<string> {
  const { kind, now } = signIn;
  const usual = now.getTime() + lifetime[kind];
  const secret = newSecret(toolPrefix);
  await db.deleteFrom("sign_ins").where("expires_at", "<", now.toISOString()).execute();
  await db
    .insertInto("sign_ins")
    .values({
      hash: computeDigest(secret),
      kind,
      user_id: signIn.user,
      organization_id: signIn.organization,
      provider_id: signIn.provider,
      created_at: now.toISOString(),
      expires_at: new Date(Math.min(usual, signIn.end?.getTime() ?? usual)).toISOString(),
    })
    .execute();
  return secret;
}

export interface SignedIn extends SignInTable {
  readonly user: UserTable;
}

/**
 * @returns absent if it has ended, the person or the provider is not in the organization any more, or
 * the domain of the person's address is not verified for it any more
 */
export async function findSignIn(
  db: Queries,
  secret: string,
  kind: SignInTable["kind"],
  now: Date,
): Promise<SignedIn | undefined> {
  return findSignInOfKind(db, computeDigest(secret), kind, now);
}

async function findSignInOfKind(
  db: Queries,
  hash: string,
  kind: SignInTable["kind"],
  now: Date,
): Promise<SignedIn | undefined> {
  const row = await findSignInByDigest(db, hash, now);
  if (row?.kind !== kind) return undefined;
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", row.user_id)
    .executeTakeFirst();
  return user && { ...row, user };
}

/** The user of a program's token, and the one organization that it is good for. */
export async function findToolUser(
  db: Queries,
  secret: string,
  now: Date,
): Promise<ToolUser | undefined> {
  const found = await findSignInOfKind(db, computeDigest(secret), "tool", now);
  if (!found) return undefined;
  return { user: found.user_id, label: "Signed in by SAML", boundTo: found.organization_id };
}

interface ToolUser {
  readonly user: string;
  readonly label: string;
  readonly boundTo: string;
}

/** Whether anybody can sign in by SAML. */
export async function signsPeopleIn(db: Queries): Promise<boolean> {
  const rows = await db
    .selectFrom("saml_providers")
    .select(["entity_id", "certificate", "sso_url"])
    .execute();
  return rows.some(isActiveProvider);
}

export async function endSignIn(db: Queries, secret: string): Promise<void> {
  await db.deleteFrom("sign_ins").where("hash", "=", computeDigest(secret)).execute();
}

export function computeDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
