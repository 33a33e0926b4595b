/** A platform behind HTTP for a test, with unmodified request headers. */

import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type ListeningPlatform, type ListenOptions, listen } from "../../../src/service/listen.ts";
import type { Service, ServiceOptions } from "../../../src/service/service.ts";
import { atEnd } from "../machine/at-end.ts";
import { openTestService } from "./postgres/databases.ts";

export interface Sending {
  /** Headers in addition to the owner's token. An empty text removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A value to send as JSON. */
  readonly json?: unknown;
  readonly body?: string;
  /** Uses the admin token instead of the owner's token. */
  readonly admin?: true;
}

export interface Sent {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Served {
  readonly service: Service;
  readonly server: ListeningPlatform;
  /** Sends a request such as `GET /v1/orgs`. Rejects if the response is incomplete. */
  readonly send: (what: string, sending?: Sending) => Promise<Sent>;
}

/** Closed after the test, or after all tests of the file if it was opened outside of a test. */
export async function serve(
  options: ServiceOptions = {},
  listening: ListenOptions = {},
): Promise<Served> {
  const service = await openTestService(options);
  const server = await listen(service, listening);
  atEnd(async () => {
    await server.close();
    await service.close();
  });
  return { service, server, send: sender(server) };
}

/** @returns a function that sends requests; does not use fetch, which sets Host and Origin itself */
export function sender({ url, token, adminToken }: ListeningPlatform): Served["send"] {
  return async (what, { headers = {}, json, body, admin } = {}) => {
    const [method = "GET", path = "/"] = what.split(" ");
    const whole = {
      authorization: `Bearer ${admin ? adminToken : token}`,
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    };
    const given = Object.entries(whole).filter(([, value]) => value !== "");
    const sent = request(`${url}${path}`, {
      method,
      headers: Object.fromEntries(given),
      agent: false,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve).on("error", reject);
    });
    sent.end(json === undefined ? body : JSON.stringify(json));
    const answer = await answered;
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
  };
}
