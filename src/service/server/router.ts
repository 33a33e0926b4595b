/** Finds the route that a method and a path ask for, and with it who may enter. */
import {
  type Endpoint,
  type Method,
  methodOf,
  pathOf,
  placeOfPath,
} from "../../contract/endpoint.ts";
import { Problem } from "../../errors.ts";
import type { Access, PublicRoute } from "../core/public-route.ts";
import type { AnyHandler, RouteModule } from "../core/route-module.ts";
import { createPaths, type Paths } from "./path-table.ts";
import type { RequestAddress } from "./request-address.ts";

/** An operation of a contract. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly access: Exclude<Access, "anyone">;
  /** Loads the noun's handlers where they are not loaded yet. */
  readonly handler: () => Promise<AnyHandler>;
}

interface Named {
  /** The `{names}` of the path, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

export interface Match extends Named {
  readonly route: Route;
}

export interface PublicMatch extends Named {
  readonly publicRoute: PublicRoute;
}

/** A path that takes other methods. */
export interface OtherMethods {
  readonly allowed: readonly string[];
  /** Who may know which; for several routes that is whoever may enter each of them. */
  readonly access: Access;
}

export type Found = Match | PublicMatch | OtherMethods;

/** Route modules under one prefix, such as `/v1`. */
export interface Mount {
  readonly prefix: string;
  readonly access: Route["access"];
  readonly modules: readonly RouteModule[];
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

export interface Router {
  /** @returns undefined if nothing is at the path */
  readonly find: (
    method: string,
    address: Pick<RequestAddress, "parts">,
  ) => Promise<Found | undefined>;
}

/** @param publicRoutes what is beside the contract */
export function createRouter(
  mounts: readonly Mount[],
  publicRoutes: readonly PublicRoute[] = [],
): Router {
  const known = new Map<string, Promise<Paths<Route>>>();
  const besides = createPaths<PublicRoute>();
  for (const route of publicRoutes) {
    const [method = "", path = ""] = route.route.split(" ");
    besides.add(method, path, route);
  }

  /** Of all modules only those are loaded that have something at the place. */
  function pathsAt(mount: Mount, place: string): Promise<Paths<Route>> {
    const key = `${mount.prefix}/${place}`;
    const paths = known.get(key) ?? pathsOf(mount, place);
    known.set(key, paths);
    return paths;
  }

  async function operationsAt(parts: readonly string[]): Promise<Paths<Route> | undefined> {
    const mount = mounts.find(({ prefix }) => prefix === `/${parts[0]}`);
    const place = placeOfPath(parts.slice(1));
    if (!mount?.modules.some(({ places }) => places.includes(place))) return undefined;
    return pathsAt(mount, place);
  }

  return {
    async find(method, { parts }) {
      // An answer to HEAD is that to GET, without its body.
      const asked = method === "HEAD" ? "GET" : method;
      const beside = besides.find(asked, parts);
      if (beside) return { publicRoute: beside.value, path: beside.path };
      const operations = await operationsAt(parts);
      const operation = operations?.find(asked, parts);
      if (operation) return { route: operation.value, path: operation.path };
      const others = methods.flatMap((other): { method: Method; access: Access }[] => {
        const operation = operations?.find(other, parts)?.value;
        if (operation) return [{ method: other, access: operation.access }];
        const beside = besides.find(other, parts)?.value;
        if (beside === undefined) return [];
        // A public route is open by its own method alone.
        const isHidden = beside.access === "anyone" && !beside.isProbe;
        return [{ method: other, access: isHidden ? "user" : beside.access }];
      });
      if (others.length === 0) return undefined;
      return {
        allowed: withHead(others.map((other) => other.method)),
        access: strictest(others.map(({ access }) => access)),
      };
    },
  };
}

/** @returns the endpoint of the contract, undefined for everything else */
export function endpointOf(found: Found | undefined): Endpoint | undefined {
  return found !== undefined && "route" in found ? found.route.endpoint : undefined;
}

async function pathsOf({ prefix, access, modules }: Mount, place: string): Promise<Paths<Route>> {
  const paths = createPaths<Route>();
  const there = modules.filter(({ places }) => places.includes(place));
  const contracts = await Promise.all(there.map(({ contract }) => contract()));
  for (const [index, module] of there.entries()) {
    for (const [name, endpoint] of Object.entries(contracts[index] ?? {})) {
      let handler: Promise<AnyHandler> | undefined;
      const load = () => {
        handler ??= handlerOf(module, name);
        return handler;
      };
      const route: Route = { endpoint, access, handler: load };
      paths.add(methodOf(endpoint), prefix + pathOf(endpoint), route);
    }
  }
  return paths;
}

async function handlerOf(module: RouteModule, name: string): Promise<AnyHandler> {
  const handlers = await module.load();
  const handler = handlers[name];
  if (!handler) throw new Error(`No handler answers ${name}.`);
  return handler;
}

function strictest(all: readonly Access[]): Access {
  if (all.includes("admin")) return "admin";
  return all.includes("user") ? "user" : "anyone";
}

function withHead(allowed: readonly Method[]): readonly string[] {
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** What is said to whoever asks for nothing that there is. */
export function nothingAt(method: string, path: string): Problem {
  return new Problem(404, `There is no ${method} ${path} here; check the address.`);
}
