/** Rendering of published sites for browsers. */
import type { Area } from "../../core/area.ts";
import type { HostRoute } from "../../core/public-route.ts";
import { siteNameIn } from "../sites/urls/site-hosts.ts";

const load = () => import("./respond.ts").then((m) => m.answerVisitor);

export const siteReader: Area = {
  routes: [],
  publicRoutes: [
    { route: "GET /_site/{siteId}/{path*}", access: "anyone", name: "site page", load },
  ],
};

/** Hosts that serve a single site. */
export const siteHosts: HostRoute = {
  isOwn: (hostname) => siteNameIn(hostname) !== undefined,
  publicRoute: { route: "GET /{path*}", access: "anyone", name: "site page", load },
};
