/**
 * HTTP proxy between Git and remote servers. It listens on the loopback interface, checks each
 * connection including redirects, and limits the number of received bytes.
 */
import { randomBytes } from "node:crypto";
import { lookup } from "node:dns";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
  type ServerResponse,
} from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { createCheckingLookup } from "../network/guarded-fetch.ts";

export interface Guard {
  /** The URL for Git's `http.proxy`, with the password that the proxy requires. */
  readonly proxy: string;
  /** The reasons of refused connections. */
  readonly refusals: () => readonly ("private" | "too-large")[];
  readonly close: () => Promise<void>;
}

/** @param largest the maximum number of received bytes in total */
export async function openGuard(
  mayReach: (address: string) => boolean,
  largest: number,
): Promise<Guard> {
  const password = randomBytes(16).toString("hex");
  const expected = `Basic ${Buffer.from(`tome:${password}`).toString("base64")}`;
  const refusals = new Set<"private" | "too-large">();
  const sockets = new Set<Socket>();
  let received = 0;
  const check = (address: string) => {
    const allowed = mayReach(address);
    if (!allowed) refusals.add("private");
    return allowed;
  };
  const way = { lookup: createCheckingLookup({ mayReach: check, lookup }) };
  const count = (bytes: Buffer) => {
    received += bytes.length;
    if (received <= largest) return;
    refusals.add("too-large");
    for (const socket of sockets) socket.destroy();
  };
  const isOwn = ({ headers }: IncomingMessage) => headers["proxy-authorization"] === expected;
  const isReached = (host: string) => isIP(host) === 0 || check(host);

  const server = createServer((request, response) => {
    const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : undefined;
    if (!isOwn(request) || url?.protocol !== "http:") return refuse(response, 407);
    if (!isReached(stripBrackets(url.hostname))) return refuse(response, 403);
    const sent = plainRequest(url, {
      ...way,
      method: request.method ?? "GET",
      headers: endToEnd(request.headers),
      agent: false,
    });
    sent
      .on("response", (answer) => {
        answer.on("data", count);
        response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
        // If one end fails, the other is closed too; otherwise Git would wait forever.
        pipeline(answer, response, () => {});
      })
      .on("error", () => refuse(response, 502));
    pipeline(request, sent, () => {});
    response.on("close", () => sent.destroy());
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request: IncomingMessage, socket: Socket, early: Buffer) => {
    const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(request.url ?? "") ?? [];
    if (!isOwn(request)) return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    if (!isReached(stripBrackets(host))) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const upstream = connect({ ...way, host: stripBrackets(host), port: Number(port) });
    sockets.add(upstream);
    const refuseTunnel = () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    upstream
      .on("connect", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        // The client may send data before it receives the response.
        upstream.write(early);
        socket.pipe(upstream);
        upstream.on("data", count).pipe(socket);
        // In an open tunnel, a response would be taken for data of the remote server.
        upstream.on("error", () => {}).off("error", refuseTunnel);
      })
      .on("error", refuseTunnel)
      .on("close", () => {
        sockets.delete(upstream);
        socket.destroy();
      });
    socket.on("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    proxy: `http://tome:${password}@127.0.0.1:${port}`,
    refusals: () => [...refusals],
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status).end();
}

function stripBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** The headers except hop-by-hop headers. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, "keep-alive": __, "proxy-authorization": ___, ...rest } = headers;
  const { "proxy-connection": ____, "transfer-encoding": _____, ...endToEndHeaders } = rest;
  return endToEndHeaders;
}
