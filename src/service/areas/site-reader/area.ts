/** Rendering of published sites for browsers. */
import type { Area } from "../../core/area.ts";
import type { HostRoute } from "../../core/public-route.ts";
import { parseSiteName } from "../sites/urls/site-hosts.ts";
import { feedbackPath } from "./feedback-path.ts";
import { mcpPath } from "./mcp-path.ts";

const load = () => import("./respond.ts").then((m) => m.answerVisitor);

export const siteReader: Area = {
  routes: [],
  publicRoutes: [
    { route: "GET /_site/{siteId}/{path*}", access: "anyone", name: "site page", load },
    { route: "POST /_site/{siteId}/{path*}", access: "anyone", name: "site request", load },
  ],
};

/** Hosts that serve a single site. */
export const siteHosts: HostRoute = {
  isOwn: (hostname) => parseSiteName(hostname) !== undefined,
  accepts: (method, parts) =>
    method === "GET" ||
    (method === "POST" && [mcpPath, feedbackPath].some((path) => parts.join("/").endsWith(path))),
  publicRoute: { route: "GET /{path*}", access: "anyone", name: "site page", load },
};
