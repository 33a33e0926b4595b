/** Audit events for domains that are verified, or whose verification ends. */
import type { Call } from "../../core/handlers.ts";
import { writeEvent } from "./record.ts";

/** The action of these events. It is not an operation of the API. */
export const domainChange = {
  id: "changeDomainVerification",
  label: "Verify a domain of the organization, or end its verification",
} as const;

interface DomainChange {
  readonly domain: string;
  readonly isVerified: boolean;
  /** The source of the decision: name servers, or the operator of the platform. */
  readonly by: "dns" | "operator";
}

/** Runs in the transaction of the change, which no member of the organization made. */
export async function recordDomainChange(
  call: Pick<Call, "db" | "now" | "newId">,
  organizationId: string,
  { domain, isVerified, by }: DomainChange,
): Promise<void> {
  await writeEvent(call, {
    organization_id: organizationId,
    action: domainChange.id,
    actor_type: "system",
    actor_id: "platform",
    actor_label: "Platform",
    target_type: "organization-domain",
    target_id: domain,
    target_label: null,
    origin: { requestId: call.newId() },
    content: { verified: isVerified, by },
  });
}
