/** Asking for a look-up of a hostname, which a job does: no request waits for name servers. */
import type { Call } from "../../core/handlers.ts";
import { isLoopback } from "./addresses.ts";

export interface HostnameLookup {
  readonly siteId: string;
  readonly hostname: string;
  /** The name of this platform, as whoever asked reaches it. */
  readonly own: string;
}

/**
 * A platform that is reached on this machine alone asks no name servers: nothing leads to it.
 * @returns whether they will be asked
 */
export async function lookUpHostname(
  { base, enqueue }: Pick<Call, "base" | "enqueue">,
  site: { readonly id: string; readonly organization_id: string },
  hostname: string,
): Promise<boolean> {
  const own = new URL(base).hostname;
  if (isLoopback(own)) return false;
  const payload: HostnameLookup = { siteId: site.id, hostname, own };
  await enqueue({ kind: "check-hostname", payload, organization: site.organization_id });
  return true;
}
