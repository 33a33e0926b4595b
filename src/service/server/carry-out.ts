/** Answers a request once its caller is known: checks the input and calls the handler. */

import { check, type Fault } from "../../contract/check.ts";
import { type Endpoint, getMethod, resolveLocation } from "../../contract/endpoint.ts";
import type { Field } from "../../contract/fields.ts";
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import { bookkeeping, type Origin, prepareAudit, recordAudit } from "../areas/audit/record.ts";
import { scheduleRemoval } from "../areas/audit/retention.ts";
import { sendingKind } from "../areas/events/record.ts";
import { empty, json, PresentedLater } from "../core/answers.ts";
import type { Call } from "../core/handlers.ts";
import { type Changes, watchChanges } from "../database/change-watch.ts";
import { buildChanges } from "../database/dialect.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";
import { createFairQueue } from "../engines/fair-queue.ts";
import { takeTurn } from "../engines/turns.ts";
import type { JobRequest } from "../jobs/job.ts";
import { authenticateAgain } from "./authenticate.ts";
import { jsonBody, jsonValue } from "./json-body.ts";
import type { Exchange, Phases, RequestContext } from "./request-context.ts";
import type { OperationMatch, PublicMatch } from "./router.ts";
import { getWarnings } from "./warnings.ts";

/** Answers a public route. Many requests that come at once take turns, as an answer can take a tenth of a second. */
export function answerPublicRoute(exchange: Exchange): Promise<WireResponse> | undefined {
  const { address, context } = exchange;
  const { match, user } = context;
  if (match === undefined || !("publicRoute" in match)) return undefined;
  const turn = match.publicRoute.isProbe
    ? undefined
    : takeTurn(user ?? match.path.siteId ?? address.base);
  return turn === undefined ? answerPublicly(exchange, match) : answerInTurn(exchange, match, turn);
}

async function answerInTurn(
  exchange: Exchange,
  match: PublicMatch,
  turn: Promise<void>,
): Promise<WireResponse> {
  await turn;
  exchange.context.hasWaited = true;
  if (mayHaveChanged(exchange.context, exchange.parts.db)) {
    await authenticateAgain(exchange, exchange.parts.db);
  }
  return answerPublicly(exchange, match);
}

async function answerPublicly(
  { parts, request, address, context: { user = "", boundTo } }: Exchange,
  { publicRoute, path }: PublicMatch,
): Promise<WireResponse> {
  const answer = await publicRoute.load();
  return answer({
    db: parts.db,
    secretBox: parts.secretBox,
    now: parts.now(),
    caller: user,
    boundTo,
    base: address.base,
    path,
    query: new URLSearchParams(address.query),
    request,
  });
}

/**
 * One caller's requests that come at once begin a few at a time: there are 10 connections to PostgreSQL,
 * whose answers all arrive in the one thread.
 */
const requests = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 6,
  mostWaiting: 2000,
  longestWait: 60_000,
});

/** Answers an operation of a contract. @throws Problem 400 for an input that it does not take */
export function carryOut(exchange: Exchange): Promise<WireResponse> | undefined {
  const { match, visitor, user = visitor?.site } = exchange.context;
  if (match === undefined || !("route" in match)) return undefined;
  const work = (hasWaited: boolean) => {
    if (hasWaited) exchange.context.hasWaited = true;
    return answerOperation(exchange, match);
  };
  return user === undefined ? work(false) : requests.run(user, work);
}

async function answerOperation(exchange: Exchange, match: OperationMatch): Promise<WireResponse> {
  const { parts, request, address, context } = exchange;
  const { endpoint, access } = match.route;
  if (mayHaveChanged(context, parts.db)) await authenticateAgain(exchange, parts.db);
  const gate = context.agent && (await import("../areas/integrations/agent-access.ts"));
  if (context.agent) gate?.requireOpen(context.agent, endpoint.operation);
  const limit = access === "admin" ? Number.POSITIVE_INFINITY : parts.bodyLimit;
  const { input, unknown } = await parseInput(match, address.query, request, limit);
  const requireReach = async (db: Queries) => {
    if (context.agent) {
      await gate?.requireReach(db, context.agent, endpoint.operation, { ...input });
    }
    if (context.boundTo !== undefined) {
      const { requireBound } = await import("./bound-token.ts");
      await requireBound(db, context.boundTo, endpoint, { ...input });
    }
  };
  await requireReach(parts.db);
  const readmit = async (db: Queries) => {
    if (!mayHaveChanged(context, db)) return;
    await authenticateAgain(exchange, db);
    if (context.agent) gate?.requireOpen(context.agent, endpoint.operation);
    await requireReach(db);
  };
  const output = await callHandler(exchange, match, input, readmit);
  const isMinimal = endpoint.minimal === true && prefersMinimal(request);
  const answer = isMinimal ? empty(204) : toResponse(endpoint, output);
  const headers = {
    ...answer.headers,
    ...(isMinimal && { "preference-applied": "return=minimal" }),
    ...getWarnings(endpoint, input, unknown),
  };
  return { ...answer, headers };
}

/** Whether a client asks for no body, if there is one it could do without. */
function prefersMinimal({ headers }: WireRequest): boolean {
  return /(?:^|[,;\s])return\s*=\s*"?minimal"?\s*(?:$|[,;])/i.test(headers.prefer ?? "");
}

/**
 * Whether something has changed since the caller was identified. It costs no query: several processes
 * that share the data know only whether the request has waited.
 */
function mayHaveChanged({ user, visitor, changes, hasWaited }: RequestContext, db: Queries) {
  if (user === undefined && visitor === undefined) return false;
  return changes === undefined ? hasWaited === true : changes !== buildChanges(db);
}

/** What a handler gets of a request, beside the database. */
function callFor({ parts, address, context }: Exchange): Omit<Call, "db" | "enqueue"> {
  const { user = "", agent, boundTo, visitor, principal } = context;
  return {
    agent,
    boundTo,
    caller: user,
    principal,
    visitor,
    now: parts.now(),
    base: address.base,
    newId: parts.newId,
    outside: parts.outside,
    secretBox: parts.secretBox,
  };
}

/** A read uses the database directly; a write is one transaction, rolled back if anything is thrown. */
async function callHandler(
  exchange: Exchange,
  { route }: OperationMatch,
  input: object,
  readmit: (db: Queries) => Promise<void>,
): Promise<unknown> {
  const { parts, request, context } = exchange;
  const { db } = parts;
  const origin = getOrigin(request, context);
  let call = callFor(exchange);
  const on = (queries: Queries) => ({
    ...call,
    db: queries,
    enqueue: enqueueFor(exchange, queries),
  });
  const handler = await route.handler();
  const phases: Phases = { prepare: 0, wait: 0, work: 0 };
  context.phases = phases;
  let since = performance.now();
  const end = (phase: keyof Phases) => {
    const now = performance.now();
    phases[phase] += now - since;
    since = now;
  };
  const inside = (queries: Queries, changes?: Changes) => {
    const enqueue = enqueueFor(exchange, queries);
    return handler(input, {
      ...call,
      db: queries,
      enqueue(job: JobRequest) {
        if (job.kind !== sendingKind) changes?.note();
        return enqueue(job);
      },
    });
  };
  // The one place where changes are recorded, whatever made them.
  const recorded = async (queries: Queries) => {
    end("wait");
    // Others may have gone first, and one of them may have revoked the token.
    await readmit(queries);
    call = { ...callFor(exchange), now: call.now };
    const own = on(queries);
    const audit = await prepareAudit(own, route.endpoint, input);
    if (audit === undefined) return inside(queries);
    return watchChanges(queries, bookkeeping, async (changes) => {
      const answer = await inside(queries, changes);
      const told = answer instanceof PresentedLater ? answer.changed : answer;
      const organizations = await recordAudit(own, audit, { answer: told, changes, origin });
      for (const one of organizations) await scheduleRemoval(own, one, parts.auditDays);
      return answer;
    });
  };
  try {
    // Administration changes the clock and the data in transactions of its own.
    const reads = getMethod(route.endpoint) === "GET" || route.endpoint.reads === true;
    if (reads || route.access === "admin") return await inside(db);
    // Long work comes first: a transaction holds up all others.
    const prepare = await route.preparation();
    if (prepare) {
      await prepare(input, on(db));
      context.hasWaited = true;
    }
    end("prepare");
    const answer = await inTransaction(db, recorded);
    return answer instanceof PresentedLater ? await answer.present({ ...call, db }) : answer;
  } finally {
    end("work");
  }
}

/** Work that outlives a request runs in the name of its caller. */
function enqueueFor({ parts, context }: Exchange, db: Queries): Call["enqueue"] {
  return (job) => parts.jobs.enqueue(db, { principal: context.principal, ...job });
}

/** Headers are cut: they are what a caller likes to say of itself. */
function getOrigin({ headers, from }: WireRequest, { id, token }: RequestContext): Origin {
  return {
    requestId: id,
    token,
    address: from,
    forwardedFor: headers["x-forwarded-for"]?.slice(0, longestHeader),
    userAgent: headers["user-agent"]?.slice(0, longestHeader),
  };
}

const longestHeader = 200;

function toResponse(endpoint: Endpoint, output: unknown): WireResponse {
  if (getMethod(endpoint) === "DELETE") return empty(output === true ? 205 : 204);
  if (output === undefined) return empty(endpoint.status ?? 204);
  const location = endpoint.location ? locationHeader(output) : undefined;
  return json(endpoint.status ?? 200, output, location === undefined ? {} : { location });
}

function locationHeader(output: unknown): string | undefined {
  const { urls } = output as { readonly urls?: { readonly location?: string } };
  return urls?.location;
}

/**
 * Makes the input of an endpoint out of the path, the query and the body of a request.
 * @returns what is unknown: the members of an open body that are no fields
 * @param query the part of the address after `?`
 * @param limit the largest body, in bytes
 * @throws Problem 400 that names the field, 413 or 415
 */
async function parseInput(
  { route: { endpoint }, path }: OperationMatch,
  query: string,
  request: WireRequest,
  limit: number,
): Promise<{ readonly input: object; readonly unknown: readonly string[] }> {
  const body = parseBody(endpoint, request, limit);
  const input: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (endpoint.openBody && !Object.hasOwn(endpoint.input, name)) unknown.push(name);
    else input[field(endpoint, name, "body").name] = value;
  }
  for (const [name, texts] of parseQuery(query)) {
    input[name] = fromQuery(field(endpoint, name, "query"), texts);
  }
  for (const [name, value] of Object.entries(path)) input[name] = value;
  const [fault] = await check(endpoint.input, input);
  if (fault) throw toProblem(fault);
  return { input, unknown };
}

function parseBody(endpoint: Endpoint, request: WireRequest, limit: number): object {
  const method = getMethod(endpoint);
  if (method !== "GET" && method !== "DELETE") {
    const { wholeBody } = endpoint;
    if (wholeBody !== undefined) return { [wholeBody]: jsonValue(request, limit) };
    return jsonBody(request, limit);
  }
  if ((request.body ?? "") === "") return {};
  throw new Problem(400, `A ${method} takes no body; send its fields in the query.`);
}

/** The field of that name, if it belongs to this part of a request; `__proto__` is never one. */
function field(endpoint: Endpoint, name: string, part: "query" | "body"): NamedField {
  const known = Object.hasOwn(endpoint.input, name) ? endpoint.input[name] : undefined;
  if (known && resolveLocation(endpoint, name) === part) return { ...known, name };
  throw new Problem(400, `${name} is not a field of the ${part} here.`, { field: name });
}

type NamedField = Field & { readonly name: string };

function parseQuery(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    addTo(values, name, value);
  }
  return values;
}

/** The value that the texts of a query stand for; an invalid text is left to the check. */
function fromQuery(field: NamedField, texts: readonly string[]): unknown {
  if (field.kind === "list") return texts.map((text) => scalar(field.of, text));
  const [text = "", ...others] = texts;
  if (others.length === 0) return scalar(field, text);
  throw new Problem(400, `${field.name} can be given only once.`, { field: field.name });
}

function scalar(field: Field, text: string): unknown {
  if (field.kind === "whole") return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (field.kind === "flag") return text === "true" || (text === "false" ? false : text);
  return text;
}

function toProblem({ path, rule }: Fault): Problem {
  const name = path.join(".");
  return new Problem(400, `${name} ${rule}.`, { field: name });
}
