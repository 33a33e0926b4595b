/** Handlers: functions from a validated input to the response that the contract declares. */
import type { Endpoint, Input, Output } from "../../contract/endpoint.ts";
import type { Fields } from "../../contract/fields.ts";
import type { ListResponse } from "../../contract/wire.ts";
import type { Queries } from "../database/tables.ts";
import { inSnapshot } from "../database/transaction.ts";
import type { Egress } from "../engines/network/egress.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { RequestContextKey } from "../engines/threads/caller.ts";
import type { JobRequest } from "../jobs/job.ts";
import type { Requester } from "../jobs/principal.ts";
import type { Agent } from "./access/agent.ts";
import type { SiteVisitor } from "./access/visitor.ts";
import type { DeferredResponse, WrittenJson } from "./deferred-response.ts";
import type { EventStream } from "./event-stream.ts";
import type { FindPublishedUrls } from "./rows/published-urls.ts";

/** The context of a handler, for one request. */
export interface Call {
  /**
   * The database; in a transaction except for GET, so that a thrown Problem rolls back all changes.
   */
  readonly db: Queries;
  /** The id of the user who owns the token; empty for a visitor of a docs site. */
  readonly caller: string;
  /**
   * The organization that the token is limited to, because only its identity provider vouches for
   * the caller; absent for a user's own token.
   */
  readonly boundTo?: string | undefined;
  /** Set for a token of a docs site, whose holder is not a user. */
  readonly visitor?: SiteVisitor | undefined;
  /** The time of the platform, including the offset of the clock. */
  readonly now: Date;
  /** The base URL of links in responses, without `/v1` and without a trailing slash. */
  readonly base: string;
  /** Finds the URLs of spaces on published sites. */
  readonly findPublishedUrls: FindPublishedUrls;
  /** A new random id. */
  readonly newId: () => string;
  /** Enqueues a job in the same transaction as the change that needs it. */
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** Sends requests to other machines. A request that writes must leave this to a job. */
  readonly outside: Egress;
  /** Adds a `Warning` to the response, which commands print as a note. */
  readonly note?: ((text: string) => void) | undefined;
  /** Encrypts stored secrets. */
  readonly secretBox: SecretBox;
  /** The principal of the request, for jobs that it enqueues; absent without a user. */
  readonly principal?: Requester | undefined;
  /**
   * The integration that owns the token and acts for the caller; absent for the token of a user.
   */
  readonly agent?: Agent | undefined;
}

/**
 * The parts of a call that a change needs after authorization. A handler's call has all of them;
 * the sample workspace provides them for each of its users.
 */
export type Actor = Pick<Call, "db" | "caller" | "now" | "base" | "newId" | "enqueue">;

/** A DELETE returns whether the resource existed: 205 or 204; a list returns a page. */
export type HandlerResponse<E> =
  E extends Endpoint<Fields, unknown, `DELETE /${string}`>
    ? boolean
    : Output<E> extends { items: (infer T)[] }
      ? ListResponse<T>
      : Output<E>;

export type Handler<E> = (
  input: Input<E>,
  call: Call,
) => Promise<
  | HandlerResponse<E>
  | WrittenJson
  | DeferredResponse<HandlerResponse<E>>
  | EventStream<HandlerResponse<E>>
>;

/** One handler for each endpoint of a contract module; a missing one does not compile. */
export type Handlers<M> = {
  readonly [K in keyof M as M[K] extends Endpoint ? K : never]: Handler<M[K]>;
};

/**
 * Runs the queries of a GET on one snapshot of the data, without changes by other requests in
 * between. It occupies the only connection of SQLite, so the handler must not wait for other work.
 */
export function withSnapshot<Input, Answer>(
  handler: (input: Input, call: Call) => Promise<Answer>,
): (input: Input, call: Call) => Promise<Answer> {
  return (input, call) => inSnapshot(call.db, (db) => handler(input, { ...call, db }));
}

/**
 * The same for a response that takes long to present: the snapshot ends after all data is read.
 * @param handler returns a function that presents the response without reading further
 */
export function readThenPresent<Input, Answer>(
  handler: (input: Input, call: Call) => Promise<(asker: RequestContextKey) => Promise<Answer>>,
): (input: Input, call: Call) => Promise<Answer> {
  const read = withSnapshot(handler);
  return async (input, call) => {
    const present = await read(input, call);
    return present(call);
  };
}

/**
 * Work of an operation before its transaction begins, whose result the handler uses. It changes no
 * data, performs its own permission checks, and is optional.
 */
export type Preparations<M> = {
  readonly [K in keyof M as M[K] extends Endpoint ? K : never]?: (
    input: Input<M[K]>,
    call: Call,
  ) => Promise<void>;
};
