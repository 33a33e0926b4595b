/** Generated responses for every operation, derived from its model without data. */
import * as z from "zod/mini";
import { type Endpoint, getMethod, resolvePath } from "../../../src/contract/endpoint.ts";
import { listEndpoints } from "../../../src/service/core/route-module.ts";
import { routeModules } from "../../../src/service/server/areas.ts";
import { valueOfModel } from "./model-values.ts";

export const endpoints: readonly Endpoint[] = await listEndpoints(routeModules);

const routes = endpoints.map((endpoint) => ({
  endpoint,
  method: getMethod(endpoint),
  pattern: new RegExp(`^/v1${resolvePath(endpoint).replace(/\{\w+\}/g, "[^/]+")}$`),
  names: resolvePath(endpoint).split("{").length,
}));

/** The operation of a request. If several match, the one with the fewest path parameters. */
export function getOperation(method: string, address: string): Endpoint | undefined {
  const { pathname } = new URL(address, "http://localhost");
  const found = routes.filter((one) => one.method === method && one.pattern.test(pathname));
  return found.sort((one, other) => one.names - other.names)[0]?.endpoint;
}

/** Responses by operation, because most tests need each of them, some many times. */
const answers = new Map<Endpoint, Promise<unknown>>();

/** A response with all fields of the model, or with only the required ones if that is not possible. */
export function answerTo(endpoint: Endpoint): Promise<unknown> {
  const answer = answers.get(endpoint) ?? createAnswer(endpoint);
  answers.set(endpoint, answer);
  return answer;
}

async function createAnswer(endpoint: Endpoint): Promise<unknown> {
  if (endpoint.output === undefined) return undefined;
  const model = await endpoint.output();
  const value = valueOfModel(model, "probe", 3) ?? valueOfModel(model, "probe");
  if (!endpoint.list || typeof value !== "object" || value === null) return value;
  // The first page is the last page.
  const { next: _, ...page } = value as Readonly<Record<string, unknown>>;
  return page;
}

/** Whether a model accepts only certain strings at a path, which are constants of the API and not data. */
export function isWord(model: z.core.$ZodType): boolean {
  return !z.safeParse(model, "words that nobody expects").success;
}
