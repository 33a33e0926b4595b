/**
 * Host and origin check. Without it, a web page in a browser on this machine could send requests to
 * the platform.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { WireResponse } from "../../../contract/wire.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import { hostRoute, publicRoutes } from "../areas.ts";
import { allowCrossOrigin, type CrossOriginAnswer } from "./cross-origin.ts";
import { createPaths } from "./path-table.ts";

export type HostCheck = (headers: IncomingHttpHeaders, target: () => RequestTarget) => HostDecision;

/** Nothing for an ordinary request. */
export interface HostDecision {
  readonly refused?: WireResponse;
  /** For a request of a web page of another origin. */
  readonly crossOrigin?: CrossOriginAnswer;
}

interface RequestTarget {
  readonly method: string;
  /** The segments of the path. */
  readonly parts: readonly string[];
}

/** Paths to which pages of other sites may link; all other paths are refused for them. */
const openToOthers = createPaths<true>();
for (const { route, fromOtherSites } of publicRoutes) {
  const [method = "", path = ""] = route.split(" ");
  if (fromOtherSites) openToOthers.add(method, path, true);
}

function isOpenToOthers({ method, parts }: RequestTarget): boolean {
  return openToOthers.find(method, parts) !== undefined;
}

const loopback = ["localhost", "127.0.0.1", "[::1]", "tome.localhost"];

/**
 * An unknown name in `Host` means that a page reaches this machine through its own domain (DNS
 * rebinding); browsers add `Origin` to requests of pages.
 * @param names accepted hostnames in addition to those of this machine, without a port
 * @param publicOrigin the URL that callers use if there is a proxy
 */
export function createHostCheck(
  port: number,
  names: readonly string[],
  publicOrigin?: URL,
): HostCheck {
  const hosts = new Set<string>();
  for (const name of [...loopback, ...names.map(bracketHost)]) {
    hosts.add(`${name}:${port}`.toLowerCase());
    // The default port of HTTP may be left out.
    if (port === 80) hosts.add(name.toLowerCase());
  }
  const publicHost = publicOrigin?.host;
  if (publicHost !== undefined) hosts.add(publicHost);
  // Names below localhost resolve to this machine; router.ts serves only sites there.
  const isRouteHost = (host: string) => {
    const [, name = "", written = "80"] = /^([^:]+)(?::(\d+))?$/.exec(host) ?? [];
    return Number(written) === port && hostRoute.isOwn(name);
  };
  return (headers, target) => {
    const { host = "", origin } = headers;
    const isOwnHost = hosts.has(host.toLowerCase());
    if (!isOwnHost && !isRouteHost(host.toLowerCase())) {
      const text = "The Host header does not match this platform. Use the platform's own URL.";
      return { refused: createErrorResponse(421, text) };
    }
    const isOwnOrigin =
      host.toLowerCase() === publicHost ? publicOrigin?.origin : `http://${host.toLowerCase()}`;
    const isForeign = origin !== undefined && origin.toLowerCase() !== isOwnOrigin;
    if (!isForeign || isOpenToOthers(target())) return {};
    const crossOrigin = isOwnHost ? allowCrossOrigin({ ...target(), headers }) : undefined;
    if (crossOrigin !== undefined) return { crossOrigin };
    const text = "Web pages can send only API requests with a token. Send no Origin header.";
    return { refused: createErrorResponse(403, text) };
  };
}

function bracketHost(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}
