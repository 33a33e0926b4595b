/** Sending events to integrations. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import type { JobPermission } from "../../jobs/job.ts";
import type { WriteEvent } from "./send.ts";

/**
 * @param form loads what writes an event in the form that integrations read; another area knows it
 * @param permission loads who may have events sent to a tunnel; another area knows integrations
 */
export function eventsArea(
  form: () => Promise<WriteEvent>,
  permission: () => Promise<JobPermission>,
): Area {
  return {
    routes: [],
    jobs: () => ({
      "send-events": requestedJob(
        longJob(async () => {
          const { sendEventsAs } = await import("./send.ts");
          return sendEventsAs(await form());
        }),
        permission,
      ),
    }),
  };
}
