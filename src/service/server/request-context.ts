/** What is known of a request while it is answered, and what the steps of the pipeline receive. */
import type { Endpoint } from "../../contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import type { Agent } from "../core/agent.ts";
import type { SiteVisitor } from "../core/visitor.ts";
import type { Queries } from "../database/tables.ts";
import type { Outside } from "../engines/outside.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Requester } from "../jobs/principal.ts";
import type { RequestAddress } from "./request-address.ts";
import type { RouteMatch, Router } from "./router.ts";

export interface RequestContext {
  /** The request's id, which its answer carries. */
  id: string;
  readonly method: string;
  /** The parts of its path, decoded; none if it is not in its plain form. */
  parts: readonly string[];
  /** What the path matches; absent if nothing does. */
  match?: RouteMatch | undefined;
  /** The operation that it asked for; absent if the platform has none there. */
  endpoint?: Endpoint | undefined;
  /** The operation of the hosted platform that it asked for, which this platform does not have. */
  absent?: string;
  /** The id of the user whose token it carried. */
  user?: string;
  /** The one organization that the token is good for. */
  boundTo?: string;
  /** For whom a docs site is shown, if it carried the token of one. */
  visitor?: SiteVisitor;
  /** What that token is called. */
  token?: string;
  /** The integration whose token it is, which acts for the user. */
  agent?: Agent;
  /** Who requested it, as it is stored with work that outlives it. */
  principal?: Requester;
  /** How often the data had changed when the caller was identified; undefined if others change it too. */
  changes?: number | undefined;
  /** Whether it waited since then, so that the caller must be identified again. */
  hasWaited?: boolean;
  /** Why it was refused. */
  refused?: {
    readonly status: number;
    readonly message: string;
    readonly field?: string | undefined;
  };
  /** Where the time went, in milliseconds. */
  phases?: Phases;
  /** The faults that were injected, as "delay, drop". */
  fault?: string;
}

export interface Phases {
  /** Long work before the transaction. */
  prepare: number;
  /** Waiting for the database to be free for a transaction. */
  wait: number;
  /** The handler, with its queries. */
  work: number;
}

/** Wraps the answering of a request. Rejects with `Unreachable` if there must be no answer. */
export type Middleware = (
  request: WireRequest,
  context: RequestContext,
  answer: () => Promise<WireResponse>,
) => Promise<WireResponse>;

/** What the steps of the pipeline use. */
export interface Parts {
  readonly db: Queries;
  readonly router: Router;
  readonly jobs: Jobs;
  readonly outside: Outside;
  readonly secretBox: SecretBox;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The largest body, in bytes; bodies behind the admin token are not limited here. */
  readonly bodyLimit: number;
  /** How many days audit events are kept. */
  readonly auditDays: number;
  /** Receives errors of the platform itself. */
  readonly log: (message: string, error: unknown) => void;
  /** Metrics, journal and fault injection, around all steps. */
  readonly middleware?: Middleware | undefined;
}

/** A request on its way through the steps of the pipeline. */
export interface Exchange {
  readonly parts: Parts;
  readonly request: WireRequest;
  readonly address: RequestAddress;
  readonly context: RequestContext;
}

/** @returns undefined to leave the answer to the next step. @throws Problem to refuse the request */
export type Step = (
  exchange: Exchange,
) => WireResponse | undefined | Promise<WireResponse | undefined>;
