/**
 * The request pipeline, used in process and over HTTP. The steps run in order until one returns a
 * response. Every check of an operation is a step or is declared on its route.
 */
import { randomUUID } from "node:crypto";
import type { Headers, Transport, WireRequest, WireResponse } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { createErrorResponse, toErrorResponse } from "../../core/deferred-response.ts";
import { toSendableHeaders } from "../../core/header-values.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { authenticate } from "./authenticate.ts";
import { answerPublicRoute, executeRequest } from "./execute.ts";
import type {
  PipelineExchange,
  PipelineParts,
  PipelineStep,
  RequestContext,
} from "./request-context.ts";
import { parseAddress, type RequestAddress } from "./request-url.ts";
import { createNoRouteError, findEndpoint, type Router } from "./router.ts";

/** Over HTTP, listen.ts checks host and origin before these steps. */
const steps: readonly PipelineStep[] = [
  runDueJobs,
  authenticate,
  limitRate,
  answerPublicRoute,
  refuseUnknown,
  waitForTurn,
  // Validates the input, opens the transaction and calls the handler.
  executeRequest,
];

export function createTransport(parts: PipelineParts): Transport {
  return async (request) => {
    const context: RequestContext = { id: randomUUID(), method: request.method, parts: [] };
    const address = await findRoute(parts.router, request, context);
    const answer = () => answerOrRefuse(parts, request, address, context);
    return parts.middleware === undefined ? answer() : parts.middleware(request, context, answer);
  };
}

/**
 * Runs before the middleware, which needs the route.
 * @returns the parsed URL, or the error
 */
async function findRoute(
  router: Router,
  { url, method }: WireRequest,
  context: RequestContext,
): Promise<RequestAddress | ApiError> {
  try {
    const address = parseAddress(url);
    context.parts = address.parts;
    context.match = await router.find(method, address);
    context.endpoint = findEndpoint(context.match);
    return address;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function answerOrRefuse(
  parts: PipelineParts,
  request: WireRequest,
  address: RequestAddress | ApiError,
  context: RequestContext,
): Promise<WireResponse> {
  const { id } = context;
  let answer: WireResponse;
  try {
    if (address instanceof ApiError) throw address;
    answer = await findFirstAnswer({ parts, request, address, context });
  } catch (error) {
    answer = toErrorResponse(error, id);
    // A Problem is a regular response, including one for a missing operation.
    if (error instanceof ApiError) context.refused = error;
    else parts.log(`The request ${id} failed.`, error);
  }
  answer = parts.rateLimits?.end(context, answer) ?? answer;
  const headers = addRequestId(toSendableHeaders(answer.headers), id);
  return request.method === "HEAD"
    ? { ...answer, headers: { ...headers, ...computeLength(answer) }, body: "" }
    : { ...answer, headers };
}

/** Replaces a request id in the headers, which a script may have set. */
function addRequestId(headers: Headers, id: string): Headers {
  // As the first property, it takes less time than if it is added to a copy.
  const all = { "x-request-id": id, ...headers };
  all["x-request-id"] = id;
  return all;
}

/** The headers of a GET, if they are known without reading the body. */
function computeLength({ status, body }: WireResponse): Headers {
  const isBodiless = status === 204 || status === 205 || status === 304;
  if (typeof body !== "string" || isBodiless) return {};
  return { "content-length": String(Buffer.byteLength(body)) };
}

async function findFirstAnswer(exchange: PipelineExchange): Promise<WireResponse> {
  for (const step of steps) {
    const answer = step(exchange);
    // Most steps are synchronous; awaiting only promises saves a turn of the event loop.
    const response = answer instanceof Promise ? await answer : answer;
    if (response !== undefined) return response;
  }
  throw new Error("No step returned a response.");
}

function limitRate(exchange: PipelineExchange): Promise<WireResponse | undefined> | undefined {
  return exchange.parts.rateLimits?.admit(exchange);
}

/** Runs first, so that a changed clock takes effect in the same response. */
async function runDue({ jobs, log }: PipelineParts): Promise<undefined> {
  try {
    await jobs.runBeforeRequest();
  } catch (error) {
    log("Running due jobs failed.", error);
  }
}

function runDueJobs({
  parts,
  context: { match },
}: PipelineExchange): Promise<undefined> | undefined {
  const isProbe = match !== undefined && "publicRoute" in match && match.publicRoute.isProbe;
  return !isProbe && parts.jobs.areDue() ? runDue(parts) : undefined;
}

/**
 * Responds with 405 and the methods of the path.
 * @throws ApiError 501 for an operation that only the hosted platform has, otherwise 404
 */
function refuseUnknown(exchange: PipelineExchange): Promise<WireResponse> | undefined {
  const { match } = exchange.context;
  return match === undefined || "allowed" in match ? refuse(exchange) : undefined;
}

/** Gives requests of other callers their turn before further requests of the same caller. */
function waitForTurn({ context }: PipelineExchange): Promise<undefined> | undefined {
  const { user, visitor } = context;
  return takeTurn(user ?? visitor?.site ?? "")?.then(() => undefined);
}

async function refuse({
  request: { method },
  address,
  context,
}: PipelineExchange): Promise<WireResponse> {
  const { findAbsentOperation } = await import("../unsupported-operations.ts");
  const operation = findAbsentOperation(method, address.parts);
  if (operation !== undefined) {
    context.absent = operation;
    throw new ApiError(501, `The local platform does not support the operation ${operation}.`);
  }
  const { match } = context;
  if (match === undefined || !("allowed" in match)) throw createNoRouteError(method, address.path);
  context.refused = { status: 405, message: "Method not allowed." };
  const allow = match.allowed.join(", ");
  return createErrorResponse(
    405,
    `Method ${method} is not allowed for this path. Allowed methods are ${allow}.`,
    { allow },
  );
}
