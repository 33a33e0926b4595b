/** Audit log: an event for every request that changes data, listed for admins. */
import type { Endpoint } from "../../../contract/endpoint.ts";
import { type Area, platformJob, shortJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

/** @param endpoints all operations of the platform; those that change data are recorded */
export function auditArea(endpoints: () => Promise<readonly Endpoint[]>): Area {
  return {
    routes: [
      lazyModule(
        "audit-event",
        () => import("../../../contract/audit-event.ts"),
        () => import("./audit-event.ts").then((m) => m.handlersFor(endpoints)),
      ),
    ],
    jobs: ({ auditDays }) => ({
      "remove-audit-events": platformJob(
        "Events are removed by age only, regardless of the actor.",
        shortJob(async () => {
          const { defaultRetention, removeOldEvents } = await import("./retention.ts");
          return removeOldEvents(auditDays ?? defaultRetention);
        }),
      ),
    }),
    seed: () => import("./sample.ts").then((m) => m.seedAuditEvents),
  };
}
