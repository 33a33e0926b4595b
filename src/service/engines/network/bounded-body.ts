/** Reader of response bodies with decompression, which stops at limits of size and compression ratio. */
import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchFailure } from "./fetch-failure.ts";

/** Real texts compress to between a fifth and a twentieth; only decompression bombs exceed this ratio. */
const mostRatio = 100;
/** Below this size in bytes, the ratio is not checked. */
const alwaysAllowed = 1024 * 1024;

/**
 * @param largest in bytes, decompressed
 * @param url identifies the response in messages
 * @throws FetchFailure for a body that is too large, a decompression bomb, or an unknown encoding
 */
export async function readBoundedBody(
  answer: IncomingMessage,
  largest: number,
  url: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBoundedChunks(answer, largest, url)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The parts of such a body, as they arrive. */
export async function* readBoundedChunks(
  answer: IncomingMessage,
  largest: number,
  url: string,
): AsyncGenerator<Uint8Array, void> {
  const unpack = createUnpacker(answer, url);
  let received = 0;
  if (unpack) {
    answer.on("data", (chunk: Uint8Array) => {
      received += chunk.length;
    });
  }
  // Errors surface at the end of the pipeline, which is read.
  const body = unpack ? pipeline(answer, unpack, () => {}) : answer;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > largest) {
        throw createRefusal(`${url} is larger than the limit of ${largest} bytes.`);
      }
      if (unpack && size > alwaysAllowed && size > received * mostRatio) {
        throw createRefusal(`${url} decompresses to more than ${mostRatio} times its size.`);
      }
      yield chunk;
    }
  } finally {
    answer.destroy();
    unpack?.destroy();
  }
}

/** Supports only one layer of compression, because the ratios of layers multiply. */
function createUnpacker({ headers }: IncomingMessage, url: string): Duplex | undefined {
  const coding = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  switch (coding) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw createRefusal(
        `${url} uses the unsupported encoding ${coding}. Supported encodings are gzip, deflate and br.`,
      );
  }
}

function createRefusal(message: string): FetchFailure {
  return new FetchFailure("refused", message);
}
