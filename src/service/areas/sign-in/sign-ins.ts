/**
 * Sessions of browsers and tokens of programs. Each is bound to the organization whose provider
 * authenticated the user, because a provider must not grant access to other organizations.
 */
import { createHash } from "node:crypto";
import { findSignInByDigest, isActiveProvider } from "../../core/access/token-holders.ts";
import { createSecret, toolPrefix } from "../../database/folder-token.ts";
import type { Queries, UserTable } from "../../database/tables.ts";
import type { SignInTable } from "./tables.ts";

const hour = 60 * 60 * 1000;
/** Maximum lifetime in milliseconds. The identity provider may require a shorter session. */
const lifetime = { browser: 12 * hour, tool: 30 * 24 * hour } as const;

interface NewSignIn {
  readonly kind: SignInTable["kind"];
  readonly user: string;
  readonly organization: string;
  readonly provider: string;
  readonly now: Date;
  /** The latest end of the session. */
  readonly end?: Date | undefined;
}

/** @returns the secret, of which only the digest is stored */
export async function openSignIn(db: Queries, signIn: NewSignIn): Promise<string> {
  const { kind, now } = signIn;
  const defaultEnd = now.getTime() + lifetime[kind];
  const secret = createSecret(toolPrefix);
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
      expires_at: new Date(Math.min(defaultEnd, signIn.end?.getTime() ?? defaultEnd)).toISOString(),
    })
    .execute();
  return secret;
}

export interface SignedIn extends SignInTable {
  readonly user: UserTable;
}

/**
 * @returns undefined if the session has expired, the user or provider no longer belongs to the
 * organization, or the user's email domain is no longer verified for it
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

/** The user of a program's token, and the organization to which it is bound. */
export async function findToolUser(
  db: Queries,
  secret: string,
  now: Date,
): Promise<ToolUser | undefined> {
  const signIn = await findSignInOfKind(db, computeDigest(secret), "tool", now);
  if (!signIn) return undefined;
  return { user: signIn.user_id, label: "SAML sign-in", boundTo: signIn.organization_id };
}

interface ToolUser {
  readonly user: string;
  readonly label: string;
  readonly boundTo: string;
}

/** Whether an organization has an active SAML provider. */
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
