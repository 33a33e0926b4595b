/** Finds the endpoint that a method and a path ask for. */
import { type Endpoint, type Method, methodOf, pathOf } from "../contract/endpoint.ts";
import { Problem } from "../errors.ts";
import { createPaths, decoded, type Paths } from "./paths.ts";
import { type AnyHandler, placeOf, type Room } from "./rooms.ts";

/** Who may ask: whoever has a token of a user, or the holder of the admin token. */
export type Guard = "user" | "admin";

export interface Route {
  readonly endpoint: Endpoint;
  readonly guard: Guard;
  /** Loads the noun's handlers where they are not loaded yet. */
  readonly handler: () => Promise<AnyHandler>;
}

export interface Match {
  readonly route: Route;
  /** The `{names}` of the path, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

/** Rooms under one prefix, such as `/v1`. */
export interface Wing {
  readonly prefix: string;
  readonly guard: Guard;
  readonly rooms: readonly Room[];
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

export interface Router {
  /** @throws Problem 400 for a faulty path, 404 where nothing has it */
  readonly find: (
    method: string,
    path: string,
  ) => Promise<Match | { readonly allowed: readonly string[] }>;
}

export function createRouter(wings: readonly Wing[]): Router {
  const known = new Map<string, Promise<Paths<Route>>>();

  /** Of all rooms only those are loaded that have something at the place. */
  function pathsAt(wing: Wing, place: string): Promise<Paths<Route>> {
    const key = `${wing.prefix}/${place}`;
    const paths = known.get(key) ?? pathsOf(wing, place);
    known.set(key, paths);
    return paths;
  }

  return {
    async find(method, path) {
      const parts = decoded(path);
      if (parts === undefined) throw faultyPercent(path);
      const missing = () =>
        new Problem(404, `There is no ${method} ${path} here; check the address.`);
      const wing = wings.find(({ prefix }) => prefix === `/${parts[0]}`);
      const place = placeOf(parts.slice(1));
      if (!wing?.rooms.some(({ places }) => places.includes(place))) throw missing();
      const paths = await pathsAt(wing, place);
      // An answer to HEAD is that to GET, without its body.
      const found = paths.find(method === "HEAD" ? "GET" : method, path);
      if (found) return { route: found.value, path: found.path };
      const allowed = methods.filter((other) => paths.find(other, path));
      if (allowed.length > 0) return { allowed: withHead(allowed) };
      throw missing();
    },
  };
}

async function pathsOf({ prefix, guard, rooms }: Wing, place: string): Promise<Paths<Route>> {
  const paths = createPaths<Route>();
  const there = rooms.filter(({ places }) => places.includes(place));
  const contracts = await Promise.all(there.map((room) => room.contract()));
  for (const [index, room] of there.entries()) {
    for (const [name, endpoint] of Object.entries(contracts[index] ?? {})) {
      let handler: Promise<AnyHandler> | undefined;
      const load = () => {
        handler ??= handlerOf(room, name);
        return handler;
      };
      const route: Route = { endpoint, guard, handler: load };
      paths.add(methodOf(endpoint), prefix + pathOf(endpoint), route);
    }
  }
  return paths;
}

async function handlerOf(room: Room, name: string): Promise<AnyHandler> {
  const handlers = await room.load();
  const handler = handlers[name];
  if (!handler) throw new Error(`No handler answers ${name}.`);
  return handler;
}

function withHead(allowed: readonly Method[]): readonly string[] {
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

function faultyPercent(path: string): Problem {
  return new Problem(400, `The path ${path} has a % that is not followed by a character's code.`);
}
