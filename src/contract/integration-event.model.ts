/** An event sent to an integration, with its delivery status. */
import * as z from "zod/mini";
import { createPageModel, open, time } from "./shared.model.ts";

export const eventTypes = [
  "installation_setup",
  "installation_deleted",
  "space_installation_setup",
  "space_installation_deleted",
  "site_installation_setup",
  "site_installation_deleted",
  "site_view",
  "space_content_updated",
  "space_gitsync_started",
  "space_gitsync_completed",
  "space_visibility_updated",
  "fetch",
  "fetch_published_script",
  "fetch_visitor_authentication",
  "ui_render",
  "content_compute_document",
  "content_compute_revision",
  "page_feedback",
  "task",
] as const;

const configuration = z.record(z.string(), z.unknown());

/** Members depend on the type. */
const payload = z.looseObject({
  eventId: z.string(),
  type: open(eventTypes),
  installationId: z.optional(z.string()),
  status: z.optional(open(["active", "pending", "paused"])),
  previous: z.optional(
    z.looseObject({
      status: z.optional(open(["active", "pending", "paused"])),
      configuration: z.optional(configuration),
    }),
  ),
  spaceId: z.optional(z.string()),
  siteId: z.optional(z.string()),
  revisionId: z.optional(z.string()),
  commitId: z.optional(z.string()),
  state: z.optional(open(["success", "failure"])),
  previousVisibility: z.optional(z.string()),
  visibility: z.optional(z.string()),
});

export const integrationEvent = z.looseObject({
  id: z.string(),
  integrationId: z.string(),
  installationId: z.optional(z.string()),
  createdAt: time,
  payload,
  status: open(["success", "failed"]),
  /** Reason why the delivery was abandoned; only on the local platform. */
  failure: z.optional(z.string()),
});

export const integrationEvents = createPageModel(integrationEvent);

export const tracedEvent = z.looseObject({
  event: integrationEvent,
  trace: z.optional(
    z.looseObject({
      logs: z.array(
        z.looseObject({
          message: z.string(),
          timestamp: time,
          level: open(["debug", "info", "warn", "error"]),
        }),
      ),
    }),
  ),
});
export type TraceLine = {
  readonly message: string;
  readonly timestamp: string;
  readonly level: "debug" | "info" | "warn" | "error";
};
