/**
 * Minimal SQLite server for comparison: node:http and the same query, or a durable write, without
 * authentication, authorization and validation. The argument is a copy of the data. Prints its URL.
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
// Keeps a reference, because the connection is closed when it is garbage-collected.
process.on("exit", () => database.close());
