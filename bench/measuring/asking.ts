/** Sends requests to a platform in this process as its owner, and measures their duration. */
import type { Service } from "../../src/service/service.ts";

const base = "http://tome.localhost/v1";

/** @param body JSON text; undefined sends none */
export async function send(
  service: Service,
  method: "GET" | "POST",
  path: string,
  body?: string,
): Promise<unknown> {
  const answer = await service.transport({
    method,
    url: base + path,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body,
  });
  // A long response is a stream.
  const parts: Uint8Array[] = [];
  if (typeof answer.body !== "string") for await (const part of answer.body) parts.push(part);
  const text = typeof answer.body === "string" ? answer.body : Buffer.concat(parts).toString();
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

export function get(service: Service, path: string): Promise<unknown> {
  return send(service, "GET", path);
}

/** @returns milliseconds */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
