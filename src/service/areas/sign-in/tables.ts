/** The tables of people who have signed in by SAML. */

/** A browser or a program in which somebody is signed in; known only by the SHA-256 of its secret, in hex. */
export interface SignInTable {
  hash: string;
  kind: "browser" | "tool";
  user_id: string;
  /** The one organization that it is good for. */
  organization_id: string;
  /** It ends with the provider. */
  provider_id: string;
  created_at: string;
  expires_at: string;
}

/** What is good once: assertions, and the codes that programs get a token for. */
export interface UsedOnceTable {
  /** SHA-256, in hex. */
  hash: string;
  /** From when it would be refused for its age. */
  expires_at: string;
}

declare module "../../database/tables.ts" {
  interface Tables {
    sign_ins: SignInTable;
    used_once: UsedOnceTable;
  }
}
