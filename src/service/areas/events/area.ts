/** Sending events to integrations. */
import { type Area, longJob } from "../../core/area.ts";

export const events: Area = {
  routes: [],
  jobs: () => ({
    "send-events": longJob(() => import("./send.ts").then((m) => m.sendEvents)),
  }),
};
