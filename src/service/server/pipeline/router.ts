/** Router: finds the route of a method and a path, and its required access. */
import {
  type Endpoint,
  getMethod,
  getPathPrefix,
  type Method,
  resolvePath,
} from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import type { Access, HostRoute, PublicRoute } from "../../core/public-route.ts";
import type { AnyHandler, AnyPreparation, RouteModule } from "../../core/route-module.ts";
import { createPaths, type Paths } from "./path-table.ts";
import type { RequestAddress } from "./request-url.ts";

/** An operation of a contract. */
export interface RouterRoute {
  readonly endpoint: Endpoint;
  readonly access: Exclude<Access, "anyone">;
  /** Loads the handlers of the noun if they are not loaded yet. */
  readonly handler: () => Promise<AnyHandler>;
  /** Loads the function that runs before the transaction; undefined for operations without one. */
  readonly preparation: () => Promise<AnyPreparation | undefined>;
}

interface MatchedPath {
  /** The `{names}` of the path, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

export interface OperationMatch extends MatchedPath {
  readonly route: RouterRoute;
}

export interface PublicMatch extends MatchedPath {
  readonly publicRoute: PublicRoute;
}

/** A path that exists with other methods only. */
export interface OtherMethods {
  readonly allowed: readonly string[];
  /** The access that reveals the methods: the strictest of all routes. */
  readonly access: Access;
}

export type RouteMatch = OperationMatch | PublicMatch | OtherMethods;

/** Route modules under one prefix, such as `/v1`. */
export interface Mount {
  readonly prefix: string;
  readonly access: Exclude<RouterRoute["access"], "anonymous">;
  readonly modules: readonly RouteModule[];
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

export interface Router {
  /** @returns undefined if there is no route at the path */
  readonly find: (
    method: string,
    address: Pick<RequestAddress, "parts" | "base">,
  ) => Promise<RouteMatch | undefined>;
}

/**
 * @param publicRoutes the routes outside the contract
 * @param hostRoute the route that serves its own hosts, where no other route applies
 */
export function createRouter(
  mounts: readonly Mount[],
  publicRoutes: readonly PublicRoute[] = [],
  hostRoute?: HostRoute,
): Router {
  const pathTables = new Map<string, Promise<Paths<RouterRoute>>>();
  const publicPaths = createPaths<PublicRoute>();
  for (const route of publicRoutes) {
    const [method = "", path = ""] = route.route.split(" ");
    publicPaths.add(method, path, route);
  }

  /** Loads only the modules that have operations below the prefix of the route. */
  function pathsAt(mount: Mount, routePrefix: string): Promise<Paths<RouterRoute>> {
    const key = `${mount.prefix}/${routePrefix}`;
    const paths = pathTables.get(key) ?? resolvePaths(mount, routePrefix);
    pathTables.set(key, paths);
    return paths;
  }

  async function operationsAt(parts: readonly string[]): Promise<Paths<RouterRoute> | undefined> {
    const mount = mounts.find(({ prefix }) => prefix === `/${parts[0]}`);
    const routePrefix = getPathPrefix(parts.slice(1));
    if (!mount?.modules.some(({ routePrefixes }) => routePrefixes.includes(routePrefix)))
      return undefined;
    return pathsAt(mount, routePrefix);
  }

  return {
    async find(method, { parts, base }) {
      // HEAD is handled as GET, without the body.
      const effective = method === "HEAD" ? "GET" : method;
      if (hostRoute?.isOwn(getHostname(base))) {
        const { publicRoute, accepts } = hostRoute;
        if (accepts(effective, parts)) return { publicRoute, path: { path: parts.join("/") } };
        return { allowed: ["GET", "HEAD"], access: "anyone" };
      }
      const publicMatch = publicPaths.find(effective, parts);
      if (publicMatch) return { publicRoute: publicMatch.value, path: publicMatch.path };
      const operations = await operationsAt(parts);
      const operation = operations?.find(effective, parts);
      if (operation) return { route: operation.value, path: operation.path };
      const others = methods.flatMap((other): { method: Method; access: Access }[] => {
        const operation = operations?.find(other, parts)?.value;
        if (operation) return [{ method: other, access: operation.access }];
        const publicMatch = publicPaths.find(other, parts)?.value;
        if (publicMatch === undefined) return [];
        // A public route is public with its own method only.
        const isHidden = publicMatch.access === "anyone" && !publicMatch.isProbe;
        return [{ method: other, access: isHidden ? "user" : publicMatch.access }];
      });
      if (others.length === 0) return undefined;
      return {
        allowed: withHead(others.map((other) => other.method)),
        access: pickStrictest(others.map(({ access }) => access)),
      };
    },
  };
}

/** @param base scheme and host of a URL */
function getHostname(base: string): string {
  return base
    .replace(/^\w+:\/\//, "")
    .replace(/:\d*$/, "")
    .toLowerCase();
}

/** @returns the endpoint of the contract; undefined for other routes */
export function findEndpoint(found: RouteMatch | undefined): Endpoint | undefined {
  return found !== undefined && "route" in found ? found.route.endpoint : undefined;
}

async function resolvePaths(
  { prefix, access, modules }: Mount,
  routePrefix: string,
): Promise<Paths<RouterRoute>> {
  const paths = createPaths<RouterRoute>();
  const matching = modules.filter(({ routePrefixes }) => routePrefixes.includes(routePrefix));
  const contracts = await Promise.all(matching.map(({ contract }) => contract()));
  for (const [index, module] of matching.entries()) {
    for (const [name, endpoint] of Object.entries(contracts[index] ?? {})) {
      let handler: Promise<AnyHandler> | undefined;
      const load = () => {
        handler ??= loadHandler(module, name);
        return handler;
      };
      const preparation = async () => (await module.preparations?.())?.[name];
      const route: RouterRoute = {
        endpoint,
        access: endpoint.anonymous && access === "user" ? "anonymous" : access,
        handler: load,
        preparation,
      };
      paths.add(getMethod(endpoint), prefix + resolvePath(endpoint), route);
    }
  }
  return paths;
}

async function loadHandler(module: RouteModule, name: string): Promise<AnyHandler> {
  const handlers = await module.load();
  const handler = handlers[name];
  if (!handler) throw new Error(`The operation ${name} has no handler.`);
  return handler;
}

function pickStrictest(all: readonly Access[]): Access {
  if (all.includes("admin")) return "admin";
  // The methods of the path are revealed only to callers with a token.
  return all.some((access) => access !== "anyone") ? "user" : "anyone";
}

function withHead(allowed: readonly Method[]): readonly string[] {
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** @returns the path of a page that contains unencoded slashes, after `/v1/spaces/<id>/…/path/` */
function findPagePath(path: string): string | undefined {
  const beginning = "/v1/spaces/";
  const marker = "/path/";
  const markerIndex = path.startsWith(beginning) ? path.indexOf(marker, beginning.length + 1) : -1;
  const pagePath = path.slice(markerIndex + marker.length);
  return markerIndex !== -1 && pagePath.slice(1, -1).includes("/") ? pagePath : undefined;
}

/** The error for a path without a route. */
export function createNoRouteError(method: string, path: string): ApiError {
  // Clients often insert the path of a page without encoding its slashes.
  const pagePath = findPagePath(path);
  const advice =
    pagePath === undefined
      ? ""
      : `. Encode the path of the page as one segment: ${pagePath.replaceAll("/", "%2F")}`;
  return new ApiError(404, `Not found: ${method} ${path}${advice}`);
}
