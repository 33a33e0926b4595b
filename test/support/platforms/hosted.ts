/** Simulates behavior of the hosted platform: rate limits, pending approvals (202), small pages, and normalized values. */
import type { Transport, WireRequest } from "../../../src/contract/wire.ts";
import { type Loopback, serve } from "../network/loopback.ts";

export interface Habits {
  /** The writes that get a 202 response, instead of or after their execution. */
  readonly accepts?: (what: string) => "instead" | "afterwards" | undefined;
  /** Write responses contain the title as sent; later reads contain the normalized title. */
  readonly tellsLater?: () => boolean;
}

/** The number of requests between rate-limited ones. */
const [writesBetween, readsBetween] = [5, 40];
const mostItems = "3";

/** @param writes receives the executed writes, such as `PATCH /v1/…` */
export function hosted(
  transport: Transport,
  habits: Habits = {},
  writes: string[] = [],
): Transport {
  let [written, read] = [0, 0];
  return async (request) => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    const isWrite = method !== "GET";
    const turn = isWrite ? ++written % writesBetween : ++read % readsBetween;
    if (turn === 0) {
      const error = { code: 429, message: "Too many." };
      return answer(429, { error }, { "retry-after": "0" });
    }
    if (!isWrite) return transport(withShortList(request));
    const accepts = habits.accepts?.(`${method} ${pathname}`);
    if (accepts === "instead") return answer(202, {});
    writes.push(`${method} ${pathname}`);
    const body = typeof request.body === "string" ? request.body : "";
    const sent = await transport(body === "" ? request : { ...request, body: asKept(body) });
    if (accepts === "afterwards") return answer(202, {});
    return habits.tellsLater?.() === true ? addTitle(body, sent) : sent;
  };
}

type Answer = Awaited<ReturnType<Transport>>;

function answer(status: number, body: object, headers: Record<string, string> = {}): Answer {
  const type = { "content-type": "application/json" };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

function withShortList(request: WireRequest): WireRequest {
  const url = new URL(request.url);
  if (!url.searchParams.has("limit")) return request;
  url.searchParams.set("limit", mostItems);
  return { ...request, url: url.href };
}

/** Removes punctuation at the end of a title. */
function asKept(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (name, value) =>
      name === "title" && typeof value === "string" ? value.replace(/!+$/, "") : value,
    ),
  );
}

function addTitle(body: string, sent: Answer): Answer {
  const { title } = JSON.parse(body || "{}");
  if (typeof title !== "string" || typeof sent.body !== "string" || sent.body === "") return sent;
  return { ...sent, body: JSON.stringify({ ...JSON.parse(sent.body), title }) };
}

/** Serves a transport over HTTP. */
export function serveTransport(transport: Transport): Promise<Loopback> {
  return serve(async ({ method, url, headers, body }, response) => {
    const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !["host", "content-length"].includes(name)
        ? [[name, value]]
        : [],
    );
    const {
      status,
      headers: told,
      body: text,
    } = await transport({
      method: method as WireRequest["method"],
      url: `http://127.0.0.1:4000${url}`,
      headers: Object.fromEntries(own),
      ...(body !== "" && { body }),
    });
    response.writeHead(status, { ...told });
    response.end(String(text));
  });
}
