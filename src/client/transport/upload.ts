/** Upload of a file to a URL from a response, without the token. */
import { ApiError, IncompleteError, NetworkError } from "../../errors.ts";
import type { ClientConfig } from "../exchange.ts";
import { openDeadline } from "./deadline.ts";
import { parseWebUrl, readBytes } from "./download.ts";
import { toProblem } from "./read-response.ts";
import { redirects } from "./redirects.ts";
import { findRequestId } from "./response.ts";

/** The contents of a file, and its MIME type. */
export interface OutgoingFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

const request = { method: "PUT", once: true, check: "/" } as const;
/** Of an error response, in bytes. */
const largestResponse = 1024 * 1024;

/**
 * The URL accepts one file, so the request is sent once.
 * @throws ApiError for an error response or a redirect
 * @throws NetworkError if the file was not sent
 * @throws IncompleteError if it may have arrived
 */
export async function upload(
  address: string,
  { bytes, contentType }: OutgoingFile,
  line: ClientConfig,
): Promise<void> {
  const deadline = openDeadline(line.timeoutSeconds, line.clock);
  const url = parseWebUrl(address);
  const outgoing = {
    method: request.method,
    // Its query or its path grants access, so the trace has neither.
    url: `${url.origin}/[removed]`,
    headers: { accept: "*/*", "content-type": contentType, "user-agent": line.userAgent },
    signal: deadline.signal,
  };
  const start = line.clock.now();
  line.tracer?.request(outgoing);
  try {
    const response = await line.transport({ ...outgoing, url: url.href, bytes });
    const { status, headers } = response;
    const body = await readBytes(response, largestResponse);
    line.tracer?.answer(outgoing, response, "", line.clock.now() - start);
    if (status >= 200 && status <= 299) return;
    if (redirects.has(status)) {
      throw new ApiError(status, "The redirect of an upload was not followed.", {
        requestId: findRequestId(headers),
      });
    }
    const text = body.toString("utf8");
    throw await toProblem(request, { status, headers, text, url }, (said) => said);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const fault = deadline.signal.aborted ? deadline.fault(url.host, error.arrived) : error;
    line.tracer?.fault(fault.message, line.clock.now() - start);
    if (fault.arrived === "no") throw fault;
    throw new IncompleteError(
      "unknown",
      `${fault.message} The upload may have succeeded. Run the command again to upload the file with another URL.`,
    );
  }
}
