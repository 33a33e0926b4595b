/** Routes of the platform outside the contract: health, version and metrics. */
import type { Transport, WireResponse } from "../../contract/wire.ts";
import { createErrorResponse, createJsonResponse } from "../core/deferred-response.ts";
import type { PublicHandler, PublicRoute } from "../core/public-route.ts";
import { findGuard } from "../database/sqlite/dialect.ts";
import type { ReadinessState } from "./readiness.ts";

export interface PlatformInfo {
  readonly version: string;
  readonly build: string;
  /** Set if the platform runs the scripts of integrations. */
  readonly runsIntegrations?: true;
}

export interface MetricsRoute {
  /** Whether the metrics need no token; otherwise only the holder of the admin token may read them. */
  readonly open: boolean;
  readonly answer: () => Promise<WireResponse>;
}

/**
 * @param about the response of `GET /v1/`
 * @param readiness the response of `GET /readyz`
 * @param metrics the route for Prometheus; absent without metrics
 */
export function createPlatformRoutes(
  about: PlatformInfo,
  readiness: Pick<ReadinessState, "check">,
  metrics?: MetricsRoute,
): readonly PublicRoute[] {
  const tellAbout: PublicHandler = async () => createJsonResponse(200, about);
  const health: PublicRoute = {
    route: "GET /healthz",
    access: "anyone",
    name: "healthz",
    isProbe: true,
    load: async () => async (request) => {
      findGuard(request.db)?.check();
      return createJsonResponse(200, { status: "ok" });
    },
  };
  const ready: PublicRoute = {
    route: "GET /readyz",
    access: "anyone",
    name: "readyz",
    isProbe: true,
    load: async () => async () => {
      const { isReady, checks } = await readiness.check();
      return createJsonResponse(isReady ? 200 : 503, {
        status: isReady ? "ready" : "not ready",
        checks,
      });
    },
  };
  const landing: PublicRoute = {
    route: "GET /",
    access: "anyone",
    name: "landing page",
    load: async () => (await import("./browser-page.ts")).createLandingPage(about.version),
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
  if (metrics === undefined) return [health, ready, landing, ...root];
  const route: PublicRoute = {
    route: "GET /metrics",
    access: metrics.open ? "anyone" : "admin",
    name: "metrics",
    isProbe: true,
    load: async () => metrics.answer,
  };
  return [health, ready, route, landing, ...root];
}

/** Refuses requests of the API and of sites in a process that only runs jobs; it answers probes. */
export function refuseOtherRequests(
  transport: Transport,
  routes: readonly PublicRoute[],
): Transport {
  const probePaths = new Set(
    routes.flatMap(({ route, isProbe }) => (isProbe ? (route.split(" ")[1] ?? []) : [])),
  );
  const refused = createErrorResponse(
    503,
    "This process only runs jobs. Send the request to another process.",
  );
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isAnswered = probePaths.has(pathname) || pathname.startsWith("/_tome/");
    return isAnswered ? transport(request) : refused;
  };
}
