/** The least that a server of pages could do: node:http and a text from memory, of as many bytes as its argument says. */
import { createServer } from "node:http";
import { listenAndTell } from "./bare-http.mjs";

const body = Buffer.alloc(Number(process.argv[2] ?? 0), "a");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html", "content-length": body.length });
  response.end(body);
});
await listenAndTell(server);
