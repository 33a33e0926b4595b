/** A proxy that simulates an unreliable network: rejects requests and drops connections. */
import { request as ask } from "node:http";
import { text } from "node:stream/consumers";
import { type Answering, answering } from "./answering.ts";

/** The fault for a request; undefined forwards it. */
type Fault = "429" | "drop" | undefined;

export interface Between extends Answering {
  /** The forwarded requests, such as `POST /v1/…`. */
  readonly through: string[];
  readonly faults: Record<"429" | "drop", number>;
}

/** @param findViolation chooses the fault by method, path and number of previous equal requests */
export async function between(
  target: string,
  findViolation: (what: string, before: number) => Fault,
): Promise<Between> {
  const through: string[] = [];
  const faults = { "429": 0, drop: 0 };
  const counts = new Map<string, number>();
  const server = await answering(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const what = `${method} ${url.split("?")[0]}`;
    const before = counts.get(what) ?? 0;
    counts.set(what, before + 1);
    const fault = findViolation(what, before);
    if (fault !== undefined) faults[fault]++;
    if (fault === "429") {
      response.writeHead(429, { "retry-after": "0", "content-type": "application/json" });
      response.end('{"error":{"code":429,"message":"Slow down."}}');
      return;
    }
    if (fault === "drop") {
      request.socket.destroy();
      return;
    }
    through.push(what);
    const { host: _, ...rest } = headers;
    const onward = ask(new URL(url, target), { method, headers: rest }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end(body);
  });
  return { ...server, through, faults };
}
