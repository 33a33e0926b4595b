/**
 * The least that a server with the same data in PostgreSQL could do: node:http and the same read
 * through a pool, no token, no permission, no checks. Its arguments are the address of the database
 * and the most connections; it prints its address.
 */
import { createServer } from "node:http";
import pg from "pg";

const [, , database = "", connections = ""] = process.argv;
const pool = new pg.Pool({ connectionString: database, max: Number(connections) });
const byId = { name: "one", text: "select * from spaces where id = $1" };
const some = { name: "some", text: "select * from spaces order by id limit 50" };

const server = createServer(async (request, response) => {
  const id = /^\/v1\/spaces\/([\w-]+)$/.exec(request.url ?? "")?.[1];
  const { rows } = await pool.query(id === undefined ? some : { ...byId, values: [id] });
  const body = JSON.stringify(id === undefined ? { items: rows } : rows[0]);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
console.log(`http://127.0.0.1:${port}`);
