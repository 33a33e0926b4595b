/** Content of published sites: resolution of URLs, search, visitor tokens and redirects. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const siteLookup: Area = {
  routes: [
    createLazyModule(
      "site-redirect",
      () => import("../../../contract/site-redirect.ts"),
      () => import("./site-redirect.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-content",
      () => import("../../../contract/site-content.ts"),
      () => import("./site-content.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "url",
      () => import("../../../contract/url.ts"),
      () => import("./url.ts").then((m) => m.handlers),
    ),
  ],
};
