import { get, type IncomingMessage } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import {
  readBoundedBody,
  readBoundedChunks,
} from "../../../../src/service/engines/network/bounded-body.ts";
import { answering } from "../../../support/network/answering.ts";

const url = "https://a.example/file";

/** The response of a server. */
async function receive(body: Uint8Array, encoding?: string): Promise<IncomingMessage> {
  const server = await answering((_request, response) => {
    response
      .writeHead(200, encoding === undefined ? {} : { "content-encoding": encoding })
      .end(body);
  });
  return new Promise((resolve, reject) => get(server.url, resolve).on("error", reject));
}

async function read(body: Uint8Array, largest: number, encoding?: string): Promise<string> {
  const answer = await receive(body, encoding);
  return readBoundedBody(answer, largest, url).then(
    (bytes) => Buffer.from(bytes).toString(),
    (error: Error & { reason?: string }) => `${error.reason}: ${error.message}`,
  );
}

const text = "12345";
const tooLarge = `refused: ${url} is larger than the limit of 4 bytes.`;

it.each<[string | undefined, Uint8Array]>([
  [undefined, Buffer.from(text)],
  ["", Buffer.from(text)],
  ["identity", Buffer.from(text)],
  [" GZip ", gzipSync(text)],
  ["x-gzip", gzipSync(text)],
  ["deflate", deflateSync(text)],
  ["br", brotliCompressSync(text)],
])("a body with the encoding %s is read up to the maximum size", async (encoding, body) => {
  expect(await read(body, 5, encoding)).toBe(text);
  expect(await read(body, 4, encoding)).toBe(tooLarge);
});

it.each(["zstd", "gzip, gzip", "GZIP,br"])("the encoding %s is refused", async (encoding) => {
  expect(await read(gzipSync(text), 5, encoding)).toBe(
    `refused: ${url} uses the unsupported encoding ${encoding.toLowerCase()}. Supported encodings are gzip, deflate and br.`,
  );
});

const megabyte = 1024 * 1024;

it("a body may decompress to a hundred times its size, or to a megabyte", async () => {
  const zeros = (length: number) => gzipSync(Buffer.alloc(length));
  expect((await read(zeros(megabyte), 9 * megabyte, "gzip")).length).toBe(megabyte);
  const message = `refused: ${url} decompresses to more than 100 times its size.`;
  expect(await read(zeros(2 * megabyte), 9 * megabyte, "gzip")).toBe(message);
  // A compressed body without much repetition.
  const numbers = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at).join(" "));
  expect((await read(gzipSync(numbers), 9 * megabyte, "gzip")).length).toBe(numbers.length);
  expect((await read(Buffer.alloc(2 * megabyte), 9 * megabyte)).length).toBe(2 * megabyte);
});

it("a reader that stops closes the connection", async () => {
  const answer = await receive(Buffer.from(text));
  for await (const chunk of readBoundedChunks(answer, 5, url)) {
    expect(Buffer.from(chunk).toString()).toBe(text);
    break;
  }
  expect(answer.destroyed).toBe(true);
});
