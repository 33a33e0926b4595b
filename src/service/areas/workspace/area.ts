/** Organizations, collections and spaces. */
import { type Area, createLongJob, createPlatformJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const workspace: Area = {
  routes: [
    createLazyModule(
      "organization",
      () => import("../../../contract/organization.ts"),
      () => import("./organization.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "collection",
      () => import("../../../contract/collection.ts"),
      () => import("./collection.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "space",
      () => import("../../../contract/space.ts"),
      () => import("./space.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "org-instructions",
      () => import("../../../contract/org-instructions.ts"),
      () => import("./organization-instructions.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "organization-domain",
      () => import("../../../contract/organization-domain.ts"),
      () => import("./organization-domain.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "check-domain": createPlatformJob(
      "It only compares public DNS records with the claim for which it was queued.",
      createLongJob(() => import("./check-domain.ts").then((m) => m.checkDomain)),
    ),
  }),
};
