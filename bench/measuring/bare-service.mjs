/**
 * The least that a server with the same data could do: node:http and the same read of SQLite, no
 * token, no permission, no checks. Its argument is a copy of the data; it prints its address.
 */
import { createServer } from "node:http";

const { DatabaseSync } = await import("@photostructure/sqlite");
const [, , file = ""] = process.argv;
const database = new DatabaseSync(file);
const byId = database.prepare("select * from spaces where id = ?");
const some = database.prepare("select * from spaces order by id limit 50");

const server = createServer((request, response) => {
  const id = /^\/v1\/spaces\/([\w-]+)$/.exec(request.url ?? "")?.[1];
  const body = JSON.stringify(id === undefined ? { items: some.all() } : byId.get(id));
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
console.log(`http://127.0.0.1:${port}`);
// The connection would be closed when nothing refers to it any more.
process.on("exit", () => database.close());
