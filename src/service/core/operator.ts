/** The operator of the platform: the owner of its data, who vouches for domains by naming them. */
import { readFact } from "../database/facts.ts";
import type { Call } from "./handlers.ts";

/** The fact that holds the id of the owner. */
export const ownerFact = "owner";

/** Whether the owner acts, with a token of their own: no integration and no identity provider does for them. */
export async function isOperator({
  db,
  caller,
  agent,
  boundTo,
}: Pick<Call, "db" | "caller" | "agent" | "boundTo">): Promise<boolean> {
  if (agent !== undefined || boundTo !== undefined) return false;
  return (await readFact(db, ownerFact)) === caller;
}
