/** Parameterization of tests that start their own platform: SQLite, and PostgreSQL in the long run. */
import { randomBytes } from "node:crypto";
import { amount } from "../../generators/amount.ts";
import { within } from "./on-server.ts";
import { type PostgresServer, startPostgres } from "./server.ts";

/** Returns the URL of a new database. */
export type NewDatabase = () => Promise<string>;

/** Cases for `test.each`: the name, and a function that returns the URL of an empty database. */
export const onBoth: readonly (readonly [name: string, database: NewDatabase | undefined])[] = [
  ["SQLite", undefined],
  ...(amount({ short: 0, full: 1 }) > 0 ? [["PostgreSQL", newDatabase] as const] : []),
];

/** Starting a server takes longer than most tests; it is stopped when the process exits. */
let server: Promise<PostgresServer> | undefined;

async function newDatabase(): Promise<string> {
  server ??= startPostgres();
  const { url } = await server;
  const name = `own_${randomBytes(8).toString("hex")}`;
  await within(`${url}postgres`, (client) => client.query(`create database ${name}`));
  return `${url}${name}`;
}
