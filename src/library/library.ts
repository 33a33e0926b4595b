/**
 * Public module for programs: a client with every operation of the contract, and the local
 * platform.
 */
import { openClient } from "../client/client.ts";
import { openTransport } from "../client/transport/transport.ts";
import { version } from "../version.ts";
import { type Client, withOperations } from "./client.ts";

export { AcceptedError } from "../client/response-status.ts";
export { ApiError, IncompleteError, NetworkError, UsageError } from "../errors.ts";
export type { Client, List, ListPage } from "./client.ts";
export {
  type Platform,
  type PlatformClock,
  type PlatformFaults,
  type PlatformOptions,
  type PlatformRole,
  type ReceivedRequest,
  startPlatform,
} from "./platform.ts";

/** Options of a client. */
export interface ClientOptions {
  /** The base URL of the platform, with or without `/v1`: `https://api.gitbook.com`. */
  readonly baseUrl: string;
  /** Sent only to the origin of `baseUrl`. It is never read from the environment or a file. */
  readonly token?: string | undefined;
  /** The maximum duration of a call with its retries and waits, in seconds; default 60. */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum number of retries; default 3. */
  readonly retries?: number | undefined;
  /** Certificate authorities to trust in addition to the default ones, as PEM text. */
  readonly authorities?: string | undefined;
  /** Receives a line for every request, wait and response, without secrets. */
  readonly onTrace?: ((line: string) => void) | undefined;
  /**
   * Receives warnings of the platform about requests that it did not execute in full; each text
   * once.
   */
  readonly onWarning?: ((text: string) => void) | undefined;
}

/**
 * Opens a client. Nothing is sent before the first call. Connections are kept for the next one, and
 * do not keep the process alive. The variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` apply.
 * @throws UsageError for an invalid base URL or token
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, timeoutSeconds, retries, authorities } = options;
  const client = openClient({
    baseUrl,
    token,
    timeoutSeconds,
    retries,
    transport: openTransport({ many: true, environment: process.env, authorities }),
    userAgent: `tome/${version}`,
    trace: options.onTrace,
    note: options.onWarning,
  });
  return withOperations(client);
}
