/** Spans of requests to other machines. */
import type { Headers } from "../../../contract/wire.ts";
import { findActiveSpan, runSpan } from "./spans.ts";

/** Adds the headers to a request whose destination may continue the trace. */
export function addTraceHeaders<
  Request extends {
    readonly headers?: Headers | undefined;
    readonly continuesTrace?: boolean | undefined;
  },
>(request: Request, traceHeaders: Headers): Request {
  if (request.continuesTrace !== true) return request;
  return { ...request, headers: { ...request.headers, ...traceHeaders } };
}

interface OutgoingRequest {
  readonly url: string;
  readonly method?: string | undefined;
}

/**
 * Sends a request in a separate span, which contains the host and not the path, because URLs may
 * contain secrets.
 * @param send receives the header `traceparent`, for destinations that may continue the trace
 */
export function traceOutgoing<Result extends { readonly status: number }>(
  { url, method = "GET" }: OutgoingRequest,
  send: (traceHeaders: Headers) => Promise<Result>,
): Promise<Result> {
  const span = findActiveSpan()?.startChild({
    name: method,
    kind: "client",
    attributes: { "http.request.method": method, ...describeServer(url) },
  });
  if (span === undefined) return send({});
  const { traceparent } = span;
  return runSpan(span, async () => {
    const response = await send(traceparent === undefined ? {} : { traceparent });
    const { status } = response;
    span.setAttributes({ "http.response.status_code": status });
    if (status >= 400) span.fail(String(status));
    return response;
  });
}

function describeServer(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return {};
  const usualPort = url.protocol === "https:" ? 443 : 80;
  return {
    "server.address": url.hostname,
    "server.port": url.port === "" ? usualPort : Number(url.port),
    "url.scheme": url.protocol.slice(0, -1),
  };
}
