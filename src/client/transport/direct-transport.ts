/** Transport for a few requests: the runtime's HTTP client, which loads fastest. */
import type { Agent, IncomingMessage } from "node:http";
import type { Transport, WireResponse } from "../../contract/wire.ts";
import { readWireBytes, toNetworkError } from "../network-errors.ts";
import { flatten } from "./response.ts";

/** Idle connections are closed before most servers would close them. */
const idleMilliseconds = 4000;

/** @param authorities all certificate authorities to trust, if not the default ones */
export function openDirect(authorities?: string[]): Transport {
  const agents = new Map<string, Agent>();
  return async (request) => {
    const url = new URL(request.url);
    const secure = url.protocol === "https:";
    const http = secure ? await import("node:https") : await import("node:http");
    const agent =
      agents.get(url.protocol) ?? new http.Agent({ keepAlive: true, timeout: idleMilliseconds });
    agents.set(url.protocol, agent);
    const { signal } = request;
    const body = request.bytes ?? request.body;
    // Without it, the body of a DELETE would be sent unannounced, and read as the next request.
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    return new Promise<WireResponse>((resolve, reject) => {
      let arrived: "no" | "perhaps" = "no";
      const outgoing = http.request(url, {
        agent,
        method: request.method,
        headers: { ...request.headers, ...length },
        // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
        rejectUnauthorized: true,
        ca: authorities,
      });
      // Passing the signal to the request itself would load the module that watches the end of
      // streams.
      const stop = () => outgoing.destroy(signal?.reason);
      if (signal?.aborted) stop();
      signal?.addEventListener("abort", stop, { once: true });
      outgoing.once("close", () => signal?.removeEventListener("abort", stop));
      outgoing.once("socket", (socket) => {
        const leaves = () => {
          arrived = "perhaps";
        };
        // Until then, the request is still on this machine.
        if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", leaves);
        else leaves();
      });
      outgoing.once("response", (incoming) => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: flatten(incoming.headers),
          body: readWireBytes(readChunks(incoming), request.url),
        });
      });
      outgoing.on("error", (error) => reject(toNetworkError(error, { url: request.url, arrived })));
      outgoing.end(body);
    });
  };
}

/**
 * The chunks of a response. Its own iterator would load the module that watches the end of streams,
 * which costs a short command more than the response.
 */
function readChunks(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  let wake = () => {};
  let fault: unknown;
  const look = () => wake();
  incoming.on("readable", look).on("end", look).on("close", look);
  incoming.on("error", (error) => {
    fault = error;
    wake();
  });
  return (async function* () {
    try {
      while (!incoming.readableEnded) {
        const chunk: Uint8Array | null = incoming.read();
        if (chunk !== null) yield chunk;
        else if (fault !== undefined || incoming.destroyed) throw fault ?? incoming.errored;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      if (!incoming.readableEnded) incoming.destroy();
    }
  })();
}
