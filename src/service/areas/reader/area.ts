/** Published sites as their visitors read them, in a browser. */
import type { Area } from "../../core/area.ts";
import type { HostRoute } from "../../core/public-route.ts";
import { siteNameIn } from "../sites/site-hosts.ts";

const load = () => import("./answer.ts").then((m) => m.answerVisitor);

export const reader: Area = {
  routes: [],
  publicRoutes: [
    { route: "GET /_site/{siteId}/{path*}", access: "anyone", name: "site page", load },
  ],
};

/** Hosts on which there is one site and nothing else of the platform. */
export const siteHosts: HostRoute = {
  isOwn: (hostname) => siteNameIn(hostname) !== undefined,
  publicRoute: { route: "GET /{path*}", access: "anyone", name: "site page", load },
};
