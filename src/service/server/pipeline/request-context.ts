/** Context of a request: its attributes, and the parts of the platform that the pipeline steps use. */
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../../contract/wire.ts";
import type { Agent } from "../../core/access/agent.ts";
import type { SiteVisitor } from "../../core/access/visitor.ts";
import type { DataState } from "../../database/data-state.ts";
import type { Queries } from "../../database/tables.ts";
import type { Egress } from "../../engines/network/egress.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Requester } from "../../jobs/principal.ts";
import type { RequestAddress } from "./request-url.ts";
import type { RouteMatch, Router } from "./router.ts";

export interface RequestContext {
  /** The id of the request, which the response contains. */
  id: string;
  readonly method: string;
  /** The decoded segments of its path; none if it is not in normal form. */
  parts: readonly string[];
  /** The matching route; absent if there is none. */
  match?: RouteMatch | undefined;
  /** The requested operation; absent if the platform has none at the path. */
  endpoint?: Endpoint | undefined;
  /** The requested operation if only the hosted platform has it. */
  absent?: string;
  /** The id of the user who owns the token. */
  user?: string;
  /** The user for whom the token acts, if the request is sent for another user of an integration. */
  owner?: string;
  /** The organization that the token is limited to. */
  boundTo?: string;
  /** The visitor, if the request has the token of a docs site. */
  visitor?: SiteVisitor;
  /** The name of the token. */
  token?: string;
  /** The integration that owns the token and acts for the user. */
  agent?: Agent;
  /** The principal that is stored with jobs. */
  principal?: Requester;
  /** The state of the data at the time of authentication. */
  dataState?: DataState;
  /**
   * Whether the request has waited for other work since authentication, so that changes by other
   * processes are likely.
   */
  hasWaited?: boolean;
  /** Notes of the handler for the `Warning` header. */
  notes?: readonly string[];
  /** The reason of a refusal. */
  refused?: {
    readonly status: number;
    readonly message: string;
    readonly field?: string | undefined;
  };
  /** The duration of each phase, in milliseconds. */
  phases?: RequestPhases;
  /** The state of the limit of requests per minute that the request is closest to. */
  rate?: RateState | undefined;
  /** The organization whose limit the request counts for. */
  rateOwner?: string;
  /** The injected faults, such as "delay, drop". */
  fault?: string;
}

export interface RequestPhases {
  /** Work before the transaction. */
  prepare: number;
  /** Waiting for the database before a transaction. */
  wait: number;
  /** The handler, with its queries. */
  work: number;
}

/** The state of the limit that a request is closest to. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** When the count starts over, in seconds since 1970. */
  readonly reset: number;
}

export interface RateLimits {
  /** Counts an authenticated request. @returns 429 if a limit is exceeded */
  readonly admit: (exchange: PipelineExchange) => Promise<WireResponse | undefined>;
  /** Counts a request for the limit of its organization, unless the organization refused it. */
  readonly end: (context: RequestContext, answer: WireResponse) => WireResponse;
}

/** Wraps the handling of a request. Rejects with `NetworkError` if no response must be sent. */
export type Middleware = (
  request: WireRequest,
  context: RequestContext,
  answer: () => Promise<WireResponse>,
) => Promise<WireResponse>;

/** The parts of the platform that the pipeline steps use. */
export interface PipelineParts {
  readonly db: Queries;
  readonly router: Router;
  readonly jobs: Jobs;
  readonly outside: Egress;
  readonly secretBox: SecretBox;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The maximum size of a body, in bytes; bodies sent with the admin token are not limited by it. */
  readonly bodyLimit: number;
  /** Retention of audit events in days. */
  readonly auditDays: number;
  /** Receives internal errors of the platform. */
  readonly log: (message: string, error: unknown) => void;
  /** Limits of requests per minute; absent for none. */
  readonly rateLimits?: RateLimits | undefined;
  /** Metrics, journal and fault injection, around all steps. */
  readonly middleware?: Middleware | undefined;
}

/** A request in the pipeline. */
export interface PipelineExchange {
  readonly parts: PipelineParts;
  readonly request: WireRequest;
  readonly address: RequestAddress;
  readonly context: RequestContext;
}

/**
 * @returns undefined to continue with the next step
 * @throws ApiError to refuse the request
 */
export type PipelineStep = (
  exchange: PipelineExchange,
) => WireResponse | undefined | Promise<WireResponse | undefined>;
