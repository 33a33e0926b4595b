/** Queuing of DNS lookups for custom hostnames, so that requests do not wait for name servers. */
import type { Call } from "../../../core/handlers.ts";
import { isLoopback } from "./urls.ts";

export interface HostnameLookup {
  readonly siteId: string;
  readonly hostname: string;
  /** The hostname of the platform, from the base URL of the request. */
  readonly own: string;
}

/** The hostname that custom hostnames must lead to; undefined for a loopback URL. */
export function findPublicHostname({ base }: Pick<Call, "base">): string | undefined {
  const own = new URL(base).hostname;
  return isLoopback(own) ? undefined : own;
}

/**
 * Does nothing if the base URL is a loopback URL, because no public hostname can lead to it.
 * @returns whether a lookup was queued
 */
export async function lookUpHostname(
  call: Pick<Call, "base" | "enqueue">,
  site: { readonly id: string; readonly organization_id: string },
  hostname: string,
): Promise<boolean> {
  const own = findPublicHostname(call);
  if (own === undefined) return false;
  const payload: HostnameLookup = { siteId: site.id, hostname, own };
  await call.enqueue({ kind: "check-hostname", payload, organization: site.organization_id });
  return true;
}
