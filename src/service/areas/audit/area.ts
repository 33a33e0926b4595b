/** Who changed what: recorded for every request that changes something, and listed for admins. */
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { Area } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";
import { retentionJob, retentionKind } from "./retention.ts";

/** @param endpoints all operations of the platform, of which those that change something are recorded */
export function auditArea(endpoints: () => Promise<readonly Endpoint[]>): Area {
  return {
    routes: [
      lateModule(
        "audit-event",
        () => import("../../../contract/audit-event.ts"),
        () => import("./audit-event.ts").then((m) => m.handlersFor(endpoints)),
      ),
    ],
    jobs: () => ({ [retentionKind]: retentionJob }),
    seed: () => import("./sample.ts").then((m) => m.seedAuditEvents),
    migrations: { 15: () => import("./migration.ts").then((m) => m.audit) },
  };
}
