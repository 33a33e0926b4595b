/** Organizations, collections and spaces. */
import { type Area, longJob, platformJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const workspace: Area = {
  routes: [
    lazyModule(
      "organization",
      () => import("../../../contract/organization.ts"),
      () => import("./organization.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "collection",
      () => import("../../../contract/collection.ts"),
      () => import("./collection.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "space",
      () => import("../../../contract/space.ts"),
      () => import("./space.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "org-instructions",
      () => import("../../../contract/org-instructions.ts"),
      () => import("./organization-instructions.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "organization-domain",
      () => import("../../../contract/organization-domain.ts"),
      () => import("./organization-domain.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "check-domain": platformJob(
      "It only compares public DNS records with the claim for which it was queued.",
      longJob(() => import("./check-domain.ts").then((m) => m.checkDomain)),
    ),
  }),
};
