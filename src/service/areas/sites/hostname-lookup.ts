/** Asking for a look-up of a hostname, which a job does: no request waits for name servers. */
import type { Call } from "../../core/handlers.ts";

export interface HostnameLookup {
  readonly siteId: string;
  readonly hostname: string;
  /** The name of this platform, as whoever asked reaches it. */
  readonly own: string;
}

export async function lookUpHostname(
  { base, enqueue }: Pick<Call, "base" | "enqueue">,
  siteId: string,
  hostname: string,
): Promise<void> {
  const payload: HostnameLookup = { siteId, hostname, own: new URL(base).hostname };
  await enqueue({ kind: "check-hostname", payload });
}
