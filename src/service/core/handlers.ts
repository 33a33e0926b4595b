/** What a handler is: a function from a checked input to the answer that the contract promises. */
import type { Endpoint, Input, Output } from "../../contract/endpoint.ts";
import type { Fields } from "../../contract/fields.ts";
import type { Page } from "../../contract/wire.ts";
import type { Queries } from "../database/tables.ts";
import { inSnapshot } from "../database/transaction.ts";
import type { Asker } from "../engines/asker.ts";
import type { Outside } from "../engines/outside.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { JobRequest } from "../jobs/job.ts";
import type { Requester } from "../jobs/principal.ts";
import type { Agent } from "./agent.ts";
import type { PresentedLater, WrittenJson } from "./answers.ts";
import type { SiteVisitor } from "./visitor.ts";

/** What a handler may know and use while it answers one request. */
export interface Call {
  /** The database; inside a transaction for everything but GET, so a thrown Problem undoes all of it. */
  readonly db: Queries;
  /** The id of the user whose token this is; empty for a visitor of a docs site. */
  readonly caller: string;
  /**
   * The one organization that the token is good for, as only its identity provider vouches for the
   * caller; absent for a token of their own.
   */
  readonly boundTo?: string | undefined;
  /** Set for somebody with the token of a docs site, who is no user. */
  readonly visitor?: SiteVisitor | undefined;
  /** The platform's time, which a clock setting may have moved. */
  readonly now: Date;
  /** The address that links in answers begin with, without `/v1` and without a slash at the end. */
  readonly base: string;
  /** A new random id. */
  readonly newId: () => string;
  /** Enqueues durable work, in the same transaction as the change that needs it. */
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** Reaches other machines; a request that writes must leave that to a job. */
  readonly outside: Outside;
  /** Keeps secrets encrypted. */
  readonly secretBox: SecretBox;
  /** The actor of the request, for work that outlives it; absent without a user. */
  readonly principal?: Requester | undefined;
  /** The integration whose token this is, which acts for the caller; absent for the token of a person. */
  readonly agent?: Agent | undefined;
}

/**
 * What a change needs to know of the person who makes it, once they are authorized. A handler's call
 * has all of it; the sample workspace has it too, for each of its people.
 */
export type Actor = Pick<Call, "db" | "caller" | "now" | "base" | "newId" | "enqueue">;

/** A DELETE answers whether there was something to delete: 205 or 204; a list answers a page. */
export type Answer<E> =
  E extends Endpoint<Fields, unknown, `DELETE /${string}`>
    ? boolean
    : Output<E> extends { items: (infer T)[] }
      ? Page<T>
      : Output<E>;

export type Handler<E> = (
  input: Input<E>,
  call: Call,
) => Promise<Answer<E> | WrittenJson | PresentedLater<Answer<E>>>;

/** One handler for each endpoint of a noun's contract module; forgetting one does not compile. */
export type Handlers<M> = {
  readonly [K in keyof M as M[K] extends Endpoint ? K : never]: Handler<M[K]>;
};

/**
 * Lets all queries of a GET see the data as it is at one moment, with no change of another request
 * in between. It occupies the one connection of SQLite, so the handler must wait for nothing else.
 */
export function withSnapshot<Input, Answer>(
  handler: (input: Input, call: Call) => Promise<Answer>,
): (input: Input, call: Call) => Promise<Answer> {
  return (input, call) => inSnapshot(call.db, (db) => handler(input, { ...call, db }));
}

/**
 * The same for an answer that takes long to present: the snapshot ends once all is read.
 * @param handler returns what presents the answer, without reading further
 */
export function readThenPresent<Input, Answer>(
  handler: (input: Input, call: Call) => Promise<(asker: Asker) => Promise<Answer>>,
): (input: Input, call: Call) => Promise<Answer> {
  const read = withSnapshot(handler);
  return async (input, call) => {
    const present = await read(input, call);
    return present(call);
  };
}

/**
 * What an operation does before its transaction begins: long work that the handler then finds done. It
 * changes nothing, checks what the caller may do itself, and may be missing.
 */
export type Preparations<M> = {
  readonly [K in keyof M as M[K] extends Endpoint ? K : never]?: (
    input: Input<M[K]>,
    call: Call,
  ) => Promise<void>;
};
