/** The platform's own routes besides the contract: its health, its version, its metrics. */
import type { WireResponse } from "../../contract/wire.ts";
import { json } from "../core/answers.ts";
import type { PublicHandler, PublicRoute } from "../core/public-route.ts";
import { findGuard } from "../database/dialect.ts";

export interface About {
  readonly version: string;
  readonly build: string;
}

export interface MetricsRoute {
  /** Whether anyone who reaches the platform may read them; otherwise only the holder of the admin token. */
  readonly open: boolean;
  readonly answer: () => Promise<WireResponse>;
}

/**
 * @param about what `GET /v1/` answers
 * @param metrics what Prometheus reads; absent for none
 */
export function ownRoutes(about: About, metrics?: MetricsRoute): readonly PublicRoute[] {
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
  const root = (["/v1", "/v1/"] as const).map(
    (path): PublicRoute => ({
      route: `GET ${path}`,
      access: "user",
      name: "root",
      load: async () => tellAbout,
    }),
  );
  if (metrics === undefined) return [health, ...root];
  const route: PublicRoute = {
    route: "GET /metrics",
    access: metrics.open ? "anyone" : "admin",
    name: "metrics",
    isProbe: true,
    load: async () => metrics.answer,
  };
  return [health, route, ...root];
}
