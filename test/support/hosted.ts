/** What the hosted platform does and the embedded one does not: it turns away, asks admins, lists a little at a time, and keeps values in its own way. */
import type { Transport, WireRequest } from "../../src/contract/wire.ts";
import { type Loopback, serve } from "./loopback.ts";

export interface Habits {
  /** Which writes are answered with 202: instead of being carried out, or afterwards. */
  readonly accepts?: (what: string) => "instead" | "afterwards" | undefined;
  /** The answer to a write has the title as it was sent, and only what is read later has it as it is kept. */
  readonly tellsLater?: () => boolean;
}

/** Requests between those that are turned away. */
const [writesBetween, readsBetween] = [3, 20];
const mostItems = "3";

/** @param writes gets the writes that are carried out, `PATCH /v1/…` */
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
    return habits.tellsLater?.() === true ? withTitleOf(body, sent) : sent;
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

/** It takes no mark at the end of a title. */
function asKept(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (name, value) =>
      name === "title" && typeof value === "string" ? value.replace(/!+$/, "") : value,
    ),
  );
}

function withTitleOf(body: string, sent: Answer): Answer {
  const { title } = JSON.parse(body || "{}");
  if (typeof title !== "string" || typeof sent.body !== "string" || sent.body === "") return sent;
  return { ...sent, body: JSON.stringify({ ...JSON.parse(sent.body), title }) };
}

/** Answers over HTTP as a transport does. */
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
