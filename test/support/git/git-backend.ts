/** Responds to a request to a Git repository with `git http-backend`. */
import { execFileSync, spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";

/** Started directly, without the process of `git`. */
const backend = join(execFileSync("git", ["--exec-path"]).toString().trim(), "git-http-backend");

/** @param path a bare repository, whose parent folder is served */
export function serveRepository(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  const child = spawn(backend, [], {
    env: {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.receivepack",
      GIT_CONFIG_VALUE_0: "true",
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
