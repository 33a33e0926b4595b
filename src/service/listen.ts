/** Puts a platform behind HTTP: a server library reads and writes, the platform answers. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody, WireRequest, WireResponse } from "../contract/wire.ts";
import { Unreachable } from "../errors.ts";
import { failure, unauthorized } from "./core/answers.ts";
import { keepRunning } from "./jobs/timer.ts";
import { createHostCheck, type HostCheck } from "./server/host-check.ts";
import { tooLarge } from "./server/json-body.ts";
import { createParserErrors, type ParserErrors } from "./server/parser-errors.ts";
import { readyFileOf, removeReady, writeReady } from "./server/ready-file.ts";
import { plainParts, urlOf } from "./server/request-address.ts";
import { refuseHead } from "./server/request-head.ts";
import { createTurns } from "./server/turn-end.ts";
import type { Service } from "./service.ts";

export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port?: number | undefined;
  /** The address to bind; this machine alone where absent. */
  readonly host?: string | undefined;
  /** Further names, without a port, that requests may be addressed to. */
  readonly names?: readonly string[] | undefined;
  /**
   * The address that callers use where something stands in between, such as a proxy that ends TLS:
   * requests may be addressed to it, and links in their answers begin with it.
   */
  readonly publicUrl?: string | undefined;
  /** The folder of the data: other commands find the ready file in it. */
  readonly dataFolder?: string | undefined;
  /** How long a caller may take to send the head of a request, and all of it, in milliseconds. */
  readonly patience?: { readonly head: number; readonly whole: number } | undefined;
  /** A further ready file, for whoever waits for this process. */
  readonly readyFile?: string | undefined;
}

export interface Listening {
  /** Without a slash at the end and without `/v1`. */
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
  /** Takes no new request, lets those under way end within 8 seconds, and leaves the service open. */
  readonly close: () => Promise<void>;
}

const second = 1000;
/** Long enough for ten megabytes over a slow line, and short enough for many that never end. */
const usualPatience = { head: 6 * second, whole: 10 * second };
/** The whole end is to take less than the ten seconds that supervisors commonly give. */
const longestDrain = 8 * second;
/** An import replaces all data, and has no other way in. */
const importLimit = 512 * 1024 * 1024;
const importPath = "/_tome/import";
const headLimit = 16 * 1024;
const ends = { connection: "close" };

/** @throws an error where the address cannot be bound, or a ready file not written */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listening> {
  const host = options.host ?? "127.0.0.1";
  const { fastify } = await import("fastify");
  let hostCheck: HostCheck = () => failure(503, "The platform is starting.");
  const publicOrigin = options.publicUrl === undefined ? undefined : new URL(options.publicUrl);
  const patience = options.patience ?? usualPatience;
  const parserErrors = createParserErrors(headLimit, ({ id, answer }) =>
    note(service, { id, method: "-", parts: [] }, answer),
  );
  const behind: Behind = { service, publicOrigin, endOfTurn: createTurns(), parserErrors };
  const server = fastify({
    bodyLimit: service.bodyLimit,
    forceCloseConnections: "idle",
    // Refused by the platform, in its own form.
    return503OnClosing: false,
    requestTimeout: patience.whole,
    keepAliveTimeout: 5 * second,
    exposeHeadRoutes: false,
    // The library reads no path: it would decode it in its own way. All it has to tell apart is this.
    rewriteUrl: ({ url }) => (url === importPath ? importPath : "/"),
    clientErrorHandler: parserErrors.handle,
    http: {
      headersTimeout: patience.head,
      maxHeaderSize: headLimit,
      // Refused by the platform as well.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(second, patience.head),
    },
  });
  takeAll(server, behind, () => hostCheck);
  takeOddities(server, behind);
  try {
    await server.listen({ port: options.port ?? 0, host });
    const address = server.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    const adminToken = await service.admin.newAdminToken();
    hostCheck = createHostCheck(port, [host, ...(options.names ?? [])], publicOrigin);
    service.instrumentation.connections.count = () => connectionsOf(server);
    const files = [
      ...(options.dataFolder === undefined ? [] : [readyFileOf(options.dataFolder)]),
      ...(options.readyFile === undefined ? [] : [options.readyFile]),
    ];
    const ready = { url, token: service.token, pid: process.pid, admin: adminToken };
    for (const file of files) await writeReady(file, ready);
    const stopJobs = keepRunning(service.jobs, service.clock.now, service.log);
    return {
      url,
      token: service.token,
      adminToken,
      async close() {
        hostCheck = () =>
          failure(503, "The platform is stopping; send the request again later.", ends);
        for (const file of files) await removeReady(file);
        await drain(server);
        await stopJobs();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Every method and path goes to the platform, with the body as the bytes that it is. */
function takeAll(server: FastifyInstance, behind: Behind, hostCheck: () => HostCheck): void {
  const { service, parserErrors } = behind;
  const answer = (request: FastifyRequest, reply: FastifyReply) => respond(behind, request, reply);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  // Before the body is read: a page in a browser has no business to send any.
  server.addHook("onRequest", (request, reply, next) => {
    parserErrors.begin(request.raw, reply.raw, () => {
      const refused = refuseHead(request.raw) ?? hostCheck()(request.headers);
      if (refused) return void refuse(service, reply, refused);
      const { expect } = request.headers;
      if (expect !== undefined && request.raw.httpVersion === "1.1") reply.raw.writeContinue();
      next();
    });
  });
  server.all("/", answer);
  // A body of this size is read for the administrator alone, whatever else is checked later.
  const onRequest = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (await service.isAdmin(headers.authorization)) return;
    const refused = unauthorized();
    // What is left of the body is not waited for.
    refuse(service, reply, { ...refused, headers: { ...refused.headers, ...ends } });
  };
  server.all(importPath, { bodyLimit: importLimit, onRequest }, answer);
  server.setNotFoundHandler(answer);
  server.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    if (parserErrors.isAnswered(request.raw.socket)) return reply.hijack();
    const status = error.statusCode ?? 500;
    if (status >= 500) service.log("The server failed.", error);
    const told = status === 413 ? tooLarge(service.bodyLimit).message : error.message;
    const text = status >= 500 ? "The platform failed to answer." : told;
    return refuse(service, reply, failure(status, text));
  });
}

/** What the library answers by itself, or not at all. */
function takeOddities({ server }: FastifyInstance, { parserErrors }: Behind): void {
  // Those beyond a number would be left out without a word, and a second Host with them.
  server.maxHeadersCount = 0;
  server.on("connect", (_request, socket) => {
    parserErrors.answer(socket, failure(405, "CONNECT is not possible here."));
  });
  // What is expected is a part of the head, which is checked with all the rest of it.
  for (const event of ["checkContinue", "checkExpectation"]) {
    server.on(event, (request, response) => server.emit("request", request, response));
  }
}

interface Behind {
  readonly service: Service;
  /** What callers address where something stands in between. */
  readonly publicOrigin: URL | undefined;
  /** Waits until what has come together is answered, so that it is sent together. */
  readonly endOfTurn: () => Promise<void>;
  readonly parserErrors: ParserErrors;
}

async function respond(
  { service, publicOrigin, endOfTurn }: Behind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request;
  if (Buffer.isBuffer(body) && !isUtf8(body)) {
    return refuse(service, reply, failure(400, "The body is not valid UTF-8."));
  }
  const { host = "" } = request.headers;
  const isPublic = publicOrigin !== undefined && host.toLowerCase() === publicOrigin.host;
  const base = isPublic ? publicOrigin.origin : `http://${host}`;
  try {
    const answer = await service.transport({
      // Methods that the platform does not know are answered by it with 405.
      method: request.method as WireRequest["method"],
      url: urlOf(base, request.originalUrl),
      headers: headersOf(request),
      body: Buffer.isBuffer(body) ? body.toString("utf8") : undefined,
    });
    if (isSmall(answer)) await endOfTurn();
    return send(reply, answer);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    // No answer is to come: the caller is to see a connection that breaks.
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** What is larger is not held for the others, whose number nobody limits. */
function isSmall({ body }: WireResponse): boolean {
  return typeof body === "string" && body.length < 8 * 1024;
}

function send(reply: FastifyReply, { status, headers, body }: WireResponse): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(typeof body === "string" ? body : Readable.from(body));
}

/** Sends what the platform has not seen: it gave no request id, and could not note it. */
function refuse(service: Service, reply: FastifyReply, answer: WireResponse): FastifyReply {
  const id = randomUUID();
  const { method, originalUrl } = reply.request;
  note(service, { id, method, parts: plainParts(originalUrl) }, answer);
  return send(reply, { ...answer, headers: { ...answer.headers, "x-request-id": id } });
}

/** Counts and logs what was refused before the platform saw it. */
function note(
  { instrumentation }: Service,
  asked: { readonly id: string; readonly method: string; readonly parts: readonly string[] },
  { body }: WireResponse,
): void {
  const { error }: ErrorBody = JSON.parse(String(body));
  instrumentation.refused({ ...asked, status: error.code, message: error.message });
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
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
