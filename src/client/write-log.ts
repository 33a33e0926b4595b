/** Log of every request that may change something, before it is sent and when it has ended. */
import type { JsonValue } from "../json/values.ts";
import type { PreparedRequest } from "./request.ts";
import { isReading } from "./retry.ts";

/** The end of a request that received a response. */
export interface LoggedResponse {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly value: JsonValue | undefined;
}

export interface LoggedWrite {
  readonly answered: (answer: LoggedResponse) => Promise<void>;
  readonly failed: (error: unknown) => Promise<void>;
}

export interface WriteLog {
  /**
   * Resolves when the write is logged; if it throws, the write is not sent.
   * @param read sends a GET with the same client to a path relative to the base URL; by default,
   *   the secrets of the request are secret in the response too
   */
  readonly begin: (
    request: PreparedRequest,
    read: (path: string, secrets?: PreparedRequest["secrets"]) => Promise<JsonValue | undefined>,
  ) => Promise<LoggedWrite>;
}

/** Whether the request may change something that an admin would look up or undo. */
export function isLogged(request: PreparedRequest): boolean {
  const { reads, unaudited } = request.of?.endpoint ?? {};
  return !isReading(request) && reads !== true && unaudited !== true;
}
