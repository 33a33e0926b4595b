/** Style guides of sites. */
import { type Area, deliveryJob, requestedJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";
import { checkKind } from "./check-request.ts";

export const styleguides: Area = {
  routes: [
    lazyModule(
      "styleguide",
      () => import("../../../contract/styleguide.ts"),
      () => import("./styleguide.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    [checkKind]: requestedJob(
      deliveryJob("language-model", () => import("./check-space.ts").then((m) => m.checkSpace)),
      () => import("./check-space.ts").then((m) => m.checkPermission),
    ),
  }),
};
