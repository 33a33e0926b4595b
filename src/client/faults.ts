/** Turns what goes wrong on a wire into one sentence, from its code alone. */
import { Unreachable } from "../errors.ts";

/** A fault that asking again would only meet again. */
export class Lasting extends Unreachable {}

interface Attempt {
  readonly url: string;
  /** Whether a byte of the request may have reached the server. */
  readonly arrived: Unreachable["arrived"];
  /** The proxy in between, as `host:port`. */
  readonly via?: string | undefined;
}

/**
 * The fault of one attempt. The error's own message is never shown, as the runtimes quote headers
 * in theirs.
 */
export function wireFault(error: unknown, attempt: Attempt): Unreachable {
  if (error instanceof Unreachable) return error;
  const code = getCode(error);
  const [happened, hint, lasting] = describe(code, new URL(attempt.url).host, attempt);
  const Fault = lasting === true ? Lasting : Unreachable;
  return new Fault(`${happened}${code === "" ? "" : ` (${code})`}.`, {
    // The lasting ones are refusals to speak securely, before any request is read.
    arrived: lasting === true ? "no" : attempt.arrived,
    hint,
    cause: error,
  });
}

/** The bytes of an answer's body; what breaks them off becomes an `Unreachable`. */
export async function* wireBytes(
  body: AsyncIterable<Uint8Array>,
  url: string,
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw wireFault(error, { url, arrived: "perhaps" });
  }
}

type Description = readonly [happened: string, hint?: string | undefined, lasting?: boolean];

function describe(code: string, host: string, { arrived, via }: Attempt): Description {
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/.test(code))
    return [
      `The server ${host} refused the secure connection; it may ask for a client certificate, which tome does not send`,
      undefined,
      true,
    ];
  if (/CERT|SIGNATURE|ISSUER|CRL/.test(code))
    return [
      `The certificate of the server ${host} is not trusted`,
      "If your network has a certificate authority of its own, name its PEM file in NODE_EXTRA_CA_CERTS.",
      true,
    ];
  if (via !== undefined && arrived === "no")
    return [
      `The proxy ${via} did not lead to the server ${host}`,
      "Check HTTPS_PROXY and HTTP_PROXY, or exempt the server in NO_PROXY.",
    ];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [`The name of the server ${host} could not be resolved`];
  if (code === "ECONNREFUSED") return [`The server ${host} accepts no connections`];
  if (/^E(HOST|NET)UNREACH$|TIMEDOUT|CONNECT_TIMEOUT/.test(code))
    return [`The server ${host} could not be reached`];
  if (/SSL|EPROTO|TLS/.test(code))
    return [`The secure connection to the server ${host} could not be made`];
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW")
    return [`The server ${host} answered with something that is not HTTP`];
  return [`The connection to the server ${host} broke before the answer was whole`];
}

function getCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? getCode(error.cause) : "";
}
