/** Context of sites: records from other systems, and their connections. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";
import { syncKind } from "./sync-request.ts";

export const siteContext: Area = {
  routes: [
    createLazyModule(
      "site-context-record",
      () => import("../../../contract/site-context-record.ts"),
      () => import("./site-context-record.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-context-connection",
      () => import("../../../contract/site-context-connection.ts"),
      () => import("./site-context-connection.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    [syncKind]: createRequestedJob(
      createLongJob(() => import("./sync-connection.ts").then((m) => m.syncConnection)),
      () => import("./sync-connection.ts").then((m) => m.syncPermission),
    ),
  }),
};
