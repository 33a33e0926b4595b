/** Operations on sections and site spaces that may create spaces. */
import type { Area } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";

export const siteParts: Area = {
  routes: [
    lateModule(
      "site-section",
      () => import("../../../contract/site-section.ts"),
      () => import("./site-section.ts").then((m) => m.handlers),
    ),
    lateModule(
      "site-space",
      () => import("../../../contract/site-space.ts"),
      () => import("./site-space.ts").then((m) => m.handlers),
    ),
    lateModule(
      "site-template",
      () => import("../../../contract/site-template.ts"),
      () => import("./site-template.ts").then((m) => m.handlers),
    ),
  ],
};
