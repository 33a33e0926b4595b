/** A minimal platform behind an unreliable network, with faults from a seed. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import type { Random } from "../generators/random.ts";

/** The response to a request, if any. */
export interface Given {
  readonly method: string;
  readonly fault: string;
  readonly requestId: string;
  /** The status that was sent completely, if any. */
  readonly status?: number;
  /** The JSON text that was sent completely with a success status. */
  readonly text?: string;
}

export interface FaultServer {
  readonly url: string;
  /** By the token in the path or query that identifies a run. */
  readonly given: Map<string, Given[]>;
  /** The number of executions of write requests, by body. */
  readonly done: Map<string, number>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly text: string;
  readonly type: string;
}

type Fault = (exchange: Exchange) => { status?: number; text?: string };

const json = "application/json";

function whole({ response }: Exchange, text: string, headers: object = {}, status = 200) {
  response.writeHead(status, { "content-type": json, ...headers }).end(text);
  return status < 300 ? { status, text } : { status };
}

function cut(text: string): string {
  return text.slice(0, Math.max(1, Math.floor(text.length / 2)));
}

/** With an unknown member and enum value, as in responses of a newer platform. */
function newer(text: string): string {
  return text.replace(/^\{/, '{"addedLater":{"deep":[1,null]},"mood":"sunny",');
}

function reset({ socket }: Exchange) {
  socket.resetAndDestroy();
  return {};
}

/** Faults before the request is executed. */
export const before: Readonly<Record<string, Fault>> = {
  "reset at once": reset,
  "429 with Retry-After": (x) =>
    whole(x, '{"error":{"code":429,"message":"Slow"}}', { "retry-after": "0" }, 429),
  "429 with a reset time": (x) =>
    whole(x, '{"error":{"code":429,"message":"Slow"}}', resetNow(), 429),
  "503": (x) => whole(x, '{"error":{"code":503,"message":"Down"}}', {}, 503),
  "502 of a gateway": (x) =>
    whole(x, "<html><h1>Bad gateway</h1></html>", { "content-type": "text/html" }, 502),
};

/** Faults after the request is executed. */
export const after: Readonly<Record<string, Fault>> = {
  "reset before the answer": reset,
  "end before the answer": ({ socket }) => {
    socket.end();
    return {};
  },
  "reset after the headers": ({ response, socket, text }) => {
    response.writeHead(200, { "content-type": json, "content-length": text.length + 5 });
    response.write(cut(text), () => socket.resetAndDestroy());
    return {};
  },
  "a body that is too short": ({ response, socket, text }) => {
    response.writeHead(200, { "content-type": json, "content-length": Buffer.byteLength(text) });
    response.write(cut(text), () => socket.end());
    return {};
  },
  "a chunk that breaks off": ({ response, socket, text }) => {
    response.writeHead(200, { "content-type": json });
    response.write(cut(text), () => socket.end());
    return {};
  },
  silence: () => ({}),
  "silence after half of it": ({ response, text }) => {
    response.writeHead(200, { "content-type": json });
    response.write(cut(text));
    return {};
  },
  "a page of a gateway": (x) => {
    whole(x, "<!doctype html><title>Sign in</title>", { "content-type": "text/html" });
    return { status: 200 };
  },
  "gzip that nobody asked for": ({ response, text }) => {
    response.writeHead(200, { "content-type": json, "content-encoding": "gzip" });
    response.end(gzipSync(text));
    return { status: 200 };
  },
  "a member twice": (x) => {
    whole(x, x.text.replace(/^\{/, x.text.includes('"items"') ? '{"items":[],' : '{"id":"other",'));
    return { status: 200 };
  },
  "500": (x) => whole(x, '{"error":{"code":500,"message":"Oops"}}', {}, 500),
  "504": (x) => whole(x, "", {}, 504),
};

/** Unusual but valid responses. */
export const harmless: Readonly<Record<string, Fault>> = {
  nothing: (x) => whole(x, x.text),
  slices: ({ response, text }) => {
    response.writeHead(200, { "content-type": json });
    const bytes = Buffer.from(text);
    const send = (at: number): void => {
      if (at >= bytes.length) response.end();
      else response.write(bytes.subarray(at, at + 7), () => setImmediate(send, at + 7));
    };
    send(0);
    return { status: 200, text };
  },
  "a newer platform": (x) => whole(x, newer(x.text)),
  "another type": (x) => whole(x, x.text, { "content-type": "text/json; charset=utf-8" }),
};

function resetNow() {
  const now = new Date();
  return {
    date: now.toUTCString(),
    "x-ratelimit-reset": String(Math.floor(now.getTime() / 1000)),
  };
}

export interface FaultServerOptions {
  readonly random: Random;
  /** Percentage of requests with a fault. */
  readonly faults: number;
  /** The complete response to a request, as JSON text. */
  readonly answer: (method: string, url: URL, body: string) => string;
}

/** Requests are identified by `run<n>` with 17 digits in the URL or body. */
export async function serveFaults(options: FaultServerOptions): Promise<FaultServer> {
  const given = new Map<string, Given[]>();
  const done = new Map<string, number>();
  let count = 0;
  const server = createServer(async (request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const method = request.method ?? "";
    const run = /run\d{17}/.exec(`${url.pathname} ${body}`)?.[0] ?? "";
    const chosen = pick(options);
    const requestId = `req-${++count}`;
    response.setHeader("x-request-id", requestId);
    const exchange = { request, response, socket: request.socket, type: json };
    const early = Object.hasOwn(before, chosen);
    if (!early && method !== "GET") done.set(run, (done.get(run) ?? 0) + 1);
    const text = early ? "" : options.answer(method, url, body);
    const fault = before[chosen] ?? after[chosen] ?? harmless[chosen];
    const sent = fault?.({ ...exchange, text }) ?? {};
    given.set(run, [...(given.get(run) ?? []), { method, fault: chosen, requestId, ...sent }]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, given, done };
}

function pick({ random, faults }: FaultServerOptions): string {
  return random.pick(Object.keys(random.chance(faults / 100) ? { ...before, ...after } : harmless));
}
