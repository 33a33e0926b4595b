/** The ids of audit events: UUIDs of version 7, so that events of one moment are in their order. */
import { randomBytes } from "node:crypto";

const latest = { time: 0, count: 0 };
const mostInMoment = 0xfff;

export function newEventId(at: Date): string {
  const time = at.getTime();
  const isSameMoment = time === latest.time && latest.count < mostInMoment;
  latest.count = isSameMoment ? latest.count + 1 : 0;
  latest.time = time;
  const moment = time.toString(16).padStart(12, "0");
  const count = latest.count.toString(16).padStart(3, "0");
  const random = randomBytes(8).toString("hex");
  // The first of these digits says that it is a UUID of the usual variant.
  const variant = "89ab"[Number.parseInt(random.slice(0, 1), 16) & 3] ?? "8";
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${count}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
}
