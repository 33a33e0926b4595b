/** Ids of created resources, for use in requests of other operations. */
import { type Endpoint, getMethod, resolvePath } from "../../../src/contract/endpoint.ts";
import type { WireResponse } from "../../../src/contract/wire.ts";
import { listEndpoints } from "../../../src/service/core/route-module.ts";
import { routeModules } from "../../../src/service/server/areas.ts";

export const endpoints: readonly Endpoint[] = await listEndpoints(routeModules);

/** Records the id of the resource that an operation created. */
export function rememberCreated(
  ids: Map<string, string>,
  endpoint: Endpoint,
  { status, body }: Pick<WireResponse, "status" | "body">,
): void {
  const made = createdBy(endpoint);
  if (made === undefined || status >= 300 || typeof body !== "string" || body === "") return;
  const { id, name, slug }: Readonly<Record<string, unknown>> = JSON.parse(body);
  const found = made.isNamed ? (slug ?? name) : id;
  if (typeof found !== "string") return;
  ids.set(made.path, found);
  if (made.noun !== undefined && !ids.has(made.noun)) ids.set(made.noun, found);
}

export interface Made {
  /** The path of the list of such resources. */
  readonly path: string;
  readonly noun: string | undefined;
  /** The resource is identified by a name from the request. */
  readonly isNamed: boolean;
}

/** The results of `createdBy`, because finding one takes as long as a request. */
const known = new Map<Endpoint, Made | undefined>();

/**
 * The kind of resource that an operation creates: the parameter that follows its path in another
 * operation's path, or the last parameter of its own path.
 */
export function createdBy(endpoint: Endpoint): Made | undefined {
  if (!known.has(endpoint)) known.set(endpoint, findMade(endpoint));
  return known.get(endpoint);
}

function findMade(endpoint: Endpoint): Made | undefined {
  const method = getMethod(endpoint);
  if (method !== "POST" && method !== "PUT") return undefined;
  const path = resolvePath(endpoint);
  const [, above = "", own = ""] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
  if (endpoint.input[own]?.kind === "text") return { path: above, noun: undefined, isNamed: true };
  const start = `${path}/{`;
  for (const other of endpoints) {
    if (!resolvePath(other).startsWith(start)) continue;
    const name = resolvePath(other).slice(
      start.length,
      resolvePath(other).indexOf("}", start.length),
    );
    const field = other.input[name];
    if (field?.kind === "id") return { path, noun: field.of, isNamed: false };
  }
  return undefined;
}
