/** What is told of every request that may change something, before it is sent and when it has ended. */
import type { JsonValue } from "../json/values.ts";
import type { Prepared } from "./request.ts";
import { isReading } from "./retry.ts";

/** The end of a request that was answered. */
export interface Answered {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly value: JsonValue | undefined;
}

export interface LoggedWrite {
  readonly answered: (answer: Answered) => Promise<void>;
  readonly failed: (error: unknown) => Promise<void>;
}

export interface WriteLog {
  /**
   * Resolves when the write is on record; if it throws, the write is not sent.
   * @param read sends a GET with the same client to a path below the base address; what is secret in
   * its answer is what is secret in the request, unless given
   */
  readonly begin: (
    request: Prepared,
    read: (path: string, secrets?: Prepared["secrets"]) => Promise<JsonValue | undefined>,
  ) => Promise<LoggedWrite>;
}

/** Whether the request may change something. */
export function isWrite(request: Prepared): boolean {
  return !isReading(request) && request.of?.endpoint.reads !== true;
}
