/**
 * How a request is answered, from its arrival to its answer; the same in this process and behind HTTP.
 * The steps are asked in their order, and the first one that answers is the last one asked. What
 * guards an operation is one of them, or stands on its route.
 */
import { randomUUID } from "node:crypto";
import type { Transport, WireRequest, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { refusal } from "../core/answers.ts";
import { authenticate } from "./authenticate.ts";
import { answerPublicRoute, carryOut } from "./carry-out.ts";
import { parseAddress, type RequestAddress } from "./request-address.ts";
import type { Exchange, Parts, RequestContext, Step } from "./request-context.ts";
import { endpointOf, type Router } from "./router.ts";
import { refuseUnknown } from "./unknown-route.ts";

/** The host is checked before, where a request comes over a network: listen.ts. */
const steps: readonly Step[] = [
  runDueJobs,
  authenticate,
  answerPublicRoute,
  refuseUnknown,
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

/** Comes before all else, as the middleware asks what the request is for. @returns why it cannot be read, too */
async function findRoute(
  router: Router,
  { url, method }: WireRequest,
  context: RequestContext,
): Promise<RequestAddress | Problem> {
  try {
    const address = parseAddress(url);
    context.parts = address.parts;
    context.found = await router.find(method, address);
    context.endpoint = endpointOf(context.found);
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
    // A problem is an answer, also that something is not part of this platform.
    if (error instanceof Problem) context.refused = error;
    else parts.log(`The request ${id} failed.`, error);
  }
  return {
    status: answer.status,
    headers: { ...answer.headers, "x-request-id": id },
    body: request.method === "HEAD" ? "" : answer.body,
  };
}

async function firstAnswer(exchange: Exchange): Promise<WireResponse> {
  for (const step of steps) {
    const answer = step(exchange);
    // Most steps know at once that the next one is to answer: they cost no turn.
    const settled = answer instanceof Promise ? await answer : answer;
    if (settled !== undefined) return settled;
  }
  throw new Error("No step has answered the request.");
}

/** First, so that a moved clock shows in the next answer. */
async function runDue({ jobs, log }: Parts): Promise<undefined> {
  try {
    await jobs.runDue();
  } catch (error) {
    log("The jobs could not be run.", error);
  }
}

function runDueJobs({ parts, context: { found } }: Exchange): Promise<undefined> | undefined {
  const isProbe = found !== undefined && "publicRoute" in found && found.publicRoute.isProbe;
  return !isProbe && parts.jobs.areDue() ? runDue(parts) : undefined;
}
