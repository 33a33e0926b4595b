/** Answers for every operation, made out of its model, by somebody who knows no data. */
import * as z from "zod/mini";
import { type Endpoint, getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import { routeModules } from "../../src/service/server/areas.ts";
import { valueOfModel } from "./model-values.ts";

export const endpoints: readonly Endpoint[] = await listEndpoints(routeModules);

const routes = endpoints.map((endpoint) => ({
  endpoint,
  method: getMethod(endpoint),
  pattern: new RegExp(`^/v1${resolvePath(endpoint).replace(/\{\w+\}/g, "[^/]+")}$`),
  names: resolvePath(endpoint).split("{").length,
}));

/** The operation that a request asks for; of several, the one with the fewest names in its path. */
export function operationOf(method: string, address: string): Endpoint | undefined {
  const { pathname } = new URL(address, "http://localhost");
  const found = routes.filter((one) => one.method === method && one.pattern.test(pathname));
  return found.sort((one, other) => one.names - other.names)[0]?.endpoint;
}

/** An answer with all fields of the model; if that cannot be made, with the required ones. */
export async function answerTo(endpoint: Endpoint): Promise<unknown> {
  if (endpoint.output === undefined) return undefined;
  const model = await endpoint.output();
  const value = valueOfModel(model, "probe", 3) ?? valueOfModel(model, "probe");
  if (!endpoint.list || typeof value !== "object" || value === null) return value;
  // One page is the last one.
  const { next: _, ...page } = value as Readonly<Record<string, unknown>>;
  return page;
}

/** Whether a model takes only some texts there: such a text is a word of the API, and not data. */
export function isWord(model: z.core.$ZodType): boolean {
  return !z.safeParse(model, "words that nobody expects").success;
}
