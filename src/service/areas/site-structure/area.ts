/** Operations on sections and site spaces that may create spaces. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const siteStructure: Area = {
  routes: [
    createLazyModule(
      "site-section",
      () => import("../../../contract/site-section.ts"),
      () => import("./site-section.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-space",
      () => import("../../../contract/site-space.ts"),
      () => import("./site-space.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-template",
      () => import("../../../contract/site-template.ts"),
      () => import("./site-template.ts").then((m) => m.handlers),
    ),
  ],
};
