/** What is known of a request beside its answer, gathered while it is answered. */
import type { Endpoint } from "../../contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import type { Found } from "./router.ts";

export interface Trail {
  /** The request's id, which its answer carries. */
  readonly id: string;
  readonly method: string;
  /** The parts of its path, decoded; none if it is not in its plain form. */
  parts: readonly string[];
  /** What is at the path; absent if nothing is. */
  found?: Found | undefined;
  /** The operation that it asked for; absent if the platform has none there. */
  endpoint?: Endpoint | undefined;
  /** The operation of the hosted platform that it asked for, which this platform does not have. */
  absent?: string;
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
