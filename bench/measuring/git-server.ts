/** Serves a bare repository over HTTP with the git program, and prints the URL. */
import { createServer } from "node:http";
import { serveRepository } from "../../test/support/git/git-backend.ts";
import { listenAndTell } from "./bare-http.mjs";

const [path = ""] = process.argv.slice(2);
const server = createServer((request, response) => serveRepository(request, response, path));
await listenAndTell(server);
