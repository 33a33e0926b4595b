/** Findings about the content of sites. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const siteFindings: Area = {
  routes: [
    createLazyModule(
      "site-finding",
      () => import("../../../contract/site-finding.ts"),
      () => import("./site-finding.ts").then((m) => m.handlers),
      () => import("./fix-finding.ts").then((m) => m.preparations),
    ),
    createLazyModule(
      "site-scan",
      () => import("../../../contract/site-scan.ts"),
      () => import("./site-scan.ts").then((m) => m.handlers),
    ),
  ],
  purge: () => import("./finding-rows.ts").then((m) => m.removeFindings),
};
