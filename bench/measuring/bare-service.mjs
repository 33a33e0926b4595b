/**
 * The least that a server with the same data could do: node:http and the same read of SQLite, or a
 * write that is on the disk before its answer; no token, no permission, no checks. Its argument is a
 * copy of the data; it prints its address.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { answer, idIn, listenAndTell } from "./bare-http.mjs";

const { DatabaseSync } = await import("@photostructure/sqlite");
const [, , file = ""] = process.argv;
const database = new DatabaseSync(file);
database.exec("pragma journal_mode = wal; pragma synchronous = full");
const rename = database.prepare("update spaces set title = ?, updated_at = ? where id = ?");
const byId = database.prepare("select * from spaces where id = ?");
const some = database.prepare("select * from spaces order by id limit 50");

const server = createServer((request, response) => {
  const id = idIn(request);
  if (id === undefined) answer(response, { items: some.all() });
  else if (request.method !== "PATCH") answer(response, byId.get(id));
  else {
    void text(request).then((body) => {
      rename.run(JSON.parse(body).title, new Date().toISOString(), id);
      answer(response, byId.get(id));
    });
  }
});
await listenAndTell(server);
// The connection would be closed when nothing refers to it any more.
process.on("exit", () => database.close());
