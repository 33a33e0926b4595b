/**
 * Minimal PostgreSQL server for comparison: node:http and the same query through a pool, without
 * authentication, authorization and validation. Arguments: the database URL and the maximum number of
 * connections. Prints its URL.
 */
import { createServer } from "node:http";
import pg from "pg";
import { answer, idIn, listenAndTell } from "./bare-http.mjs";

const [, , database = "", connections = ""] = process.argv;
const pool = new pg.Pool({ connectionString: database, max: Number(connections) });
const byId = { name: "one", text: "select * from spaces where id = $1" };
const some = { name: "some", text: "select * from spaces order by id limit 50" };

const server = createServer(async (request, response) => {
  const id = idIn(request);
  const { rows } = await pool.query(id === undefined ? some : { ...byId, values: [id] });
  answer(response, id === undefined ? { items: rows } : rows[0]);
});
await listenAndTell(server);
