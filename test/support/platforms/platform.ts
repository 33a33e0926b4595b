/** A complete platform for a test, with plain requests. */

import type { Headers, WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import type { Service, ServiceOptions } from "../../../src/service/service.ts";
import { atEnd } from "../machine/at-end.ts";
import { openTestService } from "./postgres/databases.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or "" if there is none. */
  readonly body: unknown;
}

export interface Asking {
  readonly body?: unknown;
  /** The raw body, instead of a value. */
  readonly text?: string;
  readonly headers?: Headers;
  /** A token other than the owner's; null for no token. */
  readonly token?: string | null;
  /** A host other than `tome.localhost`. */
  readonly host?: string;
}

export interface Platform {
  readonly service: Service;
  /** Sends a request such as `GET /v1/orgs`. */
  readonly ask: (what: string, asking?: Asking) => Promise<Answer>;
}

/** Closed after the test, or after all tests of the file if it was opened outside of a test. */
export async function openTestPlatform(options: ServiceOptions = {}): Promise<Platform> {
  const service = await openTestService(options);
  atEnd(() => service.close());
  return { service, ask: (what, asking = {}) => askService(service, what, asking) };
}

/** Sends a request such as `GET /v1/orgs`, for a service that a file of tests shares. */
export async function askService(
  service: Service,
  what: string,
  asking: Asking = {},
): Promise<Answer> {
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
  const body = await getText(answer);
  return { ...answer, body: isJson(answer, body) ? JSON.parse(body) : body };
}

/** The complete body, including that of a streamed response. */
export async function getText({ body }: WireResponse): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The message of an error response. */
export function getMessage(answer: Answer): string {
  return (answer.body as { error: { message: string } }).error.message;
}

/** HTML pages are returned as text. */
function isJson({ headers }: WireResponse, body: string): boolean {
  return body !== "" && /\bjson\b/.test(headers["content-type"] ?? "");
}
