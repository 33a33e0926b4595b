/** Reads the body of an answer as text, within a limit. */
import { isUtf8 } from "node:buffer";
import type { WireResponse } from "../contract/wire.ts";
import { Lasting } from "./faults.ts";

/**
 * @param limit the largest body that is taken in, in bytes
 * @throws Unreachable where the body breaks off, is larger, compressed or not UTF-8
 */
export async function readText(response: WireResponse, limit: number): Promise<string> {
  if (typeof response.body === "string") return response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > limit) throw unfit(`is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  // It was asked for as it is, so that the limit counts what is kept in memory.
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (size > 0 && encoding !== "identity") throw unfit("is compressed, which was not asked for");
  const bytes = Buffer.concat(chunks, size);
  if (!isUtf8(bytes)) throw unfit("is not text in UTF-8");
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** More of the body of a refusal says nothing more, and one that has no end would take its place. */
const mostOfRefusal = 1024 * 1024;

/** The beginning of the body of an answer that is no success, whatever it is. */
export async function readBeginning({ body }: WireResponse): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > mostOfRefusal) break;
  }
  return Buffer.concat(chunks)
    .toString("utf8", 0, mostOfRefusal)
    .replace(/^\uFEFF/, "");
}

function unfit(rule: string): Lasting {
  return new Lasting(`The answer ${rule}, so it was not read.`, { arrived: "perhaps" });
}
