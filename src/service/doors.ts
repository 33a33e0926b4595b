/** Addresses that need no token: each decides for itself what it shows to whoever comes. */
import type { WireRequest, WireResponse } from "../contract/wire.ts";
import type { Queries } from "./database/tables.ts";
import { createPaths } from "./paths.ts";
import type { Sealer } from "./sealing.ts";

/** What a door may know of who comes to it. */
export interface Visit {
  readonly db: Queries;
  readonly sealer: Sealer;
  readonly now: Date;
  /** The address that links begin with, without a slash at the end. */
  readonly base: string;
  /** The `{names}` of the route, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly request: WireRequest;
}

export type Opening = (visit: Visit) => Promise<WireResponse>;

export interface Door {
  readonly route: `${"GET" | "POST"} /${string}`;
  readonly load: () => Promise<Opening>;
}

const saml = "/v1/orgs/{organizationId}/saml/{samlProviderId}";

export const doors: readonly Door[] = [
  {
    route: `GET ${saml}/metadata`,
    load: () => import("./people/saml-doors.ts").then((m) => m.metadata),
  },
  {
    route: `GET ${saml}/start`,
    load: () => import("./people/saml-doors.ts").then((m) => m.start),
  },
  {
    route: `POST ${saml}/acs`,
    load: () => import("./people/saml-doors.ts").then((m) => m.consume),
  },
  {
    route: "GET /_openapi/{specificationId}",
    load: () => import("./openapi/published.ts").then((m) => m.latest),
  },
  {
    route: "GET /_openapi/{specificationId}/{versionId}",
    load: () => import("./openapi/published.ts").then((m) => m.version),
  },
  {
    route: "GET /v1/integrations/{integrationName}/images/{hash}",
    load: () => import("./integrations/images.ts").then((m) => m.image),
  },
  {
    route: "GET /_download/{seal}/{kind}/{told}/{name}",
    load: () => import("./downloads.ts").then((m) => m.openDownload),
  },
];

export interface Opened {
  readonly route: Door["route"];
  readonly open: (ground: Pick<Visit, "db" | "sealer" | "now" | "base">) => Promise<WireResponse>;
}

export type Doorway = (request: WireRequest, path: string, query: string) => Opened | undefined;

/** @returns finds what is behind an address, or undefined where it needs a token */
export function createDoorway(known: readonly Door[] = doors): Doorway {
  const paths = createPaths<Door>();
  for (const door of known) {
    const [method = "", path = ""] = door.route.split(" ");
    paths.add(method, path, door);
  }
  return (request, path, query) => {
    const found = paths.find(request.method === "HEAD" ? "GET" : request.method, path);
    if (!found) return undefined;
    const { route, load } = found.value;
    return {
      route,
      async open(ground) {
        const open = await load();
        return open({ ...ground, path: found.path, query: new URLSearchParams(query), request });
      },
    };
  };
}
