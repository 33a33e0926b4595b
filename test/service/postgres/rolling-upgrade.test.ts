/** A newer program migrates the database while processes of this program serve requests. */
import { beforeAll, expect, test } from "vitest";
import type { Migration, Migrations } from "../../../src/service/database/migrate.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { openPostgres } from "../../../src/service/database/postgres/postgres.ts";
import { buildProgram } from "../../bin/built.ts";
import { amount } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { type BuiltServe, startServe } from "../../support/platforms/built-serve.ts";
import { bareDatabase } from "../../support/platforms/postgres/databases.ts";

const writers = amount({ short: 8, full: 50 });
/** Writes of each writer before, between and after the migrations. */
const writes = amount({ short: 6, full: 40 });

beforeAll(buildProgram);

/** The migrations of this program and further steps. */
function withSteps(steps: readonly Migration[], downtime = migrations.downtime): Migrations {
  return {
    version: migrations.version + steps.length,
    downtime,
    load: async () => [...(await migrations.load()), ...steps],
  };
}

/** Each changes a table of which every process has prepared statements. */
const additions: readonly Migration[] = [
  (schema) => [
    schema.alterTable("spaces").addColumn("added_text", "text"),
    schema.createTable("added_table").addColumn("id", "text", (column) => column.primaryKey()),
  ],
  (schema) => [
    schema
      .alterTable("change_requests")
      .addColumn("added_number", "integer", (column) => column.notNull().defaultTo(0)),
    schema.alterTable("revisions").addColumn("added_text", "text"),
    schema.createIndex("added_index").on("spaces").column("added_text"),
  ],
];
const removal: Migration = (schema) => [schema.alterTable("spaces").dropColumn("added_text")];

async function ask(serving: BuiltServe, what: string, value?: object) {
  const [method = "", path = ""] = what.split(" ");
  const response = await fetch(serving.url + path, {
    method,
    headers: {
      authorization: `Bearer ${serving.token}`,
      "content-type": "application/json",
    },
    ...(value && { body: JSON.stringify(value) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: response.ok && text ? JSON.parse(text) : {} };
}

test("an added column, table or index does not interrupt earlier programs; another change ends them", async () => {
  const database = await bareDatabase();
  const home = temporaryFolder();
  const start = () => startServe(home, ["--port", "0", "--database", database.url]);
  const serving = [await start(), await start()];
  const [first] = serving;
  if (!first) throw new Error("No process is serving.");
  const organization = (await ask(first, "GET /v1/orgs")).body.items[0].id;
  const failures: string[] = [];
  const acknowledged: string[] = [];

  const write = async (writer: number, round: number) => {
    const at = serving[writer % serving.length] ?? first;
    for (let count = 0; count < writes; count++) {
      const title = `writer ${writer} round ${round} number ${count}`;
      const space = await ask(at, `POST /v1/orgs/${organization}/spaces`, { title });
      const request = await ask(at, `POST /v1/spaces/${space.body.id}/change-requests`, {
        subject: title,
      });
      const read = await ask(at, `GET /v1/spaces/${space.body.id}`);
      for (const { status, text } of [space, request, read]) {
        if (status >= 400) failures.push(`${title}: ${status} ${text}`);
      }
      if (space.status < 400) acknowledged.push(title);
    }
  };
  const writeAll = (round: number) =>
    Promise.all(Array.from({ length: writers }, (_, writer) => write(writer, round)));
  const migrateTo = async (to: Migrations) => {
    const db = await openPostgres(database, to, () => {});
    await db.destroy();
  };

  await writeAll(0);
  await Promise.all([writeAll(1), migrateTo(withSteps(additions.slice(0, 1)))]);
  await Promise.all([writeAll(2), migrateTo(withSteps(additions))]);
  // An earlier program starts while newer ones serve the database.
  serving.push(await start());
  await writeAll(3);
  expect(failures).toEqual([]);
  const titles = new Set<string>();
  let page = "";
  do {
    const list = await ask(first, `GET /v1/orgs/${organization}/spaces?limit=1000${page}`);
    for (const { title } of list.body.items) titles.add(title);
    page = list.body.next === undefined ? "" : `&page=${list.body.next.page}`;
  } while (page !== "");
  expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
  expect(acknowledged).toHaveLength(4 * writers * writes);
  expect((await ask(first, "GET /readyz")).status).toBe(200);

  const changed = withSteps([...additions, removal], migrations.version + 3);
  await migrateTo(changed);
  await expect
    .poll(async () => (await ask(first, "GET /v1/user")).text, { timeout: 20_000 })
    .toContain("A newer version of tome has upgraded the database.");
  expect((await ask(first, "GET /readyz")).status).toBe(503);
  await expect(start()).rejects.toThrow();
});
