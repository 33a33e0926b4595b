/**
 * Selection of the transport: the runtime's HTTP client for a few requests, a pool for many or
 * behind a proxy.
 */
import type { Transport } from "../../contract/wire.ts";
import { findProxy, type ProxyEnvironment } from "./proxy.ts";

export interface TransportOptions {
  /** Many requests follow, so that loading the pool is worth its cost. */
  readonly many?: boolean | undefined;
  /** The source of the proxy variables. */
  readonly environment: ProxyEnvironment;
  /** Certificate authorities to trust in addition to the default ones, as PEM text. */
  readonly authorities?: string | undefined;
}

/**
 * A transport over the network. Nothing is loaded or opened before the first request; connections
 * are kept for the next one and do not keep the process alive. Certificates are always verified.
 */
export function openTransport(options: TransportOptions): Transport {
  const { many = false, environment, authorities } = options;
  const wires = new Map<string | undefined, Promise<Transport>>();

  async function open(proxy: string | undefined): Promise<Transport> {
    if (many || proxy !== undefined) {
      const all = authorities === undefined ? undefined : await allWith(authorities);
      return (await import("./pooled-transport.ts")).openPool(proxy, all);
    }
    if (authorities === undefined) return (await import("./direct-transport.ts")).openDirect();
    return (await import("./custom-authority.ts")).openTrusting(authorities, environment);
  }

  async function allWith(authorities: string): Promise<string[]> {
    return (await import("./certificates.ts")).loadAuthorities(authorities, environment);
  }

  return async (request) => {
    const proxy = findProxy(new URL(request.url), environment);
    const wire = wires.get(proxy) ?? open(proxy);
    wires.set(proxy, wire);
    return (await wire)(request);
  };
}
