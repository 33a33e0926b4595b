/** Pool of databases on the test run's server. A database is emptied after each test. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** The environment variable with the server URL. */
export const serverVariable = "TOME_TEST_POSTGRES";
/** The template database, with empty tables. */
export const template = "tome_template";

/** Connects to a database temporarily. @param address the server URL with a trailing slash, and the database name */
export async function within<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Databases are reused, because copying one takes a second on a busy machine and emptying one is fast. */
export async function prepareLending(server: string): Promise<void> {
  await within(`${server}postgres`, (client) => client.query("create table idle (name text)"));
}

/** @returns the name of an empty database */
export function lend(server: string): Promise<string> {
  return within(`${server}postgres`, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "delete from idle where name = (select name from idle limit 1 for update skip locked) returning name",
    );
    const [idle] = rows;
    if (idle) return idle.name;
    const name = `test_${randomBytes(8).toString("hex")}`;
    await client.query(`create database ${name} template ${template}`);
    return name;
  });
}

export async function takeBack(server: string, name: string): Promise<void> {
  await within(`${server}${name}`, async (client) => {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public' and tablename <> 'facts'",
    );
    const emptied = rows.map(({ tablename }) => `delete from ${tablename}`);
    // Disables foreign keys, so that the order does not matter.
    await client.query(
      [
        "set session_replication_role = replica",
        ...emptied,
        "delete from facts where name <> 'schema-version'",
      ].join("; "),
    );
  });
  await within(`${server}postgres`, (client) =>
    client.query("insert into idle values ($1)", [name]),
  );
}
