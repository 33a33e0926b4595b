/** Carries out what a request is for, once it is clear who asks. */
import { type Endpoint, methodOf } from "../../contract/endpoint.ts";
import type { WireResponse } from "../../contract/wire.ts";
import { empty, json } from "../core/answers.ts";
import type { Call } from "../core/handlers.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";
import { inputOf } from "./input.ts";
import type { Exchange, Parts } from "./request-context.ts";
import type { Match } from "./router.ts";

/** Answers what is beside the contract. */
export function answerPublicRoute(exchange: Exchange): Promise<WireResponse> | undefined {
  const { parts, request, address, context } = exchange;
  const { found, user = "" } = context;
  if (found === undefined || !("publicRoute" in found)) return undefined;
  const { publicRoute, path } = found;
  return publicRoute.load().then((answer) =>
    answer({
      db: parts.db,
      secretBox: parts.secretBox,
      now: parts.now(),
      caller: user,
      base: address.base,
      path,
      query: new URLSearchParams(address.query),
      request,
    }),
  );
}

/** Answers an operation of a contract. @throws Problem 400 for an input that it does not take */
export async function carryOut(exchange: Exchange): Promise<WireResponse | undefined> {
  const { parts, request, address, context } = exchange;
  const { found, user = "" } = context;
  if (found === undefined || !("route" in found)) return undefined;
  const { endpoint, access } = found.route;
  const limit = access === "admin" ? Number.POSITIVE_INFINITY : parts.bodyLimit;
  const input = await inputOf(found, address.query, request, limit);
  const call = {
    caller: user,
    now: parts.now(),
    base: address.base,
    newId: parts.newId,
    outside: parts.outside,
    secretBox: parts.secretBox,
  };
  return answerOf(endpoint, await askHandler(parts, found, input, call));
}

/** Reads see the database as it is; a write is one transaction, undone by whatever is thrown. */
async function askHandler(
  { db, jobs }: Parts,
  { route }: Match,
  input: object,
  call: Omit<Call, "db" | "enqueue">,
): Promise<unknown> {
  const handler = await route.handler();
  const inside = (queries: Queries) =>
    handler(input, { ...call, db: queries, enqueue: (job) => jobs.enqueue(queries, job) });
  // The work behind the admin token moves the clock and the data itself, in its own transactions.
  if (methodOf(route.endpoint) === "GET" || route.access === "admin") return inside(db);
  return inTransaction(db, inside);
}

function answerOf(endpoint: Endpoint, output: unknown): WireResponse {
  if (methodOf(endpoint) === "DELETE") return empty(output === true ? 205 : 204);
  if (output === undefined) return empty(endpoint.status ?? 204);
  const location = endpoint.location ? locationOf(output) : undefined;
  return json(endpoint.status ?? 200, output, location === undefined ? {} : { location });
}

function locationOf(output: unknown): string | undefined {
  const { urls } = output as { readonly urls?: { readonly location?: string } };
  return urls?.location;
}
