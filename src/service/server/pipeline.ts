/** The whole way from a request to its answer; the same in this process and behind HTTP. */
import { randomUUID } from "node:crypto";
import { type Endpoint, methodOf } from "../../contract/endpoint.ts";
import type { Transport, WireRequest, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { empty, failure, json, refusal, unauthorized } from "../core/answers.ts";
import type { Call } from "../core/handlers.ts";
import type { Access } from "../core/public-route.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Outside } from "../engines/outside.ts";
import type { Sealer } from "../engines/secret-box.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { inputOf } from "./input.ts";
import { parseAddress, type RequestAddress } from "./request-address.ts";
import type { Around, Trail } from "./request-context.ts";
import { endpointOf, type Match, nothingAt, type PublicMatch, type Router } from "./router.ts";
import { bearerOf, isAdminToken, userOfToken } from "./tokens.ts";

export interface Parts {
  readonly db: Queries;
  readonly router: Router;
  readonly jobs: Jobs;
  readonly outside: Outside;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The largest body, in bytes; bodies behind the admin token are not limited here. */
  readonly bodyLimit: number;
  /** Is told what went wrong in the platform itself. */
  readonly log: (message: string, error: unknown) => void;
  /** Stands between the requests and this; absent where nobody rehearses or watches. */
  readonly around?: Around | undefined;
}

export function createTransport(parts: Parts): Transport {
  return async (request) => {
    const trail: Trail = { id: randomUUID(), method: request.method, parts: [] };
    const address = await findRoute(parts.router, request, trail);
    const answer = () => answered(parts, request, address, trail);
    return parts.around === undefined ? answer() : parts.around(request, trail, answer);
  };
}

/** Reads the address, and notes in the trail what it asks for. @returns why it cannot be read, too */
async function findRoute(
  router: Router,
  { url, method }: WireRequest,
  trail: Trail,
): Promise<RequestAddress | Problem> {
  try {
    const address = parseAddress(url);
    trail.parts = address.parts;
    trail.found = await router.find(method, address);
    trail.endpoint = endpointOf(trail.found);
    return address;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function answered(
  parts: Parts,
  request: WireRequest,
  address: RequestAddress | Problem,
  trail: Trail,
): Promise<WireResponse> {
  const { id } = trail;
  let answer: WireResponse;
  try {
    if (address instanceof Problem) throw address;
    answer = await respond(parts, request, address, trail);
  } catch (error) {
    answer = refusal(error, id);
    // A problem is an answer, also that something is not part of this platform.
    if (error instanceof Problem) trail.refused = error;
    else parts.log(`The request ${id} failed.`, error);
  }
  return {
    status: answer.status,
    headers: { ...answer.headers, "x-request-id": id },
    body: request.method === "HEAD" ? "" : answer.body,
  };
}

async function respond(
  parts: Parts,
  request: WireRequest,
  address: RequestAddress,
  trail: Trail,
): Promise<WireResponse> {
  const { found } = trail;
  const isProbe = found !== undefined && "publicRoute" in found && found.publicRoute.isProbe;
  // What is due is done first, so that a moved clock shows in the next answer.
  if (!isProbe && parts.jobs.areDue()) await runJobs(parts);

  const caller = await authenticate(parts, request, accessOf(trail));
  if (caller === undefined) {
    if (!isBrowser(request)) return unauthorized();
    const { browserPage } = await import("./browser-page.ts");
    return browserPage(address.path);
  }
  if (caller !== "") trail.user = caller;

  if (found === undefined) throw await nothingHere(request.method, address, trail);
  if ("publicRoute" in found) return answerPublic(parts, request, address, found, caller);
  if ("allowed" in found) {
    const operation = await absentOperationAt(request.method, address, trail);
    if (operation !== undefined) throw operation;
    trail.refused = { status: 405, message: "This method is not possible here." };
    return notAllowed(request.method, found.allowed);
  }
  const { endpoint, access } = found.route;
  const limit = access === "admin" ? Number.POSITIVE_INFINITY : parts.bodyLimit;
  const input = await inputOf(found, address.query, request, limit);
  const call = {
    caller,
    now: parts.now(),
    base: address.base,
    newId: parts.newId,
    outside: parts.outside,
    sealer: parts.sealer,
  };
  return answerOf(endpoint, await handled(parts, found, input, call));
}

/** Whether a person came by a browser: it asks for a page and brings no token. */
function isBrowser({ method, headers }: Pick<WireRequest, "method" | "headers">): boolean {
  const { accept = "", authorization } = headers;
  return method === "GET" && authorization === undefined && /\btext\/html\b/.test(accept);
}

/** Who may enter is said by the route alone; where nothing is, a user's token is asked for. */
function accessOf({ found }: Trail): Access {
  if (found === undefined) return "user";
  if ("route" in found) return found.route.access;
  return "publicRoute" in found ? found.publicRoute.access : found.access;
}

/** @returns the id of the user, an empty text for whoever enters without one, undefined for nobody */
async function authenticate(
  parts: Parts,
  request: WireRequest,
  access: Access,
): Promise<string | undefined> {
  if (access === "anyone") return "";
  const secret = bearerOf(request.headers.authorization);
  if (secret === undefined) return undefined;
  if (access === "user") return userOfToken(parts.db, secret);
  return (await isAdminToken(parts.db, secret)) ? "" : undefined;
}

async function answerPublic(
  { db, sealer, now }: Parts,
  request: WireRequest,
  { base, query }: RequestAddress,
  { publicRoute, path }: PublicMatch,
  caller: string,
): Promise<WireResponse> {
  const answer = await publicRoute.load();
  return answer({
    db,
    sealer,
    now: now(),
    caller,
    base,
    path,
    query: new URLSearchParams(query),
    request,
  });
}

async function runJobs({ jobs, log }: Parts): Promise<void> {
  try {
    await jobs.runDue();
  } catch (error) {
    log("The jobs could not be run.", error);
  }
}

/** @returns 501 for an operation that the hosted platform has and this one has not, else 404 */
async function nothingHere(
  method: string,
  address: RequestAddress,
  trail: Trail,
): Promise<Problem> {
  return (await absentOperationAt(method, address, trail)) ?? nothingAt(method, address.path);
}

async function absentOperationAt(
  method: string,
  { parts }: RequestAddress,
  trail: Trail,
): Promise<Problem | undefined> {
  const { absentOperation } = await import("./absent-operations.ts");
  const operation = absentOperation(method, parts);
  if (operation === undefined) return undefined;
  trail.absent = operation;
  return new Problem(501, `${operation} is an operation that this platform does not have.`);
}

/** Reads see the database as it is; a write is one transaction, undone by whatever is thrown. */
async function handled(
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

function notAllowed(method: string, allowed: readonly string[]): WireResponse {
  const allow = allowed.join(", ");
  return failure(405, `${method} is not possible here; this address takes ${allow}.`, { allow });
}
