/** Finds the endpoint that a method and a path ask for. */
import findMyWay from "find-my-way";
import { type Endpoint, type Method, methodOf, pathOf } from "../contract/endpoint.ts";
import { Problem } from "../errors.ts";
import type { AnyHandler, Room } from "./rooms.ts";

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
  readonly find: (method: string, path: string) => Match | { readonly allowed: readonly string[] };
}

export function createRouter(wings: readonly Wing[]): Router {
  // Longer than any value may be: the check of the fields says so with the field's name.
  const tree = findMyWay({ maxParamLength: 4096 });
  for (const { prefix, guard, rooms } of wings) {
    for (const room of rooms) {
      for (const [name, endpoint] of Object.entries(room.contract)) {
        const route: Route = { endpoint, guard, handler: () => handlerOf(room, name) };
        const path = prefix + pathOf(endpoint).replace(/\{(\w+)\}/g, ":$1");
        tree.on(methodOf(endpoint), path, () => undefined, route);
      }
    }
  }

  function match(method: Method, path: string): Match | undefined {
    const found = tree.find(method, path);
    return found ? { route: found.store, path: found.params } : undefined;
  }

  return {
    find(method, path) {
      refuseFaultyPercents(path);
      // An answer to HEAD is that to GET, without its body.
      const asked = methods.find((known) => known === (method === "HEAD" ? "GET" : method));
      const found = asked && match(asked, path);
      if (found) return found;
      const allowed = methods.filter((known) => match(known, path));
      if (allowed.length > 0) return { allowed: withHead(allowed) };
      throw new Problem(404, `There is no ${method} ${path} here; check the address.`);
    },
  };
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

function refuseFaultyPercents(path: string): void {
  if (!path.includes("%")) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw new Problem(400, `The path ${path} has a % that is not followed by a character's code.`);
  }
}
