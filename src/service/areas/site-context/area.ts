/** Context of sites: records from other systems, their connections, and findings about the content. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";
import { syncKind } from "./sync-request.ts";

export const siteContext: Area = {
  routes: [
    lazyModule(
      "site-context-record",
      () => import("../../../contract/site-context-record.ts"),
      () => import("./site-context-record.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "site-context-connection",
      () => import("../../../contract/site-context-connection.ts"),
      () => import("./site-context-connection.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "site-finding",
      () => import("../../../contract/site-finding.ts"),
      () => import("./findings/site-finding.ts").then((m) => m.handlers),
      () => import("./findings/fix-finding.ts").then((m) => m.preparations),
    ),
    lazyModule(
      "site-scan",
      () => import("../../../contract/site-scan.ts"),
      () => import("./findings/site-scan.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    [syncKind]: requestedJob(
      longJob(() => import("./sync-connection.ts").then((m) => m.syncConnection)),
      () => import("./sync-connection.ts").then((m) => m.syncPermission),
    ),
  }),
  purge: () => import("./findings/finding-rows.ts").then((m) => m.removeFindings),
};
