/** Keeps web pages out: a browser on this machine can reach the platform for any page it shows. */
import type { IncomingHttpHeaders } from "node:http";
import type { WireResponse } from "../../contract/wire.ts";
import { failure } from "../core/answers.ts";

/** @returns the refusal, or undefined where the request may pass */
export type HostCheck = (headers: IncomingHttpHeaders) => WireResponse | undefined;

const loopback = ["localhost", "127.0.0.1", "[::1]", "tome.localhost"];

/**
 * A foreign name in `Host` is how a page reaches this machine through its own domain; an `Origin`
 * is what the browser adds to what a page sends.
 * @param names what requests may be addressed to beside this machine's own names, without a port
 * @param publicOrigin the address that callers use where a proxy stands in between
 */
export function createHostCheck(
  port: number,
  names: readonly string[],
  publicOrigin?: URL,
): HostCheck {
  const hosts = new Set<string>();
  for (const name of [...loopback, ...names.map(bracketed)]) {
    hosts.add(`${name}:${port}`.toLowerCase());
    // The port that http has by itself is left out.
    if (port === 80) hosts.add(name.toLowerCase());
  }
  const publicHost = publicOrigin?.host;
  if (publicHost !== undefined) hosts.add(publicHost);
  return ({ host = "", origin }) => {
    if (!hosts.has(host.toLowerCase())) {
      return failure(421, "The header Host does not name this platform; use its own address.");
    }
    const own =
      host.toLowerCase() === publicHost ? publicOrigin?.origin : `http://${host.toLowerCase()}`;
    if (origin !== undefined && origin.toLowerCase() !== own) {
      return failure(403, "Requests of web pages are refused; send no header Origin.");
    }
    return undefined;
  };
}

function bracketed(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}
