/** Questions to a language model. */
import type { Area } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const questions: Area = {
  routes: [
    lazyModule(
      "org-ask",
      () => import("../../../contract/org-ask.ts"),
      () => import("./org-ask.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "ai-usage",
      () => import("../../../contract/ai-usage.ts"),
      () => import("./ai-usage.ts").then((m) => m.handlers),
    ),
  ],
};
