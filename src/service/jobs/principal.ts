/** Principals of jobs: in whose name one runs, as it is stored with it. */

/** The token with which a job was requested: it must still be valid when the job runs. */
export interface TokenReference {
  readonly store: "tokens" | "sign_ins";
  /** The SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
}

export interface UserPrincipal {
  readonly kind: "user";
  /** The id of the user. */
  readonly user: string;
  /** Absent for what the platform did in the name of a user, such as the sample workspace. */
  readonly token?: TokenReference | undefined;
}

export interface IntegrationPrincipal {
  readonly kind: "integration";
  readonly integration: string;
  /** The user for whom it acted. */
  readonly user: string;
}

export interface InstallationPrincipal {
  readonly kind: "installation";
  readonly integration: string;
  readonly installation: string;
  /** The user for whom it acted. */
  readonly user: string;
}

/** The actor who requested something. */
export type Requester = UserPrincipal | IntegrationPrincipal | InstallationPrincipal;

/** The platform itself maintains what is stored already; nothing of it depends on anyone's permission. */
export type Principal = Requester | { readonly kind: "platform" };

export const platform: Principal = { kind: "platform" };

/** A table names the principals of what waits in it as JSON; earlier versions named none. */
export function parsePrincipal(text: string | null): Principal | undefined {
  return text === null ? undefined : JSON.parse(text);
}

/** Identifies the actor whose jobs take turns with those of others. */
export function getConcurrencyKey(principal: Principal): string {
  if (principal.kind === "platform") return "platform";
  if (principal.kind === "user") return `user ${principal.user}`;
  if (principal.kind === "integration") return `integration ${principal.integration}`;
  return `installation ${principal.installation}`;
}

/** @returns whether both name the same actor, with whichever token */
export function isSameActor(one: Principal, other: Principal): boolean {
  return getConcurrencyKey(one) === getConcurrencyKey(other);
}
