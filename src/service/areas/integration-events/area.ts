/** Delivery of events to integrations. */
import { type Area, createDeliveryJob, createRequestedJob } from "../../core/area.ts";
import type { JobPermission } from "../../jobs/job.ts";
import type { RunEvent, WriteEvent } from "./send.ts";

/**
 * @param form loads the function that writes an event in the format of integrations, which another
 * area provides
 * @param run loads the function that runs an event in a published script
 * @param permission loads the permission to set a tunnel, which another area provides
 */
export function createEventsArea(
  form: () => Promise<WriteEvent>,
  run: () => Promise<RunEvent>,
  permission: () => Promise<JobPermission>,
): Area {
  return {
    routes: [],
    jobs: () => ({
      "send-events": createRequestedJob(
        createDeliveryJob("integrations", async () => {
          const { sendEventsAs } = await import("./send.ts");
          return sendEventsAs(await form(), await run());
        }),
        permission,
      ),
    }),
  };
}
