/** What visitors reach: the redirects of docs sites, which need both their structure and their pages. */
import type { Area } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";

export const published: Area = {
  routes: [
    lateModule(
      "site-redirect",
      () => import("../../../contract/site-redirect.ts"),
      () => import("./site-redirect.ts").then((m) => m.handlers),
    ),
  ],
};
