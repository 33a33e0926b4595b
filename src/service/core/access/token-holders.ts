/**
 * Holders of tokens of which only the digest is stored: jobs and site tokens depend on the token that
 * requested them and become invalid with it.
 */
import type { Queries } from "../../database/tables.ts";
import type { TokenReference } from "../../jobs/principal.ts";
import { ownsEmail } from "../domains.ts";

export interface TokenHolder {
  /** The id of the user. */
  readonly user: string;
  /** The only organization for which the token is valid; undefined if it is not bound. */
  readonly boundTo?: string | undefined;
}

/** Hexadecimal digits that identify a token: 48 bits, to avoid collisions within one platform. */
const idLength = 12;

/** A reference that may leave the platform, unlike a complete digest: its first digits. */
export function shortenReference({ store, hash }: TokenReference): TokenReference {
  return { store, hash: hash.slice(0, idLength) };
}

/**
 * @param reference with the complete digest, or shortened
 * @returns undefined if the token is unknown, revoked or expired, or its sign-in is no longer valid
 */
export async function findTokenHolder(
  db: Queries,
  { store, hash }: TokenReference,
  now: Date,
): Promise<TokenHolder | undefined> {
  if (store === "sign_ins") {
    const signIn = await findSignInByDigest(db, hash, now);
    return signIn && { user: signIn.user_id, boundTo: signIn.organization_id };
  }
  const row = await db
    .selectFrom("tokens")
    .select("user_id")
    .where("hash", ">=", hash)
    .where("hash", "<", `${hash}g`)
    .where((token) =>
      token.or([token("expires_at", "is", null), token("expires_at", ">", now.toISOString())]),
    )
    .executeTakeFirst();
  return row && { user: row.user_id };
}

/**
 * @param hash the digest of its token, or the first digits of the digest
 * @returns undefined if the sign-in has expired, the user or the provider is no longer part of the
 * organization, or the domain of the user's email address is no longer verified for it
 */
export async function findSignInByDigest(db: Queries, hash: string, now: Date) {
  const row = await db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .innerJoin("saml_providers", "saml_providers.id", "sign_ins.provider_id")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "sign_ins.organization_id")
        .onRef("members.user_id", "=", "sign_ins.user_id")
        .on("members.disabled", "=", 0),
    )
    .selectAll("sign_ins")
    .select("users.email")
    .select(["saml_providers.entity_id", "saml_providers.certificate", "saml_providers.sso_url"])
    .where("sign_ins.hash", ">=", hash)
    .where("sign_ins.hash", "<", `${hash}g`)
    .where("sign_ins.expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (!row || !isActiveProvider(row)) return undefined;
  return (await ownsEmail(db, row.organization_id, row.email)) ? row : undefined;
}

interface ProviderSettings {
  readonly entity_id: string;
  readonly certificate: string;
  readonly sso_url: string;
}

/** A SAML provider can authenticate users only if all three are set. */
export function isActiveProvider(row: ProviderSettings): boolean {
  return row.entity_id !== "" && row.certificate !== "" && row.sso_url !== "";
}
