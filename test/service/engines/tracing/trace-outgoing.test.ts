import { AsyncLocalStorage } from "node:async_hooks";
import { beforeEach, describe, expect, it } from "vitest";
import {
  findActiveSpan,
  getErrorType,
  runOutsideSpan,
  runSpan,
  type SpanDescription,
  type TraceSpan,
  useSpanStorage,
} from "../../../../src/service/engines/tracing/spans.ts";
import {
  addTraceHeaders,
  traceOutgoing,
} from "../../../../src/service/engines/tracing/trace-outgoing.ts";

const storage = new AsyncLocalStorage<TraceSpan>();
let events: unknown[] = [];

beforeEach(() => {
  useSpanStorage(storage);
  events = [];
});

/** A span that records its events. */
function startSpan(name: string, traceparent?: string): TraceSpan {
  const span: TraceSpan = {
    traceparent,
    startChild(description: SpanDescription) {
      events.push(description);
      return startSpan(description.name, traceparent);
    },
    setAttributes: (attributes) => events.push(attributes),
    fail: (type) => events.push(`${name} failed: ${type}`),
    end: () => events.push(`${name} ended`),
    run: (work) => storage.run(span, work),
  };
  return span;
}

const respond = (status: number) => async (headers: unknown) => {
  events.push(headers);
  return { status };
};

describe("traceOutgoing", () => {
  it("only sends the request without an active span", async () => {
    expect(await traceOutgoing({ url: "https://example.com" }, respond(204))).toEqual({
      status: 204,
    });
    expect(events).toEqual([{}]);
  });

  it.each([
    [
      "https://example.com/secret?key=1",
      200,
      [
        {
          name: "POST",
          kind: "client",
          attributes: {
            "http.request.method": "POST",
            "server.address": "example.com",
            "server.port": 443,
            "url.scheme": "https",
          },
        },
        { traceparent: "00-a-b-01" },
        { "http.response.status_code": 200 },
        "POST ended",
      ],
    ],
    [
      "http://127.0.0.1/",
      399,
      [
        {
          name: "POST",
          kind: "client",
          attributes: {
            "http.request.method": "POST",
            "server.address": "127.0.0.1",
            "server.port": 80,
            "url.scheme": "http",
          },
        },
        { traceparent: "00-a-b-01" },
        { "http.response.status_code": 399 },
        "POST ended",
      ],
    ],
    [
      "http://127.0.0.1:8080/",
      400,
      [
        {
          name: "POST",
          kind: "client",
          attributes: {
            "http.request.method": "POST",
            "server.address": "127.0.0.1",
            "server.port": 8080,
            "url.scheme": "http",
          },
        },
        { traceparent: "00-a-b-01" },
        { "http.response.status_code": 400 },
        "POST failed: 400",
        "POST ended",
      ],
    ],
    [
      "not a url",
      500,
      [
        { name: "POST", kind: "client", attributes: { "http.request.method": "POST" } },
        { traceparent: "00-a-b-01" },
        { "http.response.status_code": 500 },
        "POST failed: 500",
        "POST ended",
      ],
    ],
  ])("records a request to %s with the status %d", async (url, status, spans) => {
    await startSpan("request", "00-a-b-01").run(() =>
      traceOutgoing({ url, method: "POST" }, respond(status)),
    );
    expect(events).toEqual(spans);
  });

  it("sends no header for a span that is not valid", async () => {
    await startSpan("request").run(() =>
      traceOutgoing({ url: "https://example.com" }, respond(200)),
    );
    expect(events).toEqual([
      {
        name: "GET",
        kind: "client",
        attributes: {
          "http.request.method": "GET",
          "server.address": "example.com",
          "server.port": 443,
          "url.scheme": "https",
        },
      },
      {},
      { "http.response.status_code": 200 },
      "GET ended",
    ]);
  });

  it("records an error by its class", async () => {
    const sending = startSpan("request").run(() =>
      traceOutgoing({ url: "https://example.com" }, async () => {
        throw new TypeError("secret");
      }),
    );
    await expect(sending).rejects.toThrow("secret");
    expect(events.slice(1)).toEqual(["GET failed: TypeError", "GET ended"]);
  });
});

describe("spans", () => {
  it("a span is active during its work, and not outside", async () => {
    const span = startSpan("job");
    const active = await runSpan(span, async () => [
      findActiveSpan(),
      runOutsideSpan(findActiveSpan),
    ]);
    expect(active).toEqual([span, undefined]);
    expect(findActiveSpan()).toBe(undefined);
    expect(events).toEqual(["job ended"]);
  });

  it.each([
    [new RangeError("a"), "RangeError"],
    ["text", "string"],
    [undefined, "undefined"],
  ])("the type of the error %s is %s", (error, type) => {
    expect(getErrorType(error)).toBe(type);
  });
});

describe("addTraceHeaders", () => {
  const traceHeaders = { traceparent: "00-a-b-01" };

  it("adds the headers only for a destination that may continue the trace", () => {
    const request = { headers: { accept: "*/*" }, url: "https://example.com" };
    expect(addTraceHeaders({ ...request, continuesTrace: true }, traceHeaders)).toEqual({
      ...request,
      continuesTrace: true,
      headers: { accept: "*/*", traceparent: "00-a-b-01" },
    });
    expect(addTraceHeaders({ ...request, continuesTrace: false }, traceHeaders)).toEqual({
      ...request,
      continuesTrace: false,
    });
    expect(
      addTraceHeaders<typeof request & { continuesTrace?: boolean }>(request, traceHeaders),
    ).toEqual(request);
  });
});
