/** Keeps web pages out: a page in a browser on this machine can send requests to the platform. */
import type { IncomingHttpHeaders } from "node:http";
import type { WireResponse } from "../../contract/wire.ts";
import { failure } from "../core/answers.ts";
import { hostRoute, publicRoutes } from "./areas.ts";
import { createPaths } from "./path-table.ts";

/** @returns the refusal, or undefined if the request is allowed */
export type HostCheck = (
  headers: IncomingHttpHeaders,
  target: () => Target,
) => WireResponse | undefined;

interface Target {
  readonly method: string;
  /** Of the path. */
  readonly parts: readonly string[];
}

/** Where pages of other sites may send a browser; everything else is refused to them. */
const openToOthers = createPaths<true>();
for (const { route, fromOtherSites } of publicRoutes) {
  const [method = "", path = ""] = route.split(" ");
  if (fromOtherSites) openToOthers.add(method, path, true);
}

function isOpenToOthers({ method, parts }: Target): boolean {
  return openToOthers.find(method, parts) !== undefined;
}

const loopback = ["localhost", "127.0.0.1", "[::1]", "tome.localhost"];

/**
 * A foreign name in `Host` means that a page reaches this machine through its own domain (DNS
 * rebinding); browsers add `Origin` to what a page sends.
 * @param names what requests may be addressed to beside this machine's own names, without a port
 * @param publicOrigin the address that callers use if there is a proxy in between
 */
export function createHostCheck(
  port: number,
  names: readonly string[],
  publicOrigin?: URL,
): HostCheck {
  const hosts = new Set<string>();
  for (const name of [...loopback, ...names.map(bracketed)]) {
    hosts.add(`${name}:${port}`.toLowerCase());
    // The default port of http may be left out.
    if (port === 80) hosts.add(name.toLowerCase());
  }
  const publicHost = publicOrigin?.host;
  if (publicHost !== undefined) hosts.add(publicHost);
  // Names below localhost are of this machine; router.ts shows what is at them, and nothing else.
  const isRouteHost = (host: string) => {
    const [, name = "", written = "80"] = /^([^:]+)(?::(\d+))?$/.exec(host) ?? [];
    return Number(written) === port && hostRoute.isOwn(name);
  };
  return ({ host = "", origin }, target) => {
    if (!hosts.has(host.toLowerCase()) && !isRouteHost(host.toLowerCase())) {
      return failure(421, "The header Host does not name this platform; use its own address.");
    }
    const own =
      host.toLowerCase() === publicHost ? publicOrigin?.origin : `http://${host.toLowerCase()}`;
    const isForeign = origin !== undefined && origin.toLowerCase() !== own;
    if (isForeign && !isOpenToOthers(target())) {
      return failure(403, "Requests of web pages are refused; send no header Origin.");
    }
    return undefined;
  };
}

function bracketed(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}
