/**
 * Sending of responses over HTTP. Unread data takes memory, so it is limited: each client has a
 * time limit to read the next part of a response, and large responses in progress draw on the
 * memory of their client.
 */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { WireResponse } from "../../../contract/wire.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import { discardBody } from "../../core/response-body.ts";
import { type FindMemory, type MemoryLimits, mebibyte } from "./client-memory.ts";

/** The maximum time without any data read by the client, in milliseconds. */
export const usualReadPatience = 15_000;

/** In characters of large responses in progress. */
export const usualSendLimits: MemoryLimits = {
  anonymous: 64 * mebibyte,
  ofAddress: 32 * mebibyte,
  known: 64 * mebibyte,
  ofToken: 32 * mebibyte,
};

/** In characters; smaller responses fit into the system's socket buffers. */
const largeAnswer = 64 * 1024;

export type SendResponse = (reply: FastifyReply, answer: WireResponse) => Promise<FastifyReply>;

export function createSend(findMemory: FindMemory, patience: number): SendResponse {
  return async (reply, answer) => {
    const { status, body, headers } = answer;
    if (reply.request.method === "HEAD") return sendHead(reply, answer);
    if (typeof body === "string" && body.length <= largeAnswer) {
      return reply.code(status).headers(headers).send(body);
    }
    const { take } = await findMemory(reply.request, reply);
    const size = typeof body === "string" ? body.length : largeAnswer;
    if (!take(size)) {
      if (typeof body !== "string") await discardBody(body);
      return refuse(reply, headers);
    }
    // Counts from the last part that was read; afterwards, the connection's own timeout applies.
    reply.raw.setTimeout(patience, () => reply.raw.socket?.destroy());
    return reply
      .code(status)
      .headers(headers)
      .send(typeof body === "string" ? body : Readable.from(body));
  };
}

/** Fastify would send a content-length of 0 for a HEAD response whose length is not known. */
async function sendHead(reply: FastifyReply, answer: WireResponse): Promise<FastifyReply> {
  if (typeof answer.body !== "string") await discardBody(answer.body);
  reply.hijack();
  reply.raw.writeHead(answer.status, answer.headers).end();
  return reply;
}

function refuse(reply: FastifyReply, { "x-request-id": id }: WireResponse["headers"]) {
  const refused = createErrorResponse(
    503,
    "Too many large responses are in progress. Retry in a moment.",
    {
      "retry-after": "1",
      ...(id !== undefined && { "x-request-id": id }),
    },
  );
  return reply.code(refused.status).headers(refused.headers).send(refused.body);
}
