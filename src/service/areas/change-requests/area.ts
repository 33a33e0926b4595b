/** Change requests: editing, merging, reviewing. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const changeRequests: Area = {
  routes: [
    createLazyModule(
      "cr",
      () => import("../../../contract/cr.ts"),
      () => import("./cr.ts").then((m) => m.handlers),
      () => import("./edit/prepare.ts").then((m) => m.preparations),
    ),
    createLazyModule(
      "cr-content",
      () => import("../../../contract/cr-content.ts"),
      () => import("./cr-content.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "cr-review",
      () => import("../../../contract/cr-review.ts"),
      () => import("./cr-review.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "merge-change-request": createRequestedJob(
      createLongJob(() => import("./scheduled-merge.ts").then((m) => m.mergeScheduled)),
      () => import("./scheduled-merge.ts").then((m) => m.scheduledMergePermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedChangeRequests),
  purge: () => import("./remove.ts").then((m) => m.removeChangeRequests),
};
