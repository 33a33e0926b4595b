/** What is known of a request beside its answer, gathered while it is answered. */
import type { Endpoint } from "../../contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../contract/wire.ts";

export interface Trail {
  /** The request's id, which its answer carries. */
  readonly id: string;
  readonly method: string;
  /** Its path as it came, without the query. */
  readonly path: string;
  /** What it asked for; absent where the platform has nothing of that kind. */
  endpoint?: Endpoint;
  /** The name of what is no operation of the contract: `healthz`, or the route of a door. */
  place?: string;
  /** The id of the user whose token it carried. */
  user?: string;
  /** Why it was refused. */
  refused?: {
    readonly status: number;
    readonly message: string;
    readonly field?: string | undefined;
  };
  /** The faults that a plan had for it, as "delay, drop". */
  fault?: string;
}

/** Stands between the requests and the platform. Rejects with `Unreachable` where no answer is to come. */
export type Around = (
  request: WireRequest,
  trail: Trail,
  answer: () => Promise<WireResponse>,
) => Promise<WireResponse>;
