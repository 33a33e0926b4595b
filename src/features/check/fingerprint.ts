/** Fingerprint that identifies a finding across runs. */
import { createHash } from "node:crypto";
import type { RawFinding } from "./rule.ts";

/** Excludes titles, lines and messages, so that the fingerprint survives renames and moves. */
export function computeFingerprint({
  rule,
  id,
  target,
}: Pick<RawFinding, "rule" | "id" | "target">): string {
  const text = JSON.stringify([rule, id, target]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
