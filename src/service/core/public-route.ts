/** Routes outside the contract, for example those that need no token. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import type { Queries } from "../database/tables.ts";
import type { Egress } from "../engines/network/egress.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { JobRequest } from "../jobs/job.ts";
import type { Requester } from "../jobs/principal.ts";
import type { Call } from "./handlers.ts";

/**
 * The callers that a route admits: anyone, whatever token they send; anyone without a token or with
 * a valid one; a user with a token; a browser with a session of the workspace pages; or the holder of
 * the admin token.
 */
export type Access = "anyone" | "anonymous" | "user" | "session" | "admin";

/** The parts of a request that the handler of a public route receives. */
export interface PublicRequest {
  readonly db: Queries;
  readonly secretBox: SecretBox;
  readonly now: Date;
  /** The id of the user who owns the token; empty if the route requires none. */
  readonly caller: string;
  /** The organization that the token is limited to; absent for a user's own token. */
  readonly boundTo?: string | undefined;
  /** The principal of the token or session; absent if the route requires none. */
  readonly principal?: Requester | undefined;
  /** The call of a handler with the permissions of the caller, to read with. */
  readonly call?: Call;
  /** The base URL of links, without a trailing slash. */
  readonly base: string;
  /** The `{names}` of the route, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly request: WireRequest;
  /** Enqueues a job in the transaction of the queries. */
  readonly enqueue?: (db: Queries, job: JobRequest) => Promise<void>;
  /** A new random id. */
  readonly newId?: () => string;
  /** Sends requests to other machines, and runs scripts of integrations. */
  readonly outside?: Egress;
  /** Writes a line to the log of the server. */
  readonly log?: (message: string, error: unknown) => void;
}

export type PublicHandler = (request: PublicRequest) => Promise<WireResponse>;

export interface PublicRoute {
  readonly route: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  readonly access: Access;
  /** The name in the log and the metrics; the route if absent. */
  readonly name?: string;
  /** Whether it is for monitoring: faults are not injected and the journal does not record it. */
  readonly isProbe?: true;
  /**
   * Whether pages of other sites may link to this route; requests from other sites are refused for
   * all other routes.
   */
  readonly fromOtherSites?: true;
  readonly load: () => Promise<PublicHandler>;
}

/** Hosts that are served by a single route. */
export interface HostRoute {
  /** @param hostname in lower case, without a port */
  readonly isOwn: (hostname: string) => boolean;
  /** Whether the route handles a method at a path; HEAD is handled as GET. */
  readonly accepts: (method: string, parts: readonly string[]) => boolean;
  /** Its path begins at the root of the host. */
  readonly publicRoute: PublicRoute;
}
