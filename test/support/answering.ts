/** Real servers on addresses of this machine, for tests of what the platform fetches. */
import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

export interface Answering {
  /** `http://127.0.0.1:<port>`, without a slash. */
  readonly url: string;
  readonly port: number;
  /** The addresses asked for so far. */
  readonly asked: string[];
}

/**
 * @param host any address of 127.0.0.0/8 is this machine's: a test may allow one and not another
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
