/**
 * The operator of the platform: the owner of its data, who can verify domains without a TXT record.
 */
import { readFact } from "../../database/facts.ts";
import type { Call } from "../handlers.ts";

/** The fact with the id of the owner. */
export const ownerFact = "owner";

/**
 * Whether the caller is the owner with their own token, not an integration or a session of an
 * identity provider.
 */
export async function isOperator({
  db,
  caller,
  agent,
  boundTo,
}: Pick<Call, "db" | "caller" | "agent" | "boundTo">): Promise<boolean> {
  if (agent !== undefined || boundTo !== undefined) return false;
  return (await readFact(db, ownerFact)) === caller;
}
