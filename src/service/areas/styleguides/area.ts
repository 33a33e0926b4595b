/** Style guides of sites. */
import { type Area, createDeliveryJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";
import { checkKind } from "./check-request.ts";

export const styleguides: Area = {
  routes: [
    createLazyModule(
      "styleguide",
      () => import("../../../contract/styleguide.ts"),
      () => import("./styleguide.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    [checkKind]: createRequestedJob(
      createDeliveryJob("language-model", () =>
        import("./check-space.ts").then((m) => m.checkSpace),
      ),
      () => import("./check-space.ts").then((m) => m.checkPermission),
    ),
  }),
};
