/** Audit log: an event for every request that changes data, listed for admins. */
import type { Endpoint } from "../../../contract/endpoint.ts";
import { type Area, createPlatformJob, createShortJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

/** @param endpoints all operations of the platform; those that change data are recorded */
export function createAuditArea(endpoints: () => Promise<readonly Endpoint[]>): Area {
  return {
    routes: [
      createLazyModule(
        "audit-event",
        () => import("../../../contract/audit-event.ts"),
        () => import("./audit-event.ts").then((m) => m.createHandlers(endpoints)),
      ),
    ],
    jobs: ({ auditDays }) => ({
      "remove-audit-events": createPlatformJob(
        "Events are removed by age only, regardless of the actor.",
        createShortJob(async () => {
          const { defaultRetention, removeOldEvents } = await import("./retention.ts");
          return removeOldEvents(auditDays ?? defaultRetention);
        }),
      ),
    }),
    seed: () => import("./sample.ts").then((m) => m.seedAuditEvents),
  };
}
