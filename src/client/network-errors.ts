/** Network errors as one sentence, derived from the error code only. */
import { NetworkError } from "../errors.ts";

/** A permanent error that a retry would only repeat. */
export class PermanentNetworkError extends NetworkError {}

interface RequestAttempt {
  readonly url: string;
  /** Whether a byte of the request may have reached the server. */
  readonly arrived: NetworkError["arrived"];
  /** The proxy, as `host:port`. */
  readonly via?: string | undefined;
}

/**
 * The error of one attempt. The error's own message is never shown, because runtimes quote headers
 * in it.
 */
export function toNetworkError(error: unknown, attempt: RequestAttempt): NetworkError {
  if (error instanceof NetworkError) return error;
  const status = attempt.via === undefined ? undefined : findProxyStatus(error);
  if (status !== undefined) return createProxyError(status, attempt, error);
  const code = getCode(error);
  const [happened, hint, lasting] = describe(code, new URL(attempt.url).host, attempt);
  const Fault = lasting === true ? PermanentNetworkError : NetworkError;
  return new Fault(`${happened}${code === "" ? "" : ` (${code})`}.`, {
    // Permanent errors are failed TLS handshakes, before any request is read.
    arrived: lasting === true ? "no" : attempt.arrived,
    hint,
    cause: error,
  });
}

/** The status of a proxy that did not open a connection. undici reports it only in its message. */
function findProxyStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  return status === undefined ? findProxyStatus(error.cause) : Number(status);
}

/** Refusals that the proxy may not repeat, although they are client errors. */
const temporaryStatuses: readonly number[] = [408, 425, 429];

function createProxyError(
  status: number,
  { url, via }: RequestAttempt,
  cause: unknown,
): NetworkError {
  const isLasting = status < 500 && !temporaryStatuses.includes(status);
  const Fault = isLasting ? PermanentNetworkError : NetworkError;
  const variable = `${new URL(url).protocol.slice(0, -1).toUpperCase()}_PROXY`;
  const [message, hint] =
    status === 407
      ? [
          `The proxy ${via} requires a valid user name and password`,
          `Set ${variable} to a URL with both: http://<user>:<password>@${via}`,
        ]
      : [
          `The proxy ${via} did not connect to the server ${new URL(url).host}`,
          "Check HTTPS_PROXY and HTTP_PROXY, or exempt the server in NO_PROXY.",
        ];
  return new Fault(`${message} (status ${status}).`, { arrived: "no", hint, status, cause });
}

/** The bytes of a response body; an interruption becomes an `NetworkError`. */
export async function* readWireBytes(
  body: AsyncIterable<Uint8Array>,
  url: string,
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toNetworkError(error, { url, arrived: "perhaps" });
  }
}

type FailureDescription = readonly [happened: string, hint?: string | undefined, lasting?: boolean];

function describe(
  code: string,
  host: string,
  { arrived, via }: RequestAttempt,
): FailureDescription {
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/.test(code))
    return [
      `The server ${host} refused the secure connection. It may require a client certificate, which tome does not support`,
      undefined,
      true,
    ];
  if (/CERT|SIGNATURE|ISSUER|CRL/.test(code))
    return [
      `The certificate of the server ${host} is not trusted`,
      "If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file.",
      true,
    ];
  if (via !== undefined && arrived === "no")
    return [
      `The proxy ${via} could not connect to the server ${host}`,
      "Check HTTPS_PROXY and HTTP_PROXY, or exempt the server in NO_PROXY.",
    ];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [`The hostname ${host} could not be resolved`];
  if (code === "ECONNREFUSED") return [`The server ${host} refused the connection`];
  if (/^E(HOST|NET)UNREACH$|TIMEDOUT|CONNECT_TIMEOUT/.test(code))
    return [`The server ${host} could not be reached`];
  if (/SSL|EPROTO|TLS/.test(code)) return [`The secure connection to the server ${host} failed`];
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW")
    return [`The server ${host} sent an invalid HTTP response`];
  return [`The connection to the server ${host} broke before the response was complete`];
}

function getCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? getCode(error.cause) : "";
}
