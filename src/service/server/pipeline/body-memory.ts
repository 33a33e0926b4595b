/** Limits the memory of request bodies in progress. */
import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type FindMemory, type MemoryLimits, mebibyte } from "./client-memory.ts";

/** In received bytes. */
export const usualBodyLimits: MemoryLimits = {
  anonymous: 32 * mebibyte,
  ofAddress: 16 * mebibyte,
  known: 256 * mebibyte,
  ofToken: 64 * mebibyte,
};

/** In bytes; smaller bodies are not counted, as their connections take a similar amount. */
const smallBody = 64 * 1024;

export class BodyMemoryError extends Error {
  override readonly name = "BodyMemoryError";
  constructor() {
    super("Too many large request bodies are in progress. Retry in a moment.");
  }
}

/** Counts the received bytes. @returns the stream that Fastify reads */
export type CountBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
) => Promise<Readable>;

export function createBodyCounter(findMemory: FindMemory): CountBody {
  return async (request, reply, payload) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) <= smallBody) return payload;
    const { take } = await findMemory(request, reply);
    // Errors surface at the end of the pipeline, which Fastify reads.
    return pipeline(payload, new CountedBody(take), () => {});
  };
}

class CountedBody extends Transform {
  /** Fastify compares it with Content-Length. */
  receivedEncodedLength = 0;

  constructor(private readonly reserve: (bytes: number) => boolean) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (!this.reserve(chunk.length)) {
      done(new BodyMemoryError());
      return;
    }
    this.receivedEncodedLength += chunk.length;
    done(null, chunk);
  }
}
