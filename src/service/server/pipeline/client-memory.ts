/**
 * Memory of request bodies and responses in progress. A client can send or read slowly, over many
 * connections and without a token, so the memory is limited for each token and each IP address, and
 * in total: clients without a valid token never take the memory of the others.
 */
import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface MemoryLimits {
  /** Of all clients without a valid token. */
  readonly anonymous: number;
  /** Of one IP address without a valid token. */
  readonly ofAddress: number;
  /** Of all clients with a valid token. */
  readonly known: number;
  /** Of one token. */
  readonly ofToken: number;
}

export const mebibyte = 1024 * 1024;

/** The memory of one request or its response. It is free again when the response is closed. */
export interface ClientMemory {
  /**
   * A client that uses no memory yet may take any size.
   *
   * @returns whether the limits allow it
   */
  readonly take: (size: number) => boolean;
}

export type FindMemory = (request: FastifyRequest, reply: FastifyReply) => Promise<ClientMemory>;

interface Pool {
  readonly name: string;
  readonly most: number;
}

/** @param isKnown whether an Authorization header has a valid token */
export function createMemoryLimits(
  limits: MemoryLimits,
  isKnown: (authorization: string | undefined) => Promise<boolean>,
): FindMemory {
  const used = new Map<string, number>();

  function isTooLarge({ name, most }: Pool, size: number): boolean {
    const before = used.get(name) ?? 0;
    return before > 0 && before + size > most;
  }

  function add(pools: readonly Pool[], size: number): void {
    for (const { name } of pools) {
      const sum = (used.get(name) ?? 0) + size;
      if (sum > 0) used.set(name, sum);
      else used.delete(name);
    }
  }

  async function findPools({ headers, raw }: FastifyRequest): Promise<readonly Pool[]> {
    const { authorization } = headers;
    if (!(await isKnown(authorization))) {
      return [
        { name: "anonymous", most: limits.anonymous },
        { name: `address ${raw.socket.remoteAddress ?? ""}`, most: limits.ofAddress },
      ];
    }
    const digest = createHash("sha256")
      .update(authorization ?? "")
      .digest("hex");
    return [
      { name: "known", most: limits.known },
      { name: `token ${digest}`, most: limits.ofToken },
    ];
  }

  return async (request, reply) => {
    const pools = await findPools(request);
    let taken = 0;
    reply.raw.once("close", () => {
      add(pools, -taken);
      taken = 0;
    });
    return {
      take(size) {
        // A closed response releases nothing any more.
        if (reply.raw.closed || pools.some((pool) => isTooLarge(pool, size))) return false;
        add(pools, size);
        taken += size;
        return true;
      },
    };
  };
}

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
