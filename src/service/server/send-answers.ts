/**
 * Sends answers over HTTP. What readers leave unread takes memory, so it is bounded: each has a time to
 * take the next part of an answer, and all large answers together have a size.
 */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { WireResponse } from "../../contract/wire.ts";
import { failure } from "../core/answers.ts";

export interface SendLimits {
  /** How long a reader may take nothing of an answer, in milliseconds. */
  readonly patience: number;
  /** The characters of large answers that are under way at once, over all connections. */
  readonly unsent: number;
}

export const usualSendLimits: SendLimits = { patience: 15_000, unsent: 64 * 1024 * 1024 };

/** In characters; smaller ones fit what the system keeps of a connection. */
const largeAnswer = 64 * 1024;

export type Send = (reply: FastifyReply, answer: WireResponse) => FastifyReply;

export function createSend({ patience, unsent: most }: SendLimits): Send {
  let unsent = 0;

  return (reply, answer) => {
    const { status, headers, body } = answer;
    if (reply.request.method === "HEAD") return sendHead(reply, answer);
    if (typeof body === "string" && body.length <= largeAnswer) {
      return reply.code(status).headers(headers).send(body);
    }
    const size = typeof body === "string" ? body.length : largeAnswer;
    if (unsent > 0 && unsent + size > most) return refuse(reply, headers);
    unsent += size;
    reply.raw.once("close", () => {
      unsent -= size;
    });
    // Counts from the last part that was taken; the connection's own time limit applies afterwards.
    reply.raw.setTimeout(patience, () => reply.raw.socket?.destroy());
    return reply
      .code(status)
      .headers(headers)
      .send(typeof body === "string" ? body : Readable.from(body));
  };
}

/** The library would say that there are 0 bytes, of an answer to HEAD whose length is not known. */
function sendHead(reply: FastifyReply, { status, headers }: WireResponse): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, headers).end();
  return reply;
}

function refuse(reply: FastifyReply, { "x-request-id": id }: WireResponse["headers"]) {
  const refused = failure(
    503,
    "Too many large answers wait to be read by their callers; send the request again in a moment.",
    { "retry-after": "1", ...(id !== undefined && { "x-request-id": id }) },
  );
  return reply.code(refused.status).headers(refused.headers).send(refused.body);
}
