/** A Git server over HTTP with `git http-backend` and basic authentication. */
import type { IncomingMessage } from "node:http";
import { type Answering, answering } from "../network/answering.ts";
import { serveRepository } from "./git-backend.ts";

export interface GitServer extends Answering {
  /** Includes the user name and password, if specified. */
  readonly address: (user?: string, password?: string) => string;
}

interface Wish {
  /** A bare repository. */
  readonly path: string;
  /** `name:password`; undefined for no authentication. */
  readonly access?: string;
  /** Called for each request; the response waits for it. */
  readonly before?: (request: IncomingMessage) => Promise<void> | void;
}

export async function gitServer({ path, access, before }: Wish): Promise<GitServer> {
  const expected =
    access === undefined ? undefined : `Basic ${Buffer.from(access).toString("base64")}`;
  const server = await answering(async (request, response) => {
    await before?.(request);
    if (expected !== undefined && request.headers.authorization !== expected) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' });
      // Simulates a server that echoes the credentials.
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
