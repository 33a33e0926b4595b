import { once } from "node:events";
import { connect, createServer } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { readFact, writeFact } from "../../../src/service/database/facts.ts";
import { inTransaction } from "../../../src/service/database/transaction.ts";
import { openPostgres } from "../../support/platforms/database.ts";
import { freshDatabase } from "../../support/platforms/postgres/databases.ts";

async function opened(url: string) {
  const db = await openPostgres({ url, connections: 2 }, () => {});
  onTestFinished(() => db.destroy());
  return db;
}

/** The queries that the server prepared for one connection, with the plan for a small table. */
const ready = sql<{ statement: string }>`select statement from pg_prepared_statements`;

/** A pooler as seen by clients: it reports its own process number. */
async function pooler(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    onward.on("data", (bytes) => {
      // The message K: its type, the length 12, the number of the process and the secret.
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) bytes.writeUInt32BE(77, at + 5);
      socket.write(bytes);
    });
    socket.pipe(onward);
    for (const one of [socket, onward]) one.on("error", () => {});
    onTestFinished(() => void socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const bound = server.address();
  const through = new URL(address);
  through.port = String(typeof bound === "object" && bound !== null ? bound.port : 0);
  return through.href;
}

test("frequent queries are prepared by the server, separately for writes", async () => {
  const { url } = await freshDatabase();
  const db = await opened(url);
  for (let time = 0; time < 8; time++) await readFact(db, "a");
  expect((await ready.execute(db)).rows).toHaveLength(1);
  await inTransaction(db, async (transaction) => {
    for (let time = 0; time < 8; time++) await readFact(transaction, "a");
    expect((await ready.execute(transaction)).rows).toHaveLength(2);
  });
});

test("behind a pooler nothing is prepared, because the next transaction may use another connection", async () => {
  const { url } = await freshDatabase();
  const db = await opened(await pooler(url));
  for (let time = 0; time < 8; time++) await readFact(db, "a");
  expect((await ready.execute(db)).rows).toEqual([]);
});

test("a prepared query of changed tables is repeated without an error", async () => {
  const { url } = await freshDatabase();
  const db = await opened(url);
  await writeFact(db, "a", "x");
  const ask = () => db.selectFrom("facts").selectAll().where("name", "=", "a").execute();
  for (let time = 0; time < 8; time++) await ask();
  await sql`alter table facts add column more text`.execute(db);
  try {
    expect(await ask()).toEqual([{ name: "a", value: "x", more: null }]);
  } finally {
    await sql`alter table facts drop column more`.execute(db);
  }
});
