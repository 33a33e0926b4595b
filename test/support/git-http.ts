/** A real Git server over HTTP: `git http-backend` behind a password, as hosts of repositories have it. */
import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";
import { type Answering, answering } from "./answering.ts";

export interface GitServer extends Answering {
  /** With a user name and password in it, if they are given. */
  readonly address: (user?: string, password?: string) => string;
}

interface Wish {
  /** A bare repository. */
  readonly path: string;
  /** `name:password`; not required if absent. */
  readonly access?: string;
  /** Is told of each request, and answered once it is done. */
  readonly before?: (request: IncomingMessage) => Promise<void> | void;
}

export async function gitServer({ path, access, before }: Wish): Promise<GitServer> {
  const expected =
    access === undefined ? undefined : `Basic ${Buffer.from(access).toString("base64")}`;
  const server = await answering(async (request, response) => {
    await before?.(request);
    if (expected !== undefined && request.headers.authorization !== expected) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' });
      // A server may repeat what it was sent.
      response.end(`You sent ${request.headers.authorization}`);
      return;
    }
    serve(request, response, path);
  });
  return {
    ...server,
    address(user, password = "") {
      const url = new URL(`${server.url}/docs.git`);
      if (user !== undefined) {
        url.username = encodeURIComponent(user);
        url.password = encodeURIComponent(password);
      }
      return url.href;
    },
  };
}

function serve(request: IncomingMessage, response: ServerResponse, path: string): void {
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  const child = spawn("git", ["-c", "http.receivepack=true", "http-backend"], {
    env: {
      PATH: process.env.PATH ?? "",
      GIT_PROJECT_ROOT: dirname(path),
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_USER: "docs",
    },
  });
  child.stdin.on("error", () => {});
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    let status = 200;
    for (const line of whole.toString("latin1", 0, end).split("\r\n")) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status).end(whole.subarray(end + 4));
  });
}
