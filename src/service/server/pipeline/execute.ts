/** Execution of a request after authentication: validates the input and calls the handler. */

import type { FieldError } from "../../../contract/check.ts";
import type { IgnoredField } from "../../../contract/endpoint.ts";
import { type Endpoint, getMethod, resolveLocation } from "../../../contract/endpoint.ts";
import type { Field } from "../../../contract/fields.ts";
import { isPlainlyValid } from "../../../contract/plain-check.ts";
import { writeWarnings } from "../../../contract/warning.ts";
import type { ErrorBody, Headers, WireRequest, WireResponse } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { addTo } from "../../../json/groups.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { JsonValue } from "../../../json/values.ts";
import {
  bookkeeping,
  prepareAudit,
  prepareLargeAudit,
  type RequestOrigin,
  recordAudit,
} from "../../areas/audit/record.ts";
import { scheduleRemoval } from "../../areas/audit/retention.ts";
import { sendingKind } from "../../areas/integration-events/record.ts";
import {
  createEmptyResponse,
  createEventStreamResponse,
  createJsonResponse,
  DeferredResponse,
  describeError,
} from "../../core/deferred-response.ts";
import { EventStream } from "../../core/event-stream.ts";
import type { Call } from "../../core/handlers.ts";
import { type ObservedChanges, watchChanges } from "../../database/change-watch.ts";
import { countChanges, maxUnnoticedWait, mayHaveChanged } from "../../database/data-state.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import { repeatOutdated } from "../../engines/outdated-merge.ts";
import { createFairQueue } from "../../engines/threads/fair-queue.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import type { JobRequest } from "../../jobs/job.ts";
import { actAs, authenticateAgain } from "./authenticate.ts";
import { readJsonBody, readJsonValue } from "./json-body.ts";
import type { PipelineExchange, RequestContext, RequestPhases } from "./request-context.ts";
import type { OperationMatch, PublicMatch } from "./router.ts";

/** Handles a request for a public route. Concurrent requests take turns, because one can take 100 ms. */
export function answerPublicRoute(exchange: PipelineExchange): Promise<WireResponse> | undefined {
  const { address, context } = exchange;
  const { match, user } = context;
  if (match === undefined || !("publicRoute" in match)) return undefined;
  const turn = match.publicRoute.isProbe
    ? undefined
    : takeTurn(user ?? match.path.siteId ?? address.base);
  return turn === undefined ? answerPublicly(exchange, match) : answerInTurn(exchange, match, turn);
}

async function answerInTurn(
  exchange: PipelineExchange,
  match: PublicMatch,
  turn: Promise<void>,
): Promise<WireResponse> {
  await turn;
  if (isOutdated(exchange.context, exchange.parts.db)) {
    await authenticateAgain(exchange, exchange.parts.db);
  }
  return answerPublicly(exchange, match);
}

async function answerPublicly(
  exchange: PipelineExchange,
  { publicRoute, path }: PublicMatch,
): Promise<WireResponse> {
  const { parts, request, address, context } = exchange;
  const { user = "", boundTo, principal } = context;
  const isReader = publicRoute.access === "session";
  const answer = await publicRoute.load();
  return answer({
    db: parts.db,
    secretBox: parts.secretBox,
    now: parts.now(),
    caller: user,
    boundTo,
    principal,
    ...(isReader && {
      call: completeCall(callFor(exchange), parts.db, createEnqueue(exchange, parts.db)),
    }),
    base: address.base,
    path,
    query: new URLSearchParams(address.query),
    request,
    enqueue: parts.jobs.enqueue,
    newId: parts.newId,
    outside: parts.outside,
    log: parts.log,
  });
}

/**
 * Concurrent requests of one caller start a few at a time, because there are 10 connections to
 * PostgreSQL and all responses are processed in one thread.
 */
const requests = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 6,
  mostWaiting: 2000,
  longestWait: 60_000,
});

/**
 * Handles a request for an operation.
 * @throws ApiError 400 for invalid input
 */
export function executeRequest(exchange: PipelineExchange): Promise<WireResponse> | undefined {
  const { match, visitor, user = visitor?.site } = exchange.context;
  if (match === undefined || !("route" in match)) return undefined;
  // A request of the same user can wait for the script.
  const caller = exchange.request.isFromScript ? `scripts for ${user}` : user;
  const work = () => answerOperation(exchange, match);
  return caller === undefined ? work() : requests.run(caller, work);
}

async function answerOperation(
  exchange: PipelineExchange,
  match: OperationMatch,
): Promise<WireResponse> {
  const { parts, request, address, context } = exchange;
  const { endpoint, access } = match.route;
  if (isOutdated(context, parts.db)) await authenticateAgain(exchange, parts.db);
  const gate =
    context.agent && (await import("../../areas/integrations/installations/agent-access.ts"));
  if (context.agent) gate?.requireOpen(context.agent, endpoint.operation);
  const limit = access === "admin" ? Number.POSITIVE_INFINITY : parts.bodyLimit;
  const { input, unknown } = await parseInput(match, address.query, request, {
    limit,
    caller: context.user ?? context.visitor?.site ?? "",
  });
  const requireReach = async (db: Queries) => {
    if (context.agent && gate) {
      const fields = { ...input };
      const acting = await gate.findActingInstallation(
        db,
        context.agent,
        endpoint.operation,
        fields,
        async (url) => {
          const { findSiteByUrl } = await import("../../areas/site-lookup/resolve-url.ts");
          return findSiteByUrl({ db }, url);
        },
      );
      if (acting) {
        actAs(context, acting);
        gate.requireOpen(acting.agent, endpoint.operation);
      }
      await gate.requireReach(db, context.agent, endpoint.operation, fields);
    }
    if (context.boundTo !== undefined) {
      const { requireBound } = await import("./bound-token.ts");
      await requireBound(db, context.boundTo, endpoint, { ...input });
    }
  };
  await requireReach(parts.db);
  const readmit = async (db: Queries) => {
    if (!isOutdated(context, db)) return;
    await authenticateAgain(exchange, db);
    if (context.agent) gate?.requireOpen(context.agent, endpoint.operation);
    await requireReach(db);
  };
  const output = await callHandler(exchange, match, input, readmit);
  // A read is refused if the token was revoked meanwhile.
  if (isRead(endpoint)) await readmit(parts.db);
  const isMinimal = endpoint.minimal === true && prefersMinimal(request);
  const answer = isMinimal
    ? createEmptyResponse(204)
    : output instanceof EventStream
      ? createEventStreamResponse(output, (error) => reportError(exchange, error))
      : toResponse(endpoint, endpoint.list ? addCount(input, output) : output);
  const headers = {
    ...answer.headers,
    ...(isMinimal && { "preference-applied": "return=minimal" }),
    ...getWarnings(endpoint, input, { unknown, notes: context.notes ?? [] }),
  };
  return { ...answer, headers };
}

/** An error of a stream whose status was sent already. */
function reportError({ parts, context: { id } }: PipelineExchange, error: unknown): ErrorBody {
  if (!(error instanceof ApiError)) parts.log(`The request ${id} failed.`, error);
  return describeError(error, id);
}

function isRead(endpoint: Endpoint): boolean {
  return getMethod(endpoint) === "GET" || endpoint.reads === true;
}

/** Whether the client asks for a response without an optional body. */
function prefersMinimal({ headers }: WireRequest): boolean {
  return /(?:^|[,;\s])return\s*=\s*"?minimal"?\s*(?:$|[,;])/i.test(headers.prefer ?? "");
}

/** Whether the data that the caller was authenticated with may have changed. */
function isOutdated({ user, visitor, dataState, hasWaited }: RequestContext, db: Queries) {
  if (dataState === undefined || (user === undefined && visitor === undefined)) return false;
  return mayHaveChanged(dataState, db) || (hasWaited === true && countChanges(db) === undefined);
}

/** The context of a handler, without the database. */
function callFor({ parts, address, context }: PipelineExchange): Omit<Call, "db" | "enqueue"> {
  const { user = "", agent, boundTo, visitor, principal } = context;
  return {
    agent,
    boundTo,
    caller: user,
    principal,
    visitor,
    now: parts.now(),
    base: address.base,
    async findPublishedUrls(request, spaceIds, shareKey) {
      const { findPublishedUrls } = await import("../../areas/sites/urls/space-url.ts");
      return findPublishedUrls(request, spaceIds, shareKey);
    },
    newId: parts.newId,
    outside: parts.outside,
    secretBox: parts.secretBox,
    note: (text) => {
      context.notes = [...new Set([...(context.notes ?? []), text])];
    },
  };
}

/**
 * The new properties come first: in Node 20, adding one to a copied object takes a microsecond, and
 * a small request takes 70.
 */
function completeCall(
  call: Omit<Call, "db" | "enqueue">,
  db: Queries,
  enqueue: Call["enqueue"],
): Call {
  return { db, enqueue, ...call };
}

/** A read uses the database directly; a write runs in a transaction that is rolled back on any error. */
async function callHandler(
  exchange: PipelineExchange,
  { route }: OperationMatch,
  input: object,
  readmit: (db: Queries) => Promise<void>,
): Promise<unknown> {
  const { parts, request, context } = exchange;
  const { db } = parts;
  const origin = getOrigin(request, context);
  let call = callFor(exchange);
  const on = (queries: Queries) => completeCall(call, queries, createEnqueue(exchange, queries));
  const handler = await route.handler();
  const phases: RequestPhases = { prepare: 0, wait: 0, work: 0 };
  context.phases = phases;
  let since = performance.now();
  const end = (phase: keyof RequestPhases) => {
    const now = performance.now();
    phases[phase] += now - since;
    since = now;
  };
  const inside = (queries: Queries, changes?: ObservedChanges) => {
    const enqueue = createEnqueue(exchange, queries);
    const enqueueNoted = (job: JobRequest) => {
      if (job.kind !== sendingKind) changes?.note();
      return enqueue(job);
    };
    return handler(input, completeCall(call, queries, enqueueNoted));
  };
  let isRetry = false;
  // Audit events of all operations are recorded here.
  const recorded = async (queries: Queries) => {
    end("wait");
    // A retry is often caused by a change of another process.
    if (isRetry) context.hasWaited = true;
    isRetry = true;
    context.notes = [];
    // Requests that ran first may have revoked the token.
    await readmit(queries);
    call = { ...callFor(exchange), now: call.now };
    const handlerCall = on(queries);
    const audit = await prepareAudit(handlerCall, route.endpoint, input);
    if (audit === undefined) return inside(queries);
    return watchChanges(queries, bookkeeping, async (changes) => {
      const answer = await inside(queries, changes);
      const auditedAnswer = answer instanceof DeferredResponse ? answer.changed : answer;
      const organizations = await recordAudit(handlerCall, audit, {
        answer: auditedAnswer,
        changes,
        origin,
      });
      for (const one of organizations) await scheduleRemoval(handlerCall, one, parts.auditDays);
      return answer;
    });
  };
  // A write may have waited for a lock of another process, whose transactions are not observed.
  const readmitAfterWork = async (queries: Queries, begun: number) => {
    const isLong = performance.now() - begun > maxUnnoticedWait;
    if (!isLong || context.user === undefined || countChanges(queries) !== undefined) return;
    await authenticateAgain(exchange, queries);
    if (!context.principal) return;
    const { lockPermissions } = await import("../../core/access/lock-permissions.ts");
    await lockPermissions(queries, context.principal, input);
  };
  try {
    // Admin operations change the clock and the data in their own transactions.
    if (isRead(route.endpoint) || route.access === "admin") return await inside(db);
    // Long work runs first, because a transaction blocks all others.
    if ((request.body?.length ?? 0) > largeBody) {
      await prepareLargeAudit(route.endpoint, input, context.user ?? "");
      context.hasWaited = true;
    }
    const prepare = await route.preparation();
    const attempt = async () => {
      if (prepare) {
        await prepare(input, on(db));
        context.hasWaited = true;
      }
      end("prepare");
      return inTransaction(db, async (queries) => {
        const result = await recorded(queries);
        await readmitAfterWork(queries, since);
        return result;
      });
    };
    const answer = await repeatOutdated(attempt);
    if (!(answer instanceof DeferredResponse)) return answer;
    return await answer.present({ db, ...call }, (work) =>
      inTransaction(db, async (queries) => {
        const begun = performance.now();
        context.hasWaited = true;
        await readmit(queries);
        call = { ...callFor(exchange), now: call.now };
        await work(on(queries));
        await readmitAfterWork(queries, begun);
      }),
    );
  } finally {
    end("work");
  }
}

/** In characters. The digest of a larger body takes milliseconds. */
const largeBody = 256 * 1024;

/** Jobs run on behalf of the caller who enqueued them. */
function createEnqueue({ parts, context }: PipelineExchange, db: Queries): Call["enqueue"] {
  return (job) => parts.jobs.enqueue(db, { principal: context.principal, ...job });
}

/** Headers are truncated, because their content is arbitrary. */
function getOrigin({ headers, from }: WireRequest, { id, token }: RequestContext): RequestOrigin {
  return {
    requestId: id,
    token,
    address: from,
    forwardedFor: headers["x-forwarded-for"]?.slice(0, longestHeader),
    userAgent: headers["user-agent"]?.slice(0, longestHeader),
  };
}

const longestHeader = 200;

/** Adds the number of items to a list that is complete in one response. */
function addCount(input: object, output: unknown): unknown {
  if (typeof output !== "object" || output === null || !("items" in output)) return output;
  const isPage = "next" in output || "count" in output || ("page" in input && input.page);
  if (isPage || !Array.isArray(output.items)) return output;
  return { ...output, count: output.items.length };
}

function toResponse(endpoint: Endpoint, output: unknown): WireResponse {
  if (getMethod(endpoint) === "DELETE") return createEmptyResponse(output === true ? 205 : 204);
  if (output === undefined) return createEmptyResponse(endpoint.status ?? 204);
  const location = endpoint.location ? getLocationHeader(output) : undefined;
  return createJsonResponse(
    endpoint.status ?? 200,
    output,
    location === undefined ? {} : { location },
  );
}

function getLocationHeader(output: unknown): string | undefined {
  const { urls } = output as { readonly urls?: { readonly location?: string } };
  return urls?.location;
}

/**
 * Builds the input of an endpoint from the path, the query and the body of a request.
 * @returns the input, and the names of unknown fields of the query, and of the body if it is open
 * @param query the part of the URL after `?`
 * @throws ApiError 400 that names the field, 413 or 415
 */
async function parseInput(
  { route: { endpoint }, path }: OperationMatch,
  query: string,
  request: WireRequest,
  reading: BodyReading,
): Promise<{ readonly input: object; readonly unknown: readonly string[] }> {
  const body = await parseBody(endpoint, request, reading);
  const input: Record<string, JsonValue> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (endpoint.openBody && !Object.hasOwn(endpoint.input, name)) unknown.push(name);
    else input[requireField(endpoint, name, "body").name] = value;
  }
  for (const [name, texts] of parseQuery(query)) {
    if (!Object.hasOwn(endpoint.input, name)) unknown.push(name);
    else input[name] = fromQuery(requireField(endpoint, name, "query"), texts);
  }
  for (const [name, header] of Object.entries(endpoint.inHeaders ?? {})) {
    const value = findOwn(request.headers, header);
    if (value !== undefined) input[name] = value;
  }
  for (const [name, value] of Object.entries(path)) if (value !== undefined) input[name] = value;
  if (!isPlainlyValid(endpoint.input, input)) {
    const { check } = await import("../../../contract/check.ts");
    const [fault] = await check(endpoint.input, input);
    if (fault) throw toProblem(fault);
  }
  return { input, unknown };
}

interface BodyReading {
  /** The maximum size of the body, in bytes. */
  readonly limit: number;
  readonly caller: string;
}

async function parseBody(
  endpoint: Endpoint,
  request: WireRequest,
  { limit, caller }: BodyReading,
): Promise<object> {
  const method = getMethod(endpoint);
  if (method !== "GET" && method !== "DELETE") {
    const { wholeBody } = endpoint;
    if (wholeBody !== undefined)
      return { [wholeBody]: await readJsonValue(request, limit, caller) };
    return readJsonBody(request, limit, caller);
  }
  if ((request.body ?? "") === "") return {};
  throw new ApiError(400, `${method} requests must not have a body. Send the fields in the query.`);
}

/** The field with a name, if it belongs to this part of a request; never `__proto__`. */
function requireField(endpoint: Endpoint, name: string, part: "query" | "body"): NamedField {
  const namedField = findOwn(endpoint.input, name);
  if (namedField && resolveLocation(endpoint, name) === part) return { ...namedField, name };
  throw new ApiError(400, `Unknown field ${name} in the ${part}.`, { field: name });
}

type NamedField = Field & { readonly name: string };

function parseQuery(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  if (query === "") return values;
  for (const [name, value] of new URLSearchParams(query)) {
    addTo(values, name, value);
  }
  return values;
}

/** Parses the values of a query parameter. Invalid values are left to validation. */
function fromQuery(field: NamedField, texts: readonly string[]): JsonValue {
  if (field.kind === "list") return texts.map((text) => parseScalar(field.of, text));
  const [text = "", ...others] = texts;
  if (others.length === 0) return parseScalar(field, text);
  throw new ApiError(400, `${field.name} is repeated in the query. Send it once.`, {
    field: field.name,
  });
}

function parseScalar(field: Field, text: string): JsonValue {
  if (field.kind === "integer") return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (field.kind === "boolean") return text === "true" || (text === "false" ? false : text);
  return text;
}

function toProblem({ path, rule }: FieldError): ApiError {
  const name = path.join(".");
  return new ApiError(400, `${name} ${rule}.`, { field: name });
}

/** A header with more names could exceed the limits of some proxies. */
const mostNames = 20;

interface ResponseNotes {
  /** The names of unknown fields of the query, and of the body if it is open. */
  readonly unknown: readonly string[];
  /** Notes of the handler. */
  readonly notes: readonly string[];
}

/** @returns no header if there are no warnings */
function getWarnings(
  { ignoredFields: unheeded = [] }: Endpoint,
  input: object,
  { unknown, notes }: ResponseNotes,
): Headers {
  const ignoredFields = unheeded.filter((one) => isGiven(one, input));
  const texts = [
    ...ignoredFields.map(({ path, reason }) => `${path} has no effect: ${reason}.`),
    ...unknown
      .slice(0, mostNames)
      .map((name) => `${JSON.stringify(name)} has no effect: the field is unknown.`),
    ...notes,
  ];
  return texts.length === 0 ? {} : { warning: writeWarnings(texts) };
}

function isGiven({ path, exceptValues = [] }: IgnoredField, input: object): boolean {
  // A name may contain dots, as in format.markdown.refs.
  const values = Object.hasOwn(input, path)
    ? [getMember(input, path)]
    : path
        .split(/\.|(?=\[\])/)
        .reduce<unknown[]>(
          (values, name) =>
            values.flatMap((one) =>
              name === "[]" ? (Array.isArray(one) ? one : []) : [getMember(one, name)],
            ),
          [input],
        );
  return values.some((value) => value !== undefined && !exceptValues.includes(value));
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
