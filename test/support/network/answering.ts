/** HTTP servers on local addresses, for tests of requests that the platform sends. */
import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

export interface Answering {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The URLs requested so far. */
  readonly asked: string[];
}

/**
 * @param host an address in 127.0.0.0/8, so that a test can allow some addresses and deny others
 */
export async function answering(
  listener: RequestListener,
  host = "127.0.0.1",
  port = 0,
): Promise<Answering> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    listener(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://${host}:${bound}`, port: bound, asked };
}
