/** Routes of the platform outside the contract: health, version and metrics. */
import type { WireResponse } from "../../contract/wire.ts";
import { json } from "../core/deferred-response.ts";
import type { PublicHandler, PublicRoute } from "../core/public-route.ts";
import { findGuard } from "../database/sqlite/dialect.ts";

export interface PlatformInfo {
  readonly version: string;
  readonly build: string;
}

export interface MetricsRoute {
  /** Whether the metrics need no token; otherwise only the holder of the admin token may read them. */
  readonly open: boolean;
  readonly answer: () => Promise<WireResponse>;
}

/**
 * @param about the response of `GET /v1/`
 * @param metrics the route for Prometheus; absent without metrics
 */
export function ownRoutes(about: PlatformInfo, metrics?: MetricsRoute): readonly PublicRoute[] {
  const tellAbout: PublicHandler = async () => json(200, about);
  const health: PublicRoute = {
    route: "GET /healthz",
    access: "anyone",
    name: "healthz",
    isProbe: true,
    load: async () => async (request) => {
      findGuard(request.db)?.check();
      return json(200, { status: "ok" });
    },
  };
  const landing: PublicRoute = {
    route: "GET /",
    access: "anyone",
    name: "landing page",
    load: async () => (await import("./browser-page.ts")).landingPage(about.version),
  };
  const root = (["/v1", "/v1/"] as const).map(
    (path): PublicRoute => ({
      route: `GET ${path}`,
      // Clients request it before they have a token.
      access: "anyone",
      name: "root",
      load: async () => tellAbout,
    }),
  );
  if (metrics === undefined) return [health, landing, ...root];
  const route: PublicRoute = {
    route: "GET /metrics",
    access: metrics.open ? "anyone" : "admin",
    name: "metrics",
    isProbe: true,
    load: async () => metrics.answer,
  };
  return [health, route, landing, ...root];
}
