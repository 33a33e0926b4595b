/** Style guides of sites. */
import type { Area } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const styleguides: Area = {
  routes: [
    lazyModule(
      "styleguide",
      () => import("../../../contract/styleguide.ts"),
      () => import("./styleguide.ts").then((m) => m.handlers),
    ),
  ],
};
