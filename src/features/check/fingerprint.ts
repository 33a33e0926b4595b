/** What a finding is known by from one run to the next. */
import { createHash } from "node:crypto";
import type { RawFinding } from "./rule.ts";

/** Neither titles, lines nor words of the message are in it: renaming and moving change nothing. */
export function computeFingerprint({
  rule,
  id,
  target,
}: Pick<RawFinding, "rule" | "id" | "target">): string {
  const text = JSON.stringify([rule, id, target]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
