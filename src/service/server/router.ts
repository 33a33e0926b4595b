/** Finds the route for a method and a path, and with it who is admitted. */
import {
  type Endpoint,
  getMethod,
  getPathPrefix,
  type Method,
  resolvePath,
} from "../../contract/endpoint.ts";
import { Problem } from "../../errors.ts";
import type { Access, HostRoute, PublicRoute } from "../core/public-route.ts";
import type { AnyHandler, AnyPreparation, RouteModule } from "../core/route-module.ts";
import { createPaths, type Paths } from "./path-table.ts";
import type { RequestAddress } from "./request-address.ts";

/** An operation of a contract. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly access: Exclude<Access, "anyone">;
  /** Loads the noun's handlers if they are not loaded yet. */
  readonly handler: () => Promise<AnyHandler>;
  /** Loads what is done before the transaction; undefined for operations that need nothing. */
  readonly preparation: () => Promise<AnyPreparation | undefined>;
}

interface Named {
  /** The `{names}` of the path, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

export interface OperationMatch extends Named {
  readonly route: Route;
}

export interface PublicMatch extends Named {
  readonly publicRoute: PublicRoute;
}

/** A path that exists with other methods. */
export interface OtherMethods {
  readonly allowed: readonly string[];
  /** Who may learn which; for several routes, those who are admitted by all of them. */
  readonly access: Access;
}

export type RouteMatch = OperationMatch | PublicMatch | OtherMethods;

/** Route modules under one prefix, such as `/v1`. */
export interface Mount {
  readonly prefix: string;
  readonly access: Exclude<Route["access"], "anonymous">;
  readonly modules: readonly RouteModule[];
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

export interface Router {
  /** @returns undefined if nothing is at the path */
  readonly find: (
    method: string,
    address: Pick<RequestAddress, "parts" | "base">,
  ) => Promise<RouteMatch | undefined>;
}

/**
 * @param publicRoutes the routes outside the contract
 * @param hostRoute what is at hosts of its own, where none of the others are
 */
export function createRouter(
  mounts: readonly Mount[],
  publicRoutes: readonly PublicRoute[] = [],
  hostRoute?: HostRoute,
): Router {
  const known = new Map<string, Promise<Paths<Route>>>();
  const publicPaths = createPaths<PublicRoute>();
  for (const route of publicRoutes) {
    const [method = "", path = ""] = route.route.split(" ");
    publicPaths.add(method, path, route);
  }

  /** Loads only the modules that have operations below the prefix of the route. */
  function pathsAt(mount: Mount, routePrefix: string): Promise<Paths<Route>> {
    const key = `${mount.prefix}/${routePrefix}`;
    const paths = known.get(key) ?? resolvePaths(mount, routePrefix);
    known.set(key, paths);
    return paths;
  }

  async function operationsAt(parts: readonly string[]): Promise<Paths<Route> | undefined> {
    const mount = mounts.find(({ prefix }) => prefix === `/${parts[0]}`);
    const routePrefix = getPathPrefix(parts.slice(1));
    if (!mount?.modules.some(({ routePrefixes }) => routePrefixes.includes(routePrefix)))
      return undefined;
    return pathsAt(mount, routePrefix);
  }

  return {
    async find(method, { parts, base }) {
      // HEAD is answered as GET, without the body.
      const effective = method === "HEAD" ? "GET" : method;
      if (hostRoute?.isOwn(getHostname(base))) {
        const { publicRoute } = hostRoute;
        if (effective === "GET") return { publicRoute, path: { path: parts.join("/") } };
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
        // A public route is public by its own method only.
        const isHidden = publicMatch.access === "anyone" && !publicMatch.isProbe;
        return [{ method: other, access: isHidden ? "user" : publicMatch.access }];
      });
      if (others.length === 0) return undefined;
      return {
        allowed: withHead(others.map((other) => other.method)),
        access: strictest(others.map(({ access }) => access)),
      };
    },
  };
}

/** @param base scheme and host of an address */
function getHostname(base: string): string {
  return base
    .replace(/^\w+:\/\//, "")
    .replace(/:\d*$/, "")
    .toLowerCase();
}

/** @returns the endpoint of the contract, undefined for everything else */
export function findEndpoint(found: RouteMatch | undefined): Endpoint | undefined {
  return found !== undefined && "route" in found ? found.route.endpoint : undefined;
}

async function resolvePaths(
  { prefix, access, modules }: Mount,
  routePrefix: string,
): Promise<Paths<Route>> {
  const paths = createPaths<Route>();
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
      const route: Route = {
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
  if (!handler) throw new Error(`No handler answers ${name}.`);
  return handler;
}

function strictest(all: readonly Access[]): Access {
  if (all.includes("admin")) return "admin";
  // Which other methods there are, only those learn who have a token.
  return all.some((access) => access !== "anyone") ? "user" : "anyone";
}

function withHead(allowed: readonly Method[]): readonly string[] {
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** @returns the path of a page with slashes in it, behind `/v1/spaces/<id>/…/path/` */
function findPagePath(path: string): string | undefined {
  const beginning = "/v1/spaces/";
  const marker = "/path/";
  const at = path.startsWith(beginning) ? path.indexOf(marker, beginning.length + 1) : -1;
  const pagePath = path.slice(at + marker.length);
  return at !== -1 && pagePath.slice(1, -1).includes("/") ? pagePath : undefined;
}

/** The problem of a path that matches nothing. */
export function nothingAt(method: string, path: string): Problem {
  // Clients put the path of a page into the address as they get it, slashes and all.
  const pagePath = findPagePath(path);
  const advice =
    pagePath === undefined
      ? "check the address"
      : `the path of a page is one part of an address, so write ${pagePath.replaceAll("/", "%2F")}`;
  return new Problem(404, `There is no ${method} ${path} here; ${advice}.`);
}
