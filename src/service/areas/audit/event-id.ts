/** The ids of audit events: UUIDs of version 7, so that events of one moment are in their order. */
import { createHash } from "node:crypto";

const mostInMoment = 0xfff;

/**
 * @param at when the change was made
 * @param newId the platform's source of ids, on which this one depends as well
 * @param before the largest id of the organization's events of the same moment
 */
export function newEventId(at: Date, newId: () => string, before?: string | null): string {
  const moment = at.getTime().toString(16).padStart(12, "0");
  const last = before ? Number.parseInt(before.slice(15, 18), 16) : -1;
  const count = Math.min(last + 1, mostInMoment)
    .toString(16)
    .padStart(3, "0");
  const chance = createHash("sha256").update(newId()).digest("hex");
  // The first of these digits says that it is a UUID of the usual variant.
  const variant = "89ab"[Number.parseInt(chance.slice(0, 1), 16) & 3] ?? "8";
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${count}-${variant}${chance.slice(1, 4)}-${chance.slice(4, 16)}`;
}
