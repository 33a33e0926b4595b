/**
 * Sending of responses over HTTP. Unread data takes memory, so it is limited: each client has a
 * time limit to read the next part of a response, and all large responses together have a size
 * limit.
 */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { WireResponse } from "../../../contract/wire.ts";
import { failure } from "../../core/deferred-response.ts";

export interface SendLimits {
  /** The maximum time without any data read by the client, in milliseconds. */
  readonly patience: number;
  /** The maximum total size of large responses in progress over all connections, in characters. */
  readonly unsent: number;
}

export const usualSendLimits: SendLimits = { patience: 15_000, unsent: 64 * 1024 * 1024 };

/** In characters; smaller responses fit into the system's socket buffers. */
const largeAnswer = 64 * 1024;

export type SendResponse = (reply: FastifyReply, answer: WireResponse) => FastifyReply;

export function createSend({ patience, unsent: most }: SendLimits): SendResponse {
  let unsent = 0;

  return (reply, answer) => {
    const { status, body } = answer;
    const headers = answer.headers;
    if (reply.request.method === "HEAD") return sendHead(reply, answer);
    if (typeof body === "string" && body.length <= largeAnswer) {
      return reply.code(status).headers(headers).send(body);
    }
    const size = typeof body === "string" ? body.length : largeAnswer;
    if (unsent > 0 && unsent + size > most) return refuse(reply, answer.headers);
    unsent += size;
    reply.raw.once("close", () => {
      unsent -= size;
    });
    // Counts from the last part that was read; afterwards, the connection's own timeout applies.
    reply.raw.setTimeout(patience, () => reply.raw.socket?.destroy());
    return reply
      .code(status)
      .headers(headers)
      .send(typeof body === "string" ? body : Readable.from(body));
  };
}

/** Fastify would send a content-length of 0 for a HEAD response whose length is not known. */
function sendHead(reply: FastifyReply, answer: WireResponse): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(answer.status, answer.headers).end();
  return reply;
}

function refuse(reply: FastifyReply, { "x-request-id": id }: WireResponse["headers"]) {
  const refused = failure(503, "Too many large responses are in progress. Retry in a moment.", {
    "retry-after": "1",
    ...(id !== undefined && { "x-request-id": id }),
  });
  return reply.code(refused.status).headers(refused.headers).send(refused.body);
}
