/** Routes beside the contract: addresses that need no token, and what the platform says of itself. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { json } from "../core/answers.ts";
import { guardOf } from "../database/dialect.ts";
import type { Queries } from "../database/tables.ts";
import type { Sealer } from "../engines/secret-box.ts";

/** Who may enter: anyone, whoever has a token of a user, or the holder of the admin token. */
export type Access = "anyone" | "user" | "admin";

/** What the handler of such a route may know of a request. */
export interface PublicRequest {
  readonly db: Queries;
  readonly sealer: Sealer;
  readonly now: Date;
  /** The id of the user whose token it is; an empty text where the route asks for none. */
  readonly caller: string;
  /** The address that links begin with, without a slash at the end. */
  readonly base: string;
  /** The `{names}` of the route, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly request: WireRequest;
}

export type PublicHandler = (request: PublicRequest) => Promise<WireResponse>;

export interface PublicRoute {
  readonly route: `${"GET" | "POST"} /${string}`;
  readonly access: Access;
  /** How the log and the metrics name it; the route if absent. */
  readonly name?: string;
  /** Whether it is for whoever watches over the platform: it meets no planned fault and is not remembered. */
  readonly isProbe?: true;
  readonly load: () => Promise<PublicHandler>;
}

const saml = "/v1/orgs/{organizationId}/saml/{samlProviderId}";

/** Each decides for itself what it shows to whoever comes. */
export const publicRoutes: readonly PublicRoute[] = [
  {
    route: `GET ${saml}/metadata`,
    access: "anyone",
    load: () => import("../areas/people/saml-routes.ts").then((m) => m.metadata),
  },
  {
    route: `GET ${saml}/start`,
    access: "anyone",
    load: () => import("../areas/people/saml-routes.ts").then((m) => m.start),
  },
  {
    route: `POST ${saml}/acs`,
    access: "anyone",
    load: () => import("../areas/people/saml-routes.ts").then((m) => m.consume),
  },
  {
    route: "GET /v1/users/{userId}",
    access: "user",
    load: () => import("../areas/people/user-by-id.ts").then((m) => m.userById),
  },
  {
    route: "GET /_openapi/{specificationId}",
    access: "anyone",
    load: () => import("../areas/openapi/published.ts").then((m) => m.latest),
  },
  {
    route: "GET /_openapi/{specificationId}/{versionId}",
    access: "anyone",
    load: () => import("../areas/openapi/published.ts").then((m) => m.version),
  },
  {
    route: "GET /v1/integrations/{integrationName}/images/{hash}",
    access: "anyone",
    load: () => import("../areas/integrations/images.ts").then((m) => m.image),
  },
  {
    route: "GET /_download/{seal}/{kind}/{told}/{name}",
    access: "anyone",
    load: () => import("../core/downloads.ts").then((m) => m.openDownload),
  },
];

export interface About {
  readonly version: string;
  readonly build: string;
}

export interface Figures {
  /** Whether whoever reaches the platform may read them; else only the holder of the admin token. */
  readonly open: boolean;
  readonly answer: () => Promise<WireResponse>;
}

/**
 * What the platform says of itself.
 * @param about what `GET /v1/` answers
 * @param figures what Prometheus reads; absent if none are kept
 */
export function ownRoutes(about: About, figures?: Figures): readonly PublicRoute[] {
  const tellAbout: PublicHandler = async () => json(200, about);
  const health: PublicRoute = {
    route: "GET /healthz",
    access: "anyone",
    name: "healthz",
    isProbe: true,
    load: async () => async (request) => {
      guardOf(request.db)?.look();
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
  if (figures === undefined) return [health, ...root];
  const metrics: PublicRoute = {
    route: "GET /metrics",
    access: figures.open ? "anyone" : "admin",
    name: "metrics",
    isProbe: true,
    load: async () => figures.answer,
  };
  return [health, metrics, ...root];
}
