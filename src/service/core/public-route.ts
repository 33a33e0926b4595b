/** What an address beside the contract is, such as one that needs no token. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import type { Queries } from "../database/tables.ts";
import type { SecretBox } from "../engines/secret-box.ts";

/**
 * Who is admitted: anyone, whatever token they send; anyone without a token, or with a valid one;
 * anyone with a user's token; or the holder of the admin token.
 */
export type Access = "anyone" | "anonymous" | "user" | "admin";

/** What the handler of such a route may know of a request. */
export interface PublicRequest {
  readonly db: Queries;
  readonly secretBox: SecretBox;
  readonly now: Date;
  /** The id of the user whose token it is; empty if the route requires none. */
  readonly caller: string;
  /** The one organization that the token is good for; absent for a token of the user's own. */
  readonly boundTo?: string | undefined;
  /** The address that links begin with, without a slash at the end. */
  readonly base: string;
  /** The `{names}` of the route, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly request: WireRequest;
}

export type PublicHandler = (request: PublicRequest) => Promise<WireResponse>;

export interface PublicRoute {
  readonly route: `${"GET" | "POST"} /${string}`;
  readonly access: Access;
  /** Its name in the log and the metrics; the route if absent. */
  readonly name?: string;
  /** Whether it is for monitoring: it meets no injected fault and is not in the journal. */
  readonly isProbe?: true;
  /** Whether pages of other sites may send browsers here; the address of each other one is refused to them. */
  readonly fromOtherSites?: true;
  readonly load: () => Promise<PublicHandler>;
}

/** Hosts that are all of one route: nothing else of the platform is at them. */
export interface HostRoute {
  /** @param hostname in small letters, without a port */
  readonly isOwn: (hostname: string) => boolean;
  /** For GET and HEAD; its path begins at the root of the host. */
  readonly publicRoute: PublicRoute;
}
