/** Audit events of an organization. */
import * as z from "zod/mini";
import { createPageModel, open, time, url } from "./shared.model.ts";

const event = {
  object: z.literal("audit-event"),
  id: z.uuid(),
  occurredAt: time,
  /**
   * An operation of the API, such as `deleteSpaceById`, or of the platform: `cancelJob` or
   * `changeDomainVerification`.
   */
  action: z.string(),
  actor: z.looseObject({
    type: open(["user", "integration", "installation", "system", "support"]),
    id: z.string(),
    label: z.optional(z.string()),
  }),
  source: open(["ui", "api", "integration", "webhook", "workflow", "script", "support"]),
  target: z.looseObject({
    type: z.string(),
    id: z.string(),
    label: z.optional(z.string()),
  }),
  /** The number of equal events within ten minutes, if greater than one. */
  occurrences: z.optional(z.int()),
  /** The time of the last of them. */
  lastOccurredAt: z.optional(time),
  urls: z.looseObject({ location: url }),
};

export const auditEvents = createPageModel(z.looseObject(event));

export const auditEvent = z.looseObject({
  ...event,
  /** The id of the request, as in its response. */
  executionId: z.optional(z.string()),
  correlationId: z.optional(z.string()),
  causedByEventId: z.optional(z.string()),
  schemaVersion: z.int(),
  payload: z.record(z.string(), z.unknown()),
});

export const auditActions = z.looseObject({
  items: z.array(
    z.looseObject({ object: z.literal("audit-event-action"), id: z.string(), label: z.string() }),
  ),
});
