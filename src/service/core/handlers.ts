/** What a handler is: a function from a checked input to the answer that the contract promises. */
import type { Endpoint, Input, Output } from "../../contract/endpoint.ts";
import type { Fields } from "../../contract/fields.ts";
import type { Page } from "../../contract/wire.ts";
import type { Queries } from "../database/tables.ts";
import type { Outside } from "../engines/outside.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { JobRequest } from "../jobs/job.ts";
import type { WrittenJson } from "./answers.ts";

/** What a handler may know and use while it answers one request. */
export interface Call {
  /** The database; inside a transaction for everything but GET, so a thrown Problem undoes all of it. */
  readonly db: Queries;
  /** The id of the user whose token this is. */
  readonly caller: string;
  /** The platform's time, which a clock setting may have moved. */
  readonly now: Date;
  /** The address that links in answers begin with, without `/v1` and without a slash at the end. */
  readonly base: string;
  /** A new random id. */
  readonly newId: () => string;
  /** Puts durable work in the queue, in the same transaction as the change that asks for it. */
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** The way to other machines; a request that writes must leave its use to a job. */
  readonly outside: Outside;
  /** Keeps secrets encrypted. */
  readonly secretBox: SecretBox;
}

/** A DELETE answers whether there was something to delete: 205 or 204; a list answers a page. */
export type Answer<E> =
  E extends Endpoint<Fields, unknown, `DELETE /${string}`>
    ? boolean
    : Output<E> extends { items: (infer T)[] }
      ? Page<T>
      : Output<E>;

export type Handler<E> = (input: Input<E>, call: Call) => Promise<Answer<E> | WrittenJson>;

/** One handler for each endpoint of a noun's contract module; forgetting one does not compile. */
export type Handlers<M> = {
  readonly [K in keyof M as M[K] extends Endpoint ? K : never]: Handler<M[K]>;
};
