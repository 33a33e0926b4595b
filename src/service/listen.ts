/** HTTP server of a platform: Fastify handles connections, the platform handles requests. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody, WireRequest, WireResponse } from "../contract/wire.ts";
import { NetworkError } from "../errors.ts";
import { loadReader } from "./areas/site-reader/load-reader.ts";
import { createErrorResponse, createUnauthorizedResponse } from "./core/deferred-response.ts";
import { storageFolder } from "./core/storage-folder.ts";
import { takeTurn } from "./engines/threads/turns.ts";
import { keepRunning } from "./jobs/timer.ts";
import { watchEventLoop } from "./server/metrics/event-loop.ts";
import {
  BodyMemoryError,
  type CountBody,
  createBodyCounter,
  createMemoryLimits,
  type MemoryLimits,
  usualBodyLimits,
} from "./server/pipeline/client-memory.ts";
import { isSitePageRequest, toErrorPage } from "./server/pipeline/error-page.ts";
import { createForwardedReader, type ReadForwarded } from "./server/pipeline/forwarded.ts";
import {
  createHostCheck,
  type HostCheck,
  type HostDecision,
} from "./server/pipeline/host-check.ts";
import { limitIdleConnections, usualIdleLimit } from "./server/pipeline/idle-connections.ts";
import { createTooLargeError } from "./server/pipeline/json-body.ts";
import { createParserErrors, type ParserErrors } from "./server/pipeline/parser-errors.ts";
import { refuseHead } from "./server/pipeline/request-head.ts";
import { buildUrl, splitPlainPath } from "./server/pipeline/request-url.ts";
import {
  createSend,
  type SendResponse,
  usualReadPatience,
  usualSendLimits,
} from "./server/pipeline/send-response.ts";
import { createTurns } from "./server/pipeline/turn-end.ts";
import { announce, getReadyFile, removeReady, writeReady } from "./server/ready-file.ts";
import type { Service } from "./service.ts";

export interface ListenOptions {
  /** 0 for any free port. */
  readonly port?: number | undefined;
  /** The IP address or hostname to bind; the loopback interface if absent. */
  readonly host?: string | undefined;
  /** Additional accepted hostnames, without a port. */
  readonly names?: readonly string[] | undefined;
  /**
   * The URL that callers use if there is a proxy, such as one that terminates TLS: it is accepted
   * as the host of requests, and links in responses begin with it.
   */
  readonly publicUrl?: string | undefined;
  /**
   * IP addresses and networks of reverse proxies whose `X-Forwarded-*` headers give the URL of a site.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The data folder, in which other commands find the ready file. */
  readonly dataFolder?: string | undefined;
  /** The timeouts for the head of a request and for the whole request, in milliseconds. */
  readonly patience?: { readonly head: number; readonly whole: number } | undefined;
  /** The maximum time without any data read by the client, in milliseconds. */
  readonly readPatience?: number | undefined;
  /** The maximum number of idle connections of one IP address. */
  readonly idleLimit?: number | undefined;
  /** Limits of the memory for large responses in progress. */
  readonly sendLimits?: MemoryLimits | undefined;
  /** Limits of the memory for request bodies in progress. */
  readonly bodyLimits?: MemoryLimits | undefined;
  /** An additional ready file, for a program that waits for this process. */
  readonly readyFile?: string | undefined;
}

export interface ListeningPlatform {
  /** Without a trailing slash and without `/v1`. */
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
  /** From now on, `/readyz` responds with 503, while requests are accepted. */
  readonly startShutdown: () => void;
  /**
   * Stops accepting requests, waits up to 8 seconds for requests in progress, and leaves the
   * service open.
   */
  readonly close: () => Promise<void>;
}

const second = 1000;
/**
 * Sufficient for ten megabytes over a slow connection, and a protection against many incomplete
 * requests.
 */
const usualPatience = { head: 6 * second, whole: 10 * second };
/** Process supervisors commonly allow ten seconds for a shutdown. */
const longestDrain = 8 * second;
/** An import contains all data in one body. */
const importLimit = 512 * 1024 * 1024;
const importPath = "/_tome/import";
const headLimit = 16 * 1024;
const ends = { connection: "close" };

/** @throws Error if the address cannot be bound, or a ready file cannot be written */
export async function listen(
  service: Service,
  options: ListenOptions = {},
): Promise<ListeningPlatform> {
  const host = options.host ?? "127.0.0.1";
  const { fastify } = await import("fastify");
  let hostCheck: HostCheck = () => ({
    refused: createErrorResponse(503, "The platform is starting."),
  });
  const publicOrigin = options.publicUrl === undefined ? undefined : new URL(options.publicUrl);
  const patience = options.patience ?? usualPatience;
  const parserErrors = createParserErrors(headLimit, ({ id, answer }) =>
    note(service, { id, method: "-", parts: [] }, answer),
  );
  const { isKnown } = service;
  const sentMemory = createMemoryLimits(options.sendLimits ?? usualSendLimits, isKnown);
  const send = createSend(sentMemory, options.readPatience ?? usualReadPatience);
  const backend: Backend = {
    service,
    publicOrigin,
    readForwarded: createForwardedReader(options.trustedProxies ?? [], publicOrigin),
    waitForTurn: createTurns(),
    parserErrors,
    send,
    countBody: createBodyCounter(
      createMemoryLimits(options.bodyLimits ?? usualBodyLimits, isKnown),
    ),
  };
  const server = fastify({
    bodyLimit: service.bodyLimit,
    forceCloseConnections: "idle",
    // The platform has its own error format.
    return503OnClosing: false,
    requestTimeout: patience.whole,
    keepAliveTimeout: 5 * second,
    exposeHeadRoutes: false,
    // Fastify must not decode the path. It only distinguishes these two.
    rewriteUrl: ({ url }) => (url === importPath ? importPath : "/"),
    clientErrorHandler: parserErrors.handle,
    // The contract validates input; Fastify would load two unused schema compilers.
    schemaController: {
      compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas },
    },
    http: {
      headersTimeout: patience.head,
      maxHeaderSize: headLimit,
      // The platform checks the Host header itself.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(second, patience.head),
    },
  });
  serveAll(server, backend, () => hostCheck);
  serveExceptions(server, backend);
  limitIdleConnections(server.server, options.idleLimit ?? usualIdleLimit);
  try {
    await server.listen({ port: options.port ?? 0, host });
    const address = server.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    const adminToken = await service.admin.newAdminToken();
    if (service.scripts !== undefined) service.scripts.base = options.publicUrl ?? url;
    hostCheck = createHostCheck(port, [host, ...(options.names ?? [])], publicOrigin);
    service.instrumentation.connections.count = () => countConnections(server);
    const loop = watchEventLoop();
    service.instrumentation.eventLoop.read = loop.read;
    const dataFile = options.dataFolder === undefined ? [] : [getReadyFile(options.dataFolder)];
    const ownFile = options.readyFile === undefined ? [] : [options.readyFile];
    const files = [...dataFile, ...ownFile];
    const writeReadyFiles = async () => {
      const ready = { url, token: service.token, pid: process.pid, admin: adminToken };
      for (const file of files) await writeReady(file, ready);
    };
    await writeReadyFiles();
    const forgetRotation = service.admin.onRotation(writeReadyFiles);
    // If it fails, the first reader receives the error.
    void loadReader(service.db).catch(() => undefined);
    const stopJobs = service.runsJobs
      ? keepRunning(service.jobs, service.clock.now, service.log)
      : async () => {};
    return {
      url,
      token: service.token,
      adminToken,
      startShutdown: service.readiness.startShutdown,
      async close() {
        const refused = createErrorResponse(503, "The platform is stopping. Retry later.", ends);
        hostCheck = () => ({ refused });
        forgetRotation();
        for (const file of ownFile) await removeReady(file);
        // A full disk must not prevent the shutdown.
        const announced = dataFile.map((file) =>
          announce(file, "stopping").catch(() => removeReady(file)),
        );
        await Promise.all([drain(server), ...announced]);
        loop.stop();
        await stopJobs();
        for (const file of dataFile) await removeReady(file);
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function rejectSchemas(): never {
  throw new Error("No route has a schema.");
}

/** Every method and path is passed to the platform, with the body as bytes. */
function serveAll(server: FastifyInstance, backend: Backend, hostCheck: () => HostCheck): void {
  const { service, parserErrors, countBody } = backend;
  const answer = (request: FastifyRequest, reply: FastifyReply) => respond(backend, request, reply);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  // Before the body is read, because most requests of web pages are refused anyway.
  server.addHook("onRequest", (request, reply, next) => {
    parserErrors.begin(request.raw, reply.raw, () => {
      const wrongHead = refuseHead(request.raw);
      const decision: HostDecision =
        wrongHead === undefined
          ? hostCheck()(request.headers, () => parseTarget(request))
          : { refused: wrongHead };
      const { refused, crossOrigin } = decision;
      if (refused) return void refuse(service, reply, refused);
      for (const [name, value] of Object.entries(crossOrigin?.headers ?? {})) {
        reply.raw.setHeader(name, value);
      }
      if (crossOrigin?.isPreflight) return void reply.code(204).send();
      const { expect } = request.headers;
      if (expect !== undefined && request.raw.httpVersion === "1.1") reply.raw.writeContinue();
      next();
    });
  });
  server.all(
    "/",
    { preParsing: (request, reply, payload) => countBody(request, reply, payload) },
    answer,
  );
  // A body of this size is read only with the admin token, regardless of later checks.
  const onRequest = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (await service.isAdmin(headers.authorization)) return;
    const refused = createUnauthorizedResponse();
    // The rest of the body is not read.
    refuse(service, reply, { ...refused, headers: { ...refused.headers, ...ends } });
  };
  server.all(importPath, { bodyLimit: importLimit, onRequest }, answer);
  server.setNotFoundHandler(answer);
  server.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    if (parserErrors.isAnswered(request.raw.socket)) return reply.hijack();
    if (error instanceof BodyMemoryError) {
      const headers = { ...ends, "retry-after": "1" };
      return refuse(service, reply, createErrorResponse(503, error.message, headers));
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) service.log("The server failed.", error);
    const reason = status === 413 ? createTooLargeError(service.bodyLimit).message : error.message;
    const text = status >= 500 ? "Internal error." : reason;
    return refuse(service, reply, createErrorResponse(status, text));
  });
}

function parseTarget({ method, originalUrl }: FastifyRequest) {
  return { method, parts: splitPlainPath(originalUrl) };
}

/** Handles requests that Fastify would respond to itself, or ignore. */
function serveExceptions({ server }: FastifyInstance, { parserErrors }: Backend): void {
  // With a limit, additional headers would be dropped silently, including a second Host.
  server.maxHeadersCount = 0;
  server.on("connect", (_request, socket) => {
    parserErrors.answer(socket, createErrorResponse(405, "The method CONNECT is not allowed."));
  });
  // The Expect header is validated with the rest of the head.
  for (const event of ["checkContinue", "checkExpectation"]) {
    server.on(event, (request, response) => server.emit("request", request, response));
  }
}

interface Backend {
  readonly service: Service;
  /** The URL that callers use if there is a proxy. */
  readonly publicOrigin: URL | undefined;
  readonly readForwarded: ReadForwarded;
  /**
   * Waits until requests that arrived together are processed, so that their responses are sent
   * together.
   */
  readonly waitForTurn: () => Promise<void>;
  readonly parserErrors: ParserErrors;
  readonly send: SendResponse;
  readonly countBody: CountBody;
}

/** In bytes. Decoding a larger body takes long, and several can be complete at once. */
const largeBody = 256 * 1024;

async function respond(
  { service, publicOrigin, readForwarded, waitForTurn, send }: Backend,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : undefined;
  const isFile = request.method === "PUT" && request.originalUrl.startsWith(`/${storageFolder}/`);
  if (bytes && !isFile && bytes.length > largeBody) {
    await takeTurn(request.raw.socket.remoteAddress ?? "");
  }
  if (bytes && !isFile && !isUtf8(bytes)) {
    return refuse(service, reply, createErrorResponse(400, "The body is not valid UTF-8."));
  }
  const { host = "" } = request.headers;
  const isPublic = publicOrigin !== undefined && host.toLowerCase() === publicOrigin.host;
  const base = isPublic ? publicOrigin.origin : `http://${host}`;
  const proxied = readForwarded(request.raw, request.originalUrl);
  if (proxied !== undefined && "status" in proxied) return refuse(service, reply, proxied);
  try {
    const answer = await service.transport({
      // The platform responds to unknown methods with 405.
      method: request.method as WireRequest["method"],
      url: proxied?.platformUrl ?? buildUrl(base, request.originalUrl),
      headers: getHeaders(request),
      from: request.raw.socket.remoteAddress,
      forwarded: proxied?.forwarded,
      bytes: isFile ? bytes : undefined,
      body: isFile ? undefined : bytes?.toString("utf8"),
    });
    if (isSmall(answer)) await waitForTurn();
    const isPage = answer.status >= 400 && isPageRequest(request);
    return send(reply, isPage ? toErrorPage(answer) : answer);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    // There is no response: the client sees a closed connection.
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}

function isPageRequest({ headers, originalUrl }: FastifyRequest): boolean {
  return isSitePageRequest({ headers, target: originalUrl });
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Only small responses wait for others, because their number is not limited. */
function isSmall({ body }: WireResponse): boolean {
  return typeof body === "string" && body.length < 8 * 1024;
}

/** Sends an error without the platform, with a request id, and records it. */
function refuse(service: Service, reply: FastifyReply, answer: WireResponse): FastifyReply {
  const id = randomUUID();
  const { method, originalUrl } = reply.request;
  note(service, { id, method, parts: splitPlainPath(originalUrl) }, answer);
  const { status, headers, body } = isPageRequest(reply.request) ? toErrorPage(answer) : answer;
  return reply
    .code(status)
    .headers({ ...headers, "x-request-id": id })
    .send(body);
}

/** Counts and logs a request that was refused before it reached the platform. */
function note(
  { instrumentation }: Service,
  request: { readonly id: string; readonly method: string; readonly parts: readonly string[] },
  { body }: WireResponse,
): void {
  const { error }: ErrorBody = JSON.parse(String(body));
  instrumentation.refused({ ...request, status: error.code, message: error.message });
}

function getHeaders({ headers }: FastifyRequest): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}

async function drain(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), longestDrain);
  try {
    await server.close();
  } finally {
    clearTimeout(late);
  }
}
