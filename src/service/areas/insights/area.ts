/** Insights: counts of the views, searches and feedback of published sites. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const insights: Area = {
  routes: [
    createLazyModule(
      "site-insights",
      () => import("../../../contract/site-insights.ts"),
      () => import("./site-insights.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-agent-feedback",
      () => import("../../../contract/site-agent-feedback.ts"),
      () => import("./site-agent-feedback.ts").then((m) => m.handlers),
    ),
  ],
};
