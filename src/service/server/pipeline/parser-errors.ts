/**
 * Order of the requests on a connection, and responses to HTTP parser errors in the same format as
 * all others.
 */
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { WireResponse } from "../../../contract/wire.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import { toErrorPage } from "./error-page.ts";

/**
 * Time in milliseconds to read from the connection after the response: closed at once, the response
 * could be lost.
 */
const linger = 500;

interface ParserError extends Error {
  readonly code?: string;
  /** The reason given by the parser; it never contains a part of the request. */
  readonly reason?: string;
  /** The last part of the request that was read. */
  readonly rawPacket?: unknown;
}

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The response that was pending when the request arrived. */
  readonly before: ServerResponse | undefined;
}

/** Records each response for metrics and the log. */
type RecordResponse = (answered: { readonly id: string; readonly answer: WireResponse }) => void;

export interface ParserErrors {
  /**
   * Serves a request after the response to the previous request on its connection, and not at all
   * if that response closed the connection: after an error, a client cannot know the state of later
   * requests.
   */
  readonly begin: (request: IncomingMessage, response: ServerResponse, serve: () => void) => void;
  /** Handles `clientError` events of the server. */
  readonly handle: (error: ParserError, socket: Duplex) => void;
  /** Sends a response on the socket itself, after earlier responses, and closes the connection. */
  readonly answer: (socket: Duplex, answer: WireResponse) => void;
  /** Whether the connection already has such a response, which is always the last one. */
  readonly isAnswered: (socket: Duplex) => boolean;
}

/** @param headLimit the maximum size of a request head, in bytes */
export function createParserErrors(headLimit: number, note: RecordResponse): ParserErrors {
  const answeredSockets = new WeakSet<Duplex>();
  const newest = new WeakMap<Duplex, HttpExchange>();

  function answer(socket: Duplex, response: WireResponse, isPage = false): void {
    if (answeredSockets.has(socket)) return;
    answeredSockets.add(socket);
    if (!socket.writable) return void socket.destroy();
    const id = randomUUID();
    note({ id, answer: response });
    socket.end(toText(isPage ? toErrorPage(response) : response, id));
    const timer = setTimeout(() => socket.destroy(), linger);
    socket.once("close", () => clearTimeout(timer));
  }

  function begin(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = request;
    const before = newest.get(socket)?.response;
    const isFirst = before === undefined || before.closed;
    newest.set(socket, { request, response, before: isFirst ? undefined : before });
    if (isFirst) {
      if (socket.writable) serve();
      return;
    }
    // Stops reading, because the number of pipelined requests is not limited otherwise.
    socket.pause();
    before.once("close", () => {
      if (newest.get(socket)?.response === response) socket.resume();
      if (socket.writable) serve();
    });
  }

  function answerNext(socket: Duplex, refusal: WireResponse, isPage = false): void {
    const { response } = newest.get(socket) ?? {};
    if (response === undefined || response.closed) answer(socket, refusal, isPage);
    else response.once("close", () => answer(socket, refusal, isPage));
  }

  function handle(error: ParserError, socket: Duplex): void {
    if (answeredSockets.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const refusal = answerTo(error, headLimit);
    const isPage = isSignIn(error.rawPacket);
    const { request, response, before } = newest.get(socket) ?? {};
    // The error is in data after a complete request, whose own response comes first.
    if (!request || request.complete || response?.closed) answerNext(socket, refusal, isPage);
    else if (before && !before.closed) before.once("close", () => handle(error, socket));
    else if (response?.headersSent) socket.destroy();
    else answer(socket, refusal, isPage);
  }

  return {
    begin,
    handle,
    answer: (socket, refusal) => answerNext(socket, refusal),
    isAnswered: (socket) => answeredSockets.has(socket),
  };
}

/**
 * Whether the part of a request is from a visitor of a site with a token. A long request arrives in
 * several parts, of which the last one may begin within the token.
 */
function isSignIn(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  if (packet.includes("jwt_token=")) return true;
  const [token = "", rest = ""] = packet.toString("latin1").split(/([^\w.-])/, 2);
  return token.length >= shortestToken && ["", "&", " "].includes(rest);
}

/** Longer than the words at the start of a request or a header. */
const shortestToken = 64;

function answerTo({ code, reason, rawPacket }: ParserError, headLimit: number): WireResponse {
  switch (code) {
    case "HPE_HEADER_OVERFLOW": {
      const text = `The request headers are larger than the limit of ${headLimit} bytes.`;
      return createErrorResponse(
        431,
        isSignIn(rawPacket) ? `The sign-in token is too long. ${text}` : text,
      );
    }
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return createErrorResponse(413, "The chunk extensions of the body are too large.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return createErrorResponse(408, "The request was not received in time.");
    default: {
      const why = reason === undefined ? "" : ` (${reason})`;
      return createErrorResponse(400, `The request is not valid HTTP/1.1${why}.`);
    }
  }
}

function toText({ status, headers, body }: WireResponse, id: string): string {
  const text = String(body);
  const all = {
    ...headers,
    "x-request-id": id,
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines];
  return `${head.join("\r\n")}\r\n\r\n${text}`;
}
