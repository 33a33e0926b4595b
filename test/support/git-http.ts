/** A real Git server over HTTP: `git http-backend` behind a password, as hosts of repositories have it. */
import type { IncomingMessage } from "node:http";
import { type Answering, answering } from "./answering.ts";
import { serveRepository } from "./git-backend.ts";

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
    serveRepository(request, response, path);
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
