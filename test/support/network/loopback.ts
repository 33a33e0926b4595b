/** Loopback servers for tests of the client: HTTP, HTTPS, raw sockets and a proxy. */
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, createServer as createRawServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { atEnd } from "../machine/at-end.ts";

/** A request as received by a server. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Loopback {
  /** `http://127.0.0.1:<port>`, or `https`. */
  readonly url: string;
  /** All requests so far, or the connections of a raw server that sent data. */
  readonly seen: ReceivedRequest[];
}

type Answering = (seen: ReceivedRequest, response: ServerResponse, before: number) => void;

function listening(answering: Answering, seen: ReceivedRequest[]): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    answering(one, response, seen.length - 1);
  };
}

async function open(server: Server, scheme: string, host = "127.0.0.1"): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  // In a busy shared process, the keep-alive timeout could close a connection as a request arrives.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  atEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** An HTTP server. `answering` receives the number of previous requests. */
export async function serve(answering: Answering, host?: string): Promise<Loopback> {
  const seen: ReceivedRequest[] = [];
  return { url: await open(createServer(listening(answering, seen)), "http", host), seen };
}

export const certificate = readFileSync(
  new URL("./certificate/certificate.pem", import.meta.url),
  "utf8",
);
const key = readFileSync(new URL("./certificate/key.pem", import.meta.url), "utf8");

/** An HTTPS server with a self-signed certificate. */
export async function serveSecurely(
  answering: Answering,
  options: { requestCert?: boolean } = {},
): Promise<Loopback> {
  const seen: ReceivedRequest[] = [];
  const server = createSecureServer(
    { key, cert: certificate, ...options },
    listening(answering, seen),
  );
  return { url: await open(server, "https"), seen };
}

/** A raw server that responds to each complete request by writing to the socket. */
export async function serveRaw(
  answering: (socket: Socket, before: number) => void,
): Promise<Loopback> {
  const seen: ReceivedRequest[] = [];
  const server = createRawServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end === -1 || text.length < end + 4 + length) return;
      const [, method = "", url = ""] = /^(\S+) (\S+)/.exec(text) ?? [];
      seen.push({ method, url, headers: {}, body: text.slice(end + 4) });
      text = "";
      answering(socket, seen.length - 1);
    });
  });
  return { url: await open(server, "http"), seen };
}

/** A URL on which no server listens. */
export async function closedPort(): Promise<string> {
  const server = createRawServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

/** A CONNECT proxy; `seen` contains its requests. It refuses all of them with a status, if there is one. */
export async function serveProxy(refusal?: number): Promise<Loopback> {
  const seen: ReceivedRequest[] = [];
  const server = createServer();
  server.on("connect", (request, socket: Socket) => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: "" });
    socket.on("error", () => {});
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const target = new URL(`http://${url}`);
    const onward = connect(Number(target.port), target.hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    onTestFinished(() => void onward.destroy());
  });
  return { url: await open(server, "http"), seen };
}

/** Answers with a JSON value. */
export function answerJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}
