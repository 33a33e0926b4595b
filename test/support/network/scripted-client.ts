/** A client whose platform answers with values that a test chooses. */
import { type ApiClient, openClient } from "../../../src/client/client.ts";
import { manualClock } from "./client.ts";

export interface ScriptedRequest {
  /** Method, path without `/v1`, and query: `GET /orgs/O1/members?limit=1000`. */
  readonly line: string;
  readonly body: unknown;
}

export interface ScriptedClient {
  readonly client: ApiClient;
  /** The requests so far, as line, or as line and body if they have one. */
  readonly sent: (string | readonly [line: string, body: unknown])[];
}

/** A response with headers. */
export class Reply {
  readonly status: number = 200;
  constructor(
    readonly value?: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A response with the status 202; its body is empty without a value. */
export class Acceptance extends Reply {
  override readonly status = 202;
}

/**
 * @param answer the body of the response to a request, an empty object by default; a number is the status
 *   of an error
 */
export function openScriptedClient(
  answer: (request: ScriptedRequest) => unknown = () => ({}),
): ScriptedClient {
  const sent: ScriptedClient["sent"] = [];
  const client = openClient({
    baseUrl: "http://127.0.0.1:4000",
    token: undefined,
    userAgent: "tome/test",
    retries: 0,
    clock: manualClock(),
    transport: async ({ method, url, body: text }) => {
      const { pathname, search } = new URL(url);
      const line = `${method} ${pathname.replace(/^\/v1/, "")}${search}`;
      const body = text === undefined ? undefined : JSON.parse(text);
      sent.push(body === undefined ? line : [line, body]);
      const answered = await answer({ line, body });
      const reply = answered instanceof Reply ? answered : new Reply(answered);
      const { value } = reply;
      const isError = typeof value === "number";
      const error = { code: value, message: `Answered with ${String(value)}.` };
      return {
        status: isError ? value : reply.status,
        headers: { "content-type": "application/json", ...reply.headers },
        body: JSON.stringify(isError ? { error } : value) ?? "",
      };
    },
  });
  return { client, sent };
}
