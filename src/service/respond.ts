/** The whole way from a request to its answer; the same in this process and behind HTTP. */
import { randomUUID } from "node:crypto";
import { type Endpoint, methodOf } from "../contract/endpoint.ts";
import type { Transport, WireRequest, WireResponse } from "../contract/wire.ts";
import { Problem } from "../errors.ts";
import { empty, failure, json, refusal, unauthorized } from "./answers.ts";
import type { Queries } from "./database/tables.ts";
import { inTransaction } from "./database/transaction.ts";
import { createDoorway } from "./doors.ts";
import type { Jobs } from "./engines/jobs.ts";
import type { Outside } from "./engines/outside.ts";
import type { Call } from "./handlers.ts";
import { inputOf } from "./input.ts";
import { type Address, addressOf } from "./request-address.ts";
import type { Match, Router } from "./router.ts";
import type { Sealer } from "./sealing.ts";
import type { Around, Trail } from "./stage/trail.ts";
import { isAdminToken, userOfToken } from "./tokens.ts";

export interface Parts {
  readonly db: Queries;
  readonly router: Router;
  readonly jobs: Jobs;
  readonly outside: Outside;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly newId: () => string;
  /** What `GET /v1/` answers. */
  readonly about: { readonly version: string; readonly build: string };
  /** The largest body, in bytes; bodies behind the admin token are not limited here. */
  readonly bodyLimit: number;
  /** Is told what went wrong in the platform itself. */
  readonly log: (message: string, error: unknown) => void;
  /** Stands between the requests and this; absent where nobody rehearses or watches. */
  readonly around?: Around | undefined;
  /** The figures that Prometheus reads; absent where none are kept. */
  readonly figures?: Figures | undefined;
}

export interface Figures {
  /** Whether whoever reaches the platform may read them; else only the holder of the admin token. */
  readonly open: boolean;
  readonly answer: () => Promise<WireResponse>;
}

const doorway = createDoorway();

export function createTransport(parts: Parts): Transport {
  return async (request) => {
    const at = addressOf(request.url);
    const trail: Trail = { id: randomUUID(), method: request.method, path: at.path };
    const answer = () => answered(parts, request, at, trail);
    return parts.around === undefined ? answer() : parts.around(request, trail, answer);
  };
}

async function answered(
  parts: Parts,
  request: WireRequest,
  at: Address,
  trail: Trail,
): Promise<WireResponse> {
  const { id } = trail;
  let answer: WireResponse;
  try {
    answer = await respond(parts, request, at, trail);
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
  { base, path, query }: Address,
  trail: Trail,
): Promise<WireResponse> {
  if (path === "/healthz") {
    trail.place = "healthz";
    return reading(request.method, () => json(200, { status: "ok" }));
  }
  if (path === "/metrics") return figuresOf(parts, request, trail);
  // What is due is done first, so that a moved clock shows in the next answer.
  if (parts.jobs.areDue()) await runJobs(parts);

  const opened = doorway(request, path, query);
  if (opened) {
    trail.place = opened.route;
    return opened.open({ db: parts.db, sealer: parts.sealer, now: parts.now(), base });
  }
  const guard = path.startsWith("/_tome/") ? "admin" : "user";
  const secret = bearer(request);
  const caller = guard === "user" && secret ? await userOfToken(parts.db, secret) : undefined;
  const admitted = guard === "user" ? caller !== undefined : await isAdmin(parts, secret);
  if (!admitted) return unauthorized();
  if (caller !== undefined) trail.user = caller;

  if (path === "/v1" || path === "/v1/") {
    return reading(request.method, () => json(200, parts.about));
  }
  const found = await find(parts.router, request.method, path, trail);
  if ("allowed" in found) {
    trail.refused = { status: 405, message: "This method is not possible here." };
    return notAllowed(request.method, found.allowed);
  }
  trail.endpoint = found.route.endpoint;
  const limit = guard === "admin" ? Number.POSITIVE_INFINITY : parts.bodyLimit;
  const input = await inputOf(found, query, request, limit);
  const call = {
    caller: caller ?? "",
    now: parts.now(),
    base,
    newId: parts.newId,
    outside: parts.outside,
    sealer: parts.sealer,
  };
  return answerOf(found.route.endpoint, await handled(parts, found, input, call));
}

async function runJobs({ jobs, log }: Parts): Promise<void> {
  try {
    await jobs.runDue();
  } catch (error) {
    log("The jobs could not be run.", error);
  }
}

/** @throws Problem 501 for an operation that the hosted platform has, and this one has not */
async function find(
  router: Router,
  method: string,
  path: string,
  trail: Trail,
): Promise<Awaited<ReturnType<Router["find"]>>> {
  const found = await router.find(method, path).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return error;
    throw error;
  });
  if ("route" in found) return found;
  const { absentOperation } = await import("./absent.ts");
  const operation = absentOperation(method, path);
  if (operation !== undefined) {
    trail.place = operation;
    throw new Problem(501, `${operation} is an operation that this platform does not have.`);
  }
  if (found instanceof Problem) throw found;
  return found;
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
  if (methodOf(route.endpoint) === "GET" || route.guard === "admin") return inside(db);
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

function reading(method: string, answer: () => WireResponse): WireResponse {
  return method === "GET" || method === "HEAD" ? answer() : notAllowed(method, ["GET", "HEAD"]);
}

async function figuresOf(parts: Parts, request: WireRequest, trail: Trail): Promise<WireResponse> {
  const { figures } = parts;
  trail.place = "metrics";
  const admitted = figures?.open === true || (await isAdmin(parts, bearer(request)));
  if (!admitted) return unauthorized();
  if (request.method !== "GET" && request.method !== "HEAD") {
    return notAllowed(request.method, ["GET", "HEAD"]);
  }
  return figures === undefined ? failure(404, "No figures are kept here.") : figures.answer();
}

function notAllowed(method: string, allowed: readonly string[]): WireResponse {
  const allow = allowed.join(", ");
  return failure(405, `${method} is not possible here; this address takes ${allow}.`, { allow });
}

async function isAdmin({ db }: Parts, secret: string | undefined): Promise<boolean> {
  return secret !== undefined && (await isAdminToken(db, secret));
}

function bearer({ headers }: WireRequest): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,512})$/i.exec(headers.authorization ?? "")?.[1];
}
