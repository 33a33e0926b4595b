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
  if (answer.status >= 300 || typeof answer.body !== "string") {
    throw new Error(`${path} answered ${answer.status} ${String(answer.body)}`);
  }
  return answer.body === "" ? undefined : JSON.parse(answer.body);
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
