/** Tables of SAML sign-ins. */

/** A browser session or a program's token. `hash` is the SHA-256 of its secret in hexadecimal. */
export interface SignInTable {
  hash: string;
  kind: "browser" | "tool";
  user_id: string;
  /** The organization to which it is bound. */
  organization_id: string;
  /** The session ends if the provider is deleted. */
  provider_id: string;
  created_at: string;
  expires_at: string;
}

/** Digests of values that may be used only once: requests, assertions and authorization codes. */
export interface UsedOnceTable {
  /** SHA-256 in hexadecimal. */
  hash: string;
  /** The time from which the value is rejected as expired anyway. */
  expires_at: string;
}

/** A SAML response that was refused, or a user who may not sign in. */
export interface SamlFailureTable {
  id: string;
  provider_id: string;
  /** A sentence. */
  reason: string;
  created_at: string;
}

/** A user whom an admin removed from an organization. They join again only by an invitation. */
export interface FormerMemberTable {
  organization_id: string;
  user_id: string;
  removed_at: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    sign_ins: SignInTable;
    used_once: UsedOnceTable;
    saml_failures: SamlFailureTable;
    former_members: FormerMemberTable;
  }
}
