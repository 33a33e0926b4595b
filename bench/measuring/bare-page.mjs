/** Minimal page server for comparison: node:http with a text of the specified number of bytes in memory. */
import { createServer } from "node:http";
import { listenAndTell } from "./bare-http.mjs";

const body = Buffer.alloc(Number(process.argv[2] ?? 0), "a");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html", "content-length": body.length });
  response.end(body);
});
await listenAndTell(server);
