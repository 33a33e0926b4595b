/** A whole platform for one test, asked with plain requests as a client sends them. */

import { onTestFinished } from "vitest";
import type { Headers, WireRequest, WireResponse } from "../../src/contract/wire.ts";
import type { Service, ServiceOptions } from "../../src/service/service.ts";
import { openTestService } from "./postgres/databases.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or "" if there is none. */
  readonly body: unknown;
}

export interface Asking {
  readonly body?: unknown;
  /** The body as it is, instead of a value. */
  readonly text?: string;
  readonly headers?: Headers;
  /** Another token than the owner's; none if null. */
  readonly token?: string | null;
  /** Another name than `tome.localhost`. */
  readonly host?: string;
}

export interface Platform {
  readonly service: Service;
  /** Asks like `GET /v1/orgs`. */
  readonly ask: (what: string, asking?: Asking) => Promise<Answer>;
}

/** Closed after the test, unless the test does so. */
export async function openTestPlatform(options: ServiceOptions = {}): Promise<Platform> {
  const service = await openTestService(options);
  onTestFinished(() => service.close());
  return { service, ask: (what, asking = {}) => ask(service, what, asking) };
}

async function ask(service: Service, what: string, asking: Asking): Promise<Answer> {
  const [method, path] = what.split(/ (.*)/s);
  const { token = service.token, host = "tome.localhost" } = asking;
  const text = asking.text ?? (asking.body === undefined ? undefined : JSON.stringify(asking.body));
  const answer = await service.transport({
    method: method as WireRequest["method"],
    url: `http://${host}${path}`,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...asking.headers,
    },
    body: text,
  });
  const body = await textOf(answer);
  return { ...answer, body: isJson(answer, body) ? JSON.parse(body) : body };
}

/** The whole body, also of an answer that comes in parts. */
export async function textOf({ body }: WireResponse): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The message of an error answer. */
export function messageOf(answer: Answer): string {
  return (answer.body as { error: { message: string } }).error.message;
}

/** Pages for browsers are texts. */
function isJson({ headers }: WireResponse, body: string): boolean {
  return body !== "" && /\bjson\b/.test(headers["content-type"] ?? "");
}
