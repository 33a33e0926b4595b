/** Reads the body of an answer, unpacked, and stops where it grows beyond what is sensible. */
import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchFailure } from "./fetch-failure.ts";

/** Descriptions shrink to a fifth or a twentieth; only what is made to burst shrinks more than this. */
const mostRatio = 100;
/** Below this size, in bytes, a good ratio is no sign of anything. */
const harmless = 1024 * 1024;

/**
 * @param largest in bytes, unpacked
 * @param url names the answer in messages
 * @throws FetchFailure for a body that is too large, bursts, or is packed in an unknown way
 */
export async function boundedBody(
  answer: IncomingMessage,
  largest: number,
  url: string,
): Promise<Uint8Array> {
  const unpack = unpackerFor(answer, url);
  let received = 0;
  if (unpack) {
    answer.on("data", (chunk: Uint8Array) => {
      received += chunk.length;
    });
  }
  // A fault on the way shows where the end of the pipeline is read.
  const body = unpack ? pipeline(answer, unpack, () => {}) : answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > largest) {
        throw refused(`${url} is larger than ${largest} bytes, the most that is fetched.`);
      }
      if (unpack && size > harmless && size > received * mostRatio) {
        throw refused(`${url} unpacks to more than ${mostRatio} times its size.`);
      }
      chunks.push(chunk);
    }
  } finally {
    answer.destroy();
    unpack?.destroy();
  }
  return Buffer.concat(chunks);
}

/** One layer at most: layers multiply. */
function unpackerFor({ headers }: IncomingMessage, url: string): Duplex | undefined {
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
      throw refused(`${url} is packed as ${coding}, and only gzip, deflate or br is unpacked.`);
  }
}

function refused(message: string): FetchFailure {
  return new FetchFailure("refused", message);
}
