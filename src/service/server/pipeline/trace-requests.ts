/** Spans of requests, which continue the trace of the caller. */
import { getErrorType, type SpanAttributes, type Tracing } from "../../engines/tracing/spans.ts";
import type { Middleware, RequestContext } from "./request-context.ts";

/** Other methods are arbitrary text of the caller. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Requests of monitoring are not traced. */
export function createTraceMiddleware(tracing: Tracing): Middleware {
  return async (request, context, answer) => {
    const route = findRoute(context);
    if (route.isProbe) return answer();
    const method = knownMethods.has(request.method) ? request.method : "_OTHER";
    const name = route.path === undefined ? method : `${method} ${route.path}`;
    const attributes: SpanAttributes = {
      "http.request.method": method,
      "url.scheme": request.url.startsWith("https:") ? "https" : "http",
      ...(route.path !== undefined && { "http.route": route.path }),
      ...(context.endpoint && { "tome.operation": context.endpoint.operation }),
    };
    const { traceparent, tracestate } = request.headers;
    const span = tracing.start(
      { name, kind: "server", attributes },
      traceparent === undefined
        ? {}
        : { caller: { traceparent, ...(tracestate !== undefined && { tracestate }) } },
    );
    try {
      const response = await span.run(answer);
      const { status } = response;
      span.setAttributes({ "http.response.status_code": status });
      if (status >= 500) span.fail(String(status));
      return response;
    } catch (error) {
      span.fail(getErrorType(error));
      throw error;
    } finally {
      // The id in the log and the response.
      span.setAttributes({ "tome.request.id": context.id });
      span.end();
    }
  };
}

/** The route with the names of its parameters, never their values. */
function findRoute({ match }: RequestContext): {
  readonly path?: string;
  readonly isProbe?: boolean;
} {
  if (match === undefined || "allowed" in match) return {};
  if ("publicRoute" in match) {
    const { route, isProbe = false } = match.publicRoute;
    return { path: getPath(route), isProbe };
  }
  const prefix = match.route.access === "admin" ? "/_tome" : "/v1";
  return { path: prefix + getPath(match.route.endpoint.route) };
}

function getPath(route: string): string {
  return route.slice(route.indexOf(" ") + 1);
}
