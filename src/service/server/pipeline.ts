/**
 * How a request is answered, from its arrival to its answer; the same in this process and behind HTTP.
 * The steps run in their order until one answers. Every check on an operation is one of them, or is
 * declared on its route.
 */
import { randomUUID } from "node:crypto";
import type { Headers, Transport, WireRequest, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { failure, refusal } from "../core/answers.ts";
import { takeTurn } from "../engines/turns.ts";
import { authenticate } from "./authenticate.ts";
import { answerPublicRoute, carryOut } from "./carry-out.ts";
import { parseAddress, type RequestAddress } from "./request-address.ts";
import type { Exchange, Parts, RequestContext, Step } from "./request-context.ts";
import { findEndpoint, nothingAt, type Router } from "./router.ts";

/** Over a network, listen.ts checks host and origin before these. */
const steps: readonly Step[] = [
  runDueJobs,
  authenticate,
  answerPublicRoute,
  refuseUnknown,
  waitForTurn,
  // Checks the input, opens the transaction, and asks the handler.
  carryOut,
];

export function createTransport(parts: Parts): Transport {
  return async (request) => {
    const context: RequestContext = { id: randomUUID(), method: request.method, parts: [] };
    const address = await findRoute(parts.router, request, context);
    const answer = () => answerOrRefuse(parts, request, address, context);
    return parts.middleware === undefined ? answer() : parts.middleware(request, context, answer);
  };
}

/** Comes first, as the middleware needs the route. @returns the address, or why it cannot be read */
async function findRoute(
  router: Router,
  { url, method }: WireRequest,
  context: RequestContext,
): Promise<RequestAddress | Problem> {
  try {
    const address = parseAddress(url);
    context.parts = address.parts;
    context.match = await router.find(method, address);
    context.endpoint = findEndpoint(context.match);
    return address;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function answerOrRefuse(
  parts: Parts,
  request: WireRequest,
  address: RequestAddress | Problem,
  context: RequestContext,
): Promise<WireResponse> {
  const { id } = context;
  let answer: WireResponse;
  try {
    if (address instanceof Problem) throw address;
    answer = await firstAnswer({ parts, request, address, context });
  } catch (error) {
    answer = refusal(error, id);
    // A problem is a regular answer, even that an operation is missing on this platform.
    if (error instanceof Problem) context.refused = error;
    else parts.log(`The request ${id} failed.`, error);
  }
  const { status, body } = answer;
  const headers = { ...answer.headers, "x-request-id": id };
  return request.method === "HEAD"
    ? { status, headers: { ...headers, ...computeLength(answer) }, body: "" }
    : { status, headers, body };
}

/** What a GET would say, if it is known without reading the body. */
function computeLength({ status, body }: WireResponse): Headers {
  const isBodiless = status === 204 || status === 205 || status === 304;
  if (typeof body !== "string" || isBodiless) return {};
  return { "content-length": String(Buffer.byteLength(body)) };
}

async function firstAnswer(exchange: Exchange): Promise<WireResponse> {
  for (const step of steps) {
    const answer = step(exchange);
    // Most steps decide synchronously to leave the answer to the next one, which costs no turn.
    const response = answer instanceof Promise ? await answer : answer;
    if (response !== undefined) return response;
  }
  throw new Error("No step has answered the request.");
}

/** Runs first, so that a moved clock takes effect in the next answer. */
async function runDue({ jobs, log }: Parts): Promise<undefined> {
  try {
    await jobs.runBeforeRequest();
  } catch (error) {
    log("The jobs could not be run.", error);
  }
}

function runDueJobs({ parts, context: { match } }: Exchange): Promise<undefined> | undefined {
  const isProbe = match !== undefined && "publicRoute" in match && match.publicRoute.isProbe;
  return !isProbe && parts.jobs.areDue() ? runDue(parts) : undefined;
}

/**
 * Answers 405 with the methods that the address takes.
 * @throws Problem 501 for an operation that the hosted platform has and this one has not, else 404
 */
function refuseUnknown(exchange: Exchange): Promise<WireResponse> | undefined {
  const { match } = exchange.context;
  return match === undefined || "allowed" in match ? refuse(exchange) : undefined;
}

/** Many requests of one caller that come at once are not answered before those of others. */
async function wait(turn: Promise<void>, context: RequestContext): Promise<undefined> {
  context.hasWaited = true;
  await turn;
}

function waitForTurn({ context }: Exchange): Promise<undefined> | undefined {
  const { user, visitor } = context;
  const turn = takeTurn(user ?? visitor?.site ?? "");
  return turn && wait(turn, context);
}

async function refuse({ request: { method }, address, context }: Exchange): Promise<WireResponse> {
  const { absentOperation } = await import("./absent-operations.ts");
  const operation = absentOperation(method, address.parts);
  if (operation !== undefined) {
    context.absent = operation;
    throw new Problem(501, `${operation} is an operation that this platform does not have.`);
  }
  const { match } = context;
  if (match === undefined || !("allowed" in match)) throw nothingAt(method, address.path);
  context.refused = { status: 405, message: "This method is not possible here." };
  const allow = match.allowed.join(", ");
  return failure(405, `${method} is not possible here; this address takes ${allow}.`, { allow });
}
