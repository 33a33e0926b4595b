/**
 * The least that a server with the same data could do: node:http and the same read of SQLite, or a
 * write that is on the disk before its answer; no token, no permission, no checks. Its argument is a
 * copy of the data; it prints its address.
 */
import { createServer } from "node:http";

const { DatabaseSync } = await import("@photostructure/sqlite");
const [, , file = ""] = process.argv;
const database = new DatabaseSync(file);
database.exec("pragma journal_mode = wal; pragma synchronous = full");
const rename = database.prepare("update spaces set title = ?, updated_at = ? where id = ?");
const byId = database.prepare("select * from spaces where id = ?");
const some = database.prepare("select * from spaces order by id limit 50");

const server = createServer(async (request, response) => {
  const id = /^\/v1\/spaces\/([\w-]+)$/.exec(request.url ?? "")?.[1];
  if (request.method === "PATCH" && id !== undefined) {
    let text = "";
    for await (const chunk of request) text += chunk;
    rename.run(JSON.parse(text).title, new Date().toISOString(), id);
  }
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
