/** Ids of audit events: UUIDs of version 7, so that events of the same time are ordered. */
import { createHash } from "node:crypto";

const mostInMoment = 0xfff;

/**
 * @param time the time of the change
 * @param newId the platform's source of ids, which makes these ids repeatable too
 * @param before the largest id of the organization's events of the same time
 */
export function createEventId(time: Date, newId: () => string, before?: string | null): string {
  const moment = time.getTime().toString(16).padStart(12, "0");
  const last = before ? Number.parseInt(before.slice(15, 18), 16) : -1;
  const count = Math.min(last + 1, mostInMoment)
    .toString(16)
    .padStart(3, "0");
  const chance = createHash("sha256").update(newId()).digest("hex");
  // The first of these digits marks a UUID of the standard variant.
  const variant = "89ab"[Number.parseInt(chance.slice(0, 1), 16) & 3] ?? "8";
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${count}-${variant}${chance.slice(1, 4)}-${chance.slice(4, 16)}`;
}
