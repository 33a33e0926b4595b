import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { writeFact } from "../../../src/service/database/facts.ts";
import { inTransaction } from "../../../src/service/database/transaction.ts";
import type { Service } from "../../../src/service/service.ts";
import { openPostgres } from "../../support/platforms/database.ts";
import { freshDatabase, openTestService } from "../../support/platforms/postgres/databases.ts";

/** A connection to the server that can be interrupted and restored. */
async function wayTo(address: string) {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const listen = (at: number) => {
    const server = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      for (const one of [socket, onward]) {
        sockets.add(one);
        one.on("error", () => {});
        one.on("close", () => sockets.delete(one));
      }
      socket.pipe(onward).pipe(socket);
    });
    return once(server.listen(at, "127.0.0.1"), "listening").then(() => server);
  };
  let server: Server = await listen(0);
  const bound = server.address();
  const at = typeof bound === "object" && bound !== null ? bound.port : 0;
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  const through = new URL(address);
  through.port = String(at);
  return {
    url: through.href,
    cut,
    /** From now on nothing arrives, and no connection ends. */
    hang() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async repair() {
      server = await listen(at);
    },
  };
}

async function ask(service: Service) {
  const { status, body, headers } = await service.transport({
    method: "GET",
    url: "http://tome.localhost/v1/orgs",
    headers: { authorization: `Bearer ${service.token}` },
  });
  return { status, body, headers };
}

test("while the database is unavailable the status is 503, and 200 afterwards", async () => {
  const database = await freshDatabase();
  const way = await wayTo(database.url);
  const service = await openTestService({ database: { ...database, url: way.url } });
  expect((await ask(service)).status).toBe(200);
  way.cut();
  const { status, body, headers } = await ask(service);
  expect({ status, body }).toEqual({
    status: 503,
    body: expect.stringContaining("The database is not available"),
  });
  expect(headers["x-request-id"]).toBeDefined();
  await way.repair();
  expect((await ask(service)).status).toBe(200);
});

test("a hanging database causes a 503 in time, and the platform recovers", async () => {
  const database = await freshDatabase();
  const way = await wayTo(database.url);
  const patience = 1000;
  const service = await openTestService({ database: { ...database, url: way.url, patience } });
  expect((await ask(service)).status).toBe(200);
  way.hang();
  const { status, body } = await ask(service);
  expect({ status, body }).toEqual({
    status: 503,
    body: expect.stringContaining("The database is not available"),
  });
  // A hanging connection is aborted, and new ones succeed.
  expect((await ask(service)).status).toBe(200);
});

test("a change whose commit gets no response has an unknown result", async () => {
  const { url } = await freshDatabase();
  const way = await wayTo(url);
  const db = await openPostgres({ url: way.url, connections: 1, patience: 1000 }, () => {});
  onTestFinished(() => db.destroy());
  const hanging = inTransaction(db, async (transaction) => {
    await writeFact(transaction, "a", "x");
    way.hang();
  });
  await expect(hanging).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining("so the change may or may not have been saved"),
  });
});

test("a connection lost in a transaction rolls it back, and the response says so", async () => {
  const { url } = await freshDatabase();
  const lost: unknown[] = [];
  const db = await openPostgres({ url, connections: 2 }, (_message, error) => lost.push(error));
  onTestFinished(() => db.destroy());
  const broken = inTransaction(db, async (transaction) => {
    await writeFact(transaction, "a", "x");
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      transaction,
    );
    await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(db);
    await writeFact(transaction, "b", "x");
  });
  await expect(broken).rejects.toMatchObject({ status: 503 });
  const left = await db.selectFrom("facts").selectAll().where("value", "=", "x").execute();
  expect(left).toEqual([]);
  // The error of an idle connection that is lost contains no password.
  const slow = () => sql`select pg_sleep(0.1)`.execute(db);
  await Promise.all([slow(), slow()]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  while (lost.length === 0) await pause(20);
  expect(inspect(lost, { depth: 20, showHidden: true })).not.toContain("p@ss/w:rd");
});

test("a commit whose response is lost has an unknown result", async () => {
  const { url } = await freshDatabase();
  const way = await wayTo(url);
  const db = await openPostgres({ url: way.url, connections: 2 }, () => {});
  onTestFinished(() => db.destroy());
  const broken = inTransaction(db, async (transaction) => {
    await writeFact(transaction, "a", "x");
    way.cut();
  });
  await expect(broken).rejects.toThrow("so the change may or may not have been saved");
});

test.each([
  [
    "the password is wrong",
    { password: "hunter2-wrong" },
    "rejected the user tome for the database",
  ],
  ["the user is unknown", { username: "nobody-here" }, "rejected the user nobody-here"],
  ["the database is not there", { pathname: "/elsewhere" }, "has no database elsewhere"],
  ["nothing listens there", { port: "1" }, "connection refused"],
  ["the machine is unknown", { hostname: "no.such.invalid" }, "no.such.invalid"],
])("where %s, the error names the database and never the password", async (_case, parts, said) => {
  const { url } = await freshDatabase();
  const wrong = Object.assign(new URL(url), parts);
  const error = await openPostgres({ url: wrong.href }, () => {}).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error("It should have failed.");
  expect(error.message).toContain(said);
  expect(error.message).toContain(wrong.hostname);
  const secret = decodeURIComponent(wrong.password);
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(secret);
});

test.each([
  ["mysql://here/tome", "must be a URL such as postgres://"],
  ["postgres://user:pass word@here:port/x", "is not valid"],
  ["postgres://here/tome?sslmode=verify-full&sslrootcert=/no/such/file", "/no/such/file"],
])("the URL %s is refused with the rule and not printed", async (url, said) => {
  const opening = openPostgres({ url }, () => {});
  await expect(opening).rejects.toThrow(said);
  await expect(openPostgres({ url }, () => {})).rejects.not.toThrow("pass word");
});

test("text with the character NUL is refused with the reason", async () => {
  const { url } = await freshDatabase();
  const db = await openPostgres({ url }, () => {});
  onTestFinished(() => db.destroy());
  await expect(writeFact(db, "a", "x\0y")).rejects.toMatchObject({ status: 400 });
});
