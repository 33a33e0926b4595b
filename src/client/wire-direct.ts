/** The wire for a few requests: the runtime's own HTTP client, which costs nothing to load. */
import type { Agent } from "node:http";
import type { Transport, WireResponse } from "../contract/wire.ts";
import { wireBytes, wireFault } from "./faults.ts";
import { flatten } from "./headers.ts";

/** Idle connections are dropped before most servers would drop them. */
const idleMilliseconds = 4000;

/** @param authorities all certificate authorities to trust, where not the default ones */
export function openDirect(authorities: string[] | undefined): Transport {
  const agents = new Map<string, Agent>();
  return async (request) => {
    const url = new URL(request.url);
    const secure = url.protocol === "https:";
    const http = secure ? await import("node:https") : await import("node:http");
    const agent =
      agents.get(url.protocol) ?? new http.Agent({ keepAlive: true, timeout: idleMilliseconds });
    agents.set(url.protocol, agent);
    const { body } = request;
    // Without it the body of a DELETE would be sent unannounced, and read as the next request.
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    return new Promise<WireResponse>((resolve, reject) => {
      let arrived: "no" | "perhaps" = "no";
      const outgoing = http.request(url, {
        agent,
        method: request.method,
        headers: { ...request.headers, ...length },
        signal: request.signal,
        // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
        rejectUnauthorized: true,
        ca: authorities,
      });
      outgoing.once("socket", (socket) => {
        const leaves = () => {
          arrived = "perhaps";
        };
        // Until then everything waits on this side.
        if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", leaves);
        else leaves();
      });
      outgoing.once("response", (incoming) => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: flatten(incoming.headers),
          body: wireBytes(incoming, request.url),
        });
      });
      outgoing.on("error", (error) => reject(wireFault(error, { url: request.url, arrived })));
      outgoing.end(body);
    });
  };
}
