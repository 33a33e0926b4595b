/** Principals of jobs, in their stored form. */

/** The token with which a job was requested; it must still be valid when the job runs. */
export interface TokenReference {
  readonly store: "tokens" | "sign_ins";
  /** The SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
}

export interface UserPrincipal {
  readonly kind: "user";
  /** The id of the user. */
  readonly user: string;
  /** Absent for actions of the platform on behalf of a user, such as creating the sample workspace. */
  readonly token?: TokenReference | undefined;
}

export interface IntegrationPrincipal {
  readonly kind: "integration";
  readonly integration: string;
  /** The user for whom it acts. */
  readonly user: string;
}

export interface InstallationPrincipal {
  readonly kind: "installation";
  readonly integration: string;
  readonly installation: string;
  /** The user for whom it acts. */
  readonly user: string;
}

/** A principal that requests operations. */
export type Requester = UserPrincipal | IntegrationPrincipal | InstallationPrincipal;

/** The platform itself, for maintenance of stored data that needs no user's permission. */
export type Principal = Requester | { readonly kind: "platform" };

export const platform: Principal = { kind: "platform" };

/** Parses the principal in a table; rows of earlier versions have none. */
export function parsePrincipal(text: string | null): Principal | undefined {
  return text === null ? undefined : JSON.parse(text);
}

/** Identifies the principal for fair scheduling. */
export function getConcurrencyKey(principal: Principal): string {
  if (principal.kind === "platform") return "platform";
  if (principal.kind === "user") return `user ${principal.user}`;
  if (principal.kind === "integration") return `integration ${principal.integration}`;
  return `installation ${principal.installation}`;
}

/** @returns whether both are the same principal, with any token */
export function isSameActor(one: Principal, other: Principal): boolean {
  return getConcurrencyKey(one) === getConcurrencyKey(other);
}
