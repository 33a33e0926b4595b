/**
 * Memory of request bodies. Clients without a token can send bodies too, slowly and over many
 * connections, so the received bytes of requests in progress are limited: in total for clients
 * without a valid token, and for each token.
 */
import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** In bytes of bodies that were received for requests in progress. */
export interface BodyLimits {
  /** Of all clients without a valid token. */
  readonly anonymous: number;
  /** Of one IP address without a valid token. */
  readonly ofAddress: number;
  /** Of all clients with a valid token. */
  readonly known: number;
  /** Of one token. */
  readonly ofToken: number;
}

const mebibyte = 1024 * 1024;

export const usualBodyLimits: BodyLimits = {
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

interface BodyPool {
  readonly name: string;
  readonly most: number;
}

/** Counts the received bytes. @returns the stream that Fastify reads */
export type CountBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
) => Promise<Readable>;

/** @param isKnown whether an Authorization header has a valid token */
export function createBodyCounter(
  limits: BodyLimits,
  isKnown: (authorization: string | undefined) => Promise<boolean>,
): CountBody {
  const used = new Map<string, number>();

  function take(pools: readonly BodyPool[], bytes: number): boolean {
    if (pools.some(({ name, most }) => (used.get(name) ?? 0) + bytes > most)) return false;
    for (const { name } of pools) used.set(name, (used.get(name) ?? 0) + bytes);
    return true;
  }

  function giveBack(pools: readonly BodyPool[], bytes: number): void {
    for (const { name } of pools) {
      const rest = (used.get(name) ?? 0) - bytes;
      if (rest > 0) used.set(name, rest);
      else used.delete(name);
    }
  }

  async function findPools({ headers, raw }: FastifyRequest): Promise<readonly BodyPool[]> {
    const { authorization } = headers;
    if (await isKnown(authorization)) {
      const digest = createHash("sha256")
        .update(authorization ?? "")
        .digest("hex");
      return [
        { name: "known", most: limits.known },
        { name: `token ${digest}`, most: limits.ofToken },
      ];
    }
    return [
      { name: "anonymous", most: limits.anonymous },
      { name: `address ${raw.socket.remoteAddress ?? ""}`, most: limits.ofAddress },
    ];
  }

  return async (request, reply, payload) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) <= smallBody) return payload;
    const pools = await findPools(request);
    const body = new CountedBody((bytes) => take(pools, bytes));
    reply.raw.once("close", () => giveBack(pools, body.receivedEncodedLength));
    // Errors surface at the end of the pipeline, which Fastify reads.
    return pipeline(payload, body, () => {});
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
