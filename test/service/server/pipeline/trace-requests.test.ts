import { expect, it } from "vitest";
import * as user from "../../../../src/contract/user.ts";
import type { TraceSpan } from "../../../../src/service/engines/tracing/spans.ts";
import type { RequestContext } from "../../../../src/service/server/pipeline/request-context.ts";
import { createTraceMiddleware } from "../../../../src/service/server/pipeline/trace-requests.ts";
import { createPartial } from "../../../support/commands/partial.ts";

/** The events of a request's span. */
async function trace(
  context: Partial<RequestContext>,
  {
    method = "GET",
    url = "http://a/secret",
    headers = {},
    status = 200,
    error = undefined as unknown,
  } = {},
): Promise<unknown[]> {
  const events: unknown[] = [];
  const span: TraceSpan = {
    traceparent: undefined,
    startChild: () => span,
    setAttributes: (attributes) => void events.push(attributes),
    fail: (type) => void events.push(`failed ${type}`),
    end: () => void events.push("ended"),
    run: (work) => work(),
  };
  const tracing = {
    start: (...started: unknown[]) => {
      events.push(...started);
      return span;
    },
    close: async () => {},
  };
  const request = createPartial<Parameters<ReturnType<typeof createTraceMiddleware>>[0]>({
    method,
    url,
    headers,
  });
  const answer = createTraceMiddleware(tracing)(
    request,
    { id: "r1", method, parts: [], ...context },
    async () => {
      if (error !== undefined) throw error;
      return { status, headers: {}, body: "" };
    },
  );
  if (error === undefined) expect((await answer).status).toBe(status);
  else await expect(answer).rejects.toBe(error);
  return events;
}

const handler = async () => async () => undefined;
const preparation = async () => undefined;
const load = async () => async () => ({ status: 200, headers: {}, body: "" });
const operation = (access: "user" | "admin"): Partial<RequestContext> => ({
  endpoint: user.current,
  match: { route: { endpoint: user.current, access, handler, preparation }, path: {} },
});

it.each<[string, Partial<RequestContext>, Parameters<typeof trace>[1], unknown]>([
  [
    "an operation",
    operation("user"),
    {},
    [
      {
        name: "GET /v1/user",
        kind: "server",
        attributes: {
          "http.request.method": "GET",
          "url.scheme": "http",
          "http.route": "/v1/user",
          "tome.operation": "getAuthenticatedUser",
        },
      },
      {},
      { "http.response.status_code": 200 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "an operation of the administration",
    operation("admin"),
    { url: "https://a/" },
    [
      {
        name: "GET /_tome/user",
        kind: "server",
        attributes: {
          "http.request.method": "GET",
          "url.scheme": "https",
          "http.route": "/_tome/user",
          "tome.operation": "getAuthenticatedUser",
        },
      },
      {},
      { "http.response.status_code": 200 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "a route outside the contract",
    { match: { publicRoute: { route: "POST /hooks/{id}", access: "anyone", load }, path: {} } },
    { method: "POST", status: 499 },
    [
      {
        name: "POST /hooks/{id}",
        kind: "server",
        attributes: {
          "http.request.method": "POST",
          "url.scheme": "http",
          "http.route": "/hooks/{id}",
        },
      },
      {},
      { "http.response.status_code": 499 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "an unknown path",
    {},
    { method: "BREW", status: 500 },
    [
      {
        name: "_OTHER",
        kind: "server",
        attributes: { "http.request.method": "_OTHER", "url.scheme": "http" },
      },
      {},
      { "http.response.status_code": 500 },
      "failed 500",
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "another method",
    { match: { allowed: ["GET"], access: "user" } },
    { method: "OPTIONS", status: 405 },
    [
      {
        name: "OPTIONS",
        kind: "server",
        attributes: { "http.request.method": "OPTIONS", "url.scheme": "http" },
      },
      {},
      { "http.response.status_code": 405 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "a caller with a trace",
    {},
    { headers: { traceparent: "00-a-b-01", tracestate: "v=1" } },
    [
      {
        name: "GET",
        kind: "server",
        attributes: { "http.request.method": "GET", "url.scheme": "http" },
      },
      { caller: { traceparent: "00-a-b-01", tracestate: "v=1" } },
      { "http.response.status_code": 200 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "a caller with a trace without a state",
    {},
    { headers: { traceparent: "00-a-b-01" } },
    [
      {
        name: "GET",
        kind: "server",
        attributes: { "http.request.method": "GET", "url.scheme": "http" },
      },
      { caller: { traceparent: "00-a-b-01" } },
      { "http.response.status_code": 200 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "a caller with only a state",
    {},
    { headers: { tracestate: "v=1" } },
    [
      {
        name: "GET",
        kind: "server",
        attributes: { "http.request.method": "GET", "url.scheme": "http" },
      },
      {},
      { "http.response.status_code": 200 },
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "a dropped connection",
    {},
    { error: new TypeError("secret") },
    [
      {
        name: "GET",
        kind: "server",
        attributes: { "http.request.method": "GET", "url.scheme": "http" },
      },
      {},
      "failed TypeError",
      { "tome.request.id": "r1" },
      "ended",
    ],
  ],
  [
    "monitoring",
    {
      match: {
        publicRoute: { route: "GET /healthz", access: "anyone", isProbe: true, load },
        path: {},
      },
    },
    {},
    [],
  ],
])("the span of %s", async (_, context, request, events) => {
  expect(await trace(context, request)).toEqual(events);
});
