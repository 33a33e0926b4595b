/** Sending events to integrations. */
import { type Area, longJob } from "../../core/area.ts";
import type { WriteEvent } from "./send.ts";

/** @param form loads what writes an event in the form that integrations read; another area knows it */
export function eventsArea(form: () => Promise<WriteEvent>): Area {
  return {
    routes: [],
    jobs: () => ({
      "send-events": longJob(async () => {
        const { sendEventsAs } = await import("./send.ts");
        return sendEventsAs(await form());
      }),
    }),
  };
}
