/** Raw HTTP requests over a socket. */
import { connect } from "node:net";
import type { RequestRecord } from "../../../src/service/server/metrics/request-record.ts";
import { serve } from "../platforms/served.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes. @returns all received bytes until the platform closes the connection */
export function exchange(
  { server }: { readonly server: { readonly url: string } },
  bytes: string | Buffer,
): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const got: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => got.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(got).toString("latin1")));
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  });
}

/** The responses in the received bytes, in order. */
export function answersIn(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    answers.push({ status: Number(first.split(" ")[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

export async function startRaw(patience?: { head: number; whole: number }) {
  const entries: RequestRecord[] = [];
  const served = await serve(
    { onRequest: (entry) => entries.push(entry) },
    { ...(patience && { patience }) },
  );
  const { host } = new URL(served.server.url);
  const own = `Host: ${host}\r\nAuthorization: Bearer ${served.server.token}\r\n`;
  const get = `GET /v1/user HTTP/1.1\r\n${own}`;
  const post = `POST /v1/orgs HTTP/1.1\r\n${own}Content-Type: application/json\r\n`;
  return { served, entries, host, own, get, post };
}

export type Sender = Pick<Awaited<ReturnType<typeof startRaw>>, "host" | "own" | "get" | "post">;

export const close = "Connection: close\r\n";
export const body = '{"title":"Mine"}';
export const long = `Content-Length: ${body.length}\r\n`;
