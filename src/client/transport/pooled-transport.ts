/** Transport for many requests, and for proxies: undici. No other module loads it. */
import type { Dispatcher } from "undici";
import type { Transport } from "../../contract/wire.ts";
import { readWireBytes, toNetworkError } from "../network-errors.ts";
import { flatten } from "./response.ts";

/**
 * @param proxy URL of the proxy for every server, with its user and password
 * @param authorities all certificate authorities to trust, if not the default ones
 */
export async function openPool(
  proxy: string | undefined,
  authorities: string[] | undefined,
): Promise<Transport> {
  const { Agent, ProxyAgent } = await import("undici");
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
  const tls = { rejectUnauthorized: true, ...(authorities && { ca: authorities }) };
  // The client's deadline is the only one.
  const patience = { headersTimeout: 0, bodyTimeout: 0 };
  const pool =
    proxy === undefined
      ? new Agent({ ...patience, connect: tls })
      : new ProxyAgent({ ...patience, uri: proxy, requestTls: tls, proxyTls: tls });
  const via = proxy === undefined ? undefined : new URL(proxy).host;

  return async (request) => {
    let arrived: "no" | "perhaps" = "no";
    const leaves = () => {
      arrived = "perhaps";
    };
    const noting = pool.compose(
      (dispatch) => (options, handler) => dispatch(options, reportDeparture(handler, leaves)),
    );
    const url = new URL(request.url);
    try {
      const response = await noting.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: request.headers,
        body: request.bytes ?? request.body ?? null,
        signal: request.signal ?? null,
      });
      return {
        status: response.statusCode,
        headers: flatten(response.headers),
        body: readWireBytes(response.body, request.url),
      };
    } catch (error) {
      throw toNetworkError(error, { url: request.url, arrived, via });
    }
  };
}

/** The same handler, which also reports when the request starts to leave over an open connection. */
function reportDeparture(
  handler: Dispatcher.DispatchHandler,
  leaves: () => void,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      leaves();
      handler.onRequestStart?.(controller, context);
    },
    // Spread: an event of undici has at most four arguments.
    onResponseStart: (...event) => handler.onResponseStart?.(...event),
    // Spread: an event of undici has at most four arguments.
    onResponseData: (...event) => handler.onResponseData?.(...event),
    // Spread: an event of undici has at most four arguments.
    onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
    // Spread: an event of undici has at most four arguments.
    onResponseError: (...event) => handler.onResponseError?.(...event),
  };
}
