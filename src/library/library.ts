/** What programs import: a client with every operation of the contract, and the platform to run it on. */
import { openClient } from "../client/client.ts";
import { openTransport } from "../client/transport.ts";
import { version } from "../version.ts";
import { type Client, withOperations } from "./client.ts";

export { Unfinished } from "../client/meaning.ts";
export { Problem, Unreachable, Unsettled, UsageError } from "../errors.ts";
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

/** What a client needs to know. */
export interface ClientOptions {
  /** The address of the platform, with or without `/v1`: `https://api.gitbook.com`. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` and nowhere else. No environment and no file is read for it. */
  readonly token?: string | undefined;
  /** The longest that a call may take, with its repeats and waits, in seconds; 60 unless given. */
  readonly timeoutSeconds?: number | undefined;
  /** How often a request may be repeated; 3 unless given. */
  readonly retries?: number | undefined;
  /** Certificate authorities to trust besides the usual ones, as PEM text. */
  readonly authorities?: string | undefined;
  /** Receives a line for every request, wait and answer, without secrets. */
  readonly onTrace?: ((line: string) => void) | undefined;
  /** Receives what the platform says of requests that it did not carry out in full; each text once. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

/**
 * Opens a client. Nothing is sent before the first call. Connections are kept for the next one, and do
 * not keep the process alive. The variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are followed.
 * @throws UsageError if the address or the token cannot be used
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
