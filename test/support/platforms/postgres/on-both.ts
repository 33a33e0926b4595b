/** Parameterization of tests that start their own platform: SQLite, and PostgreSQL in the long run. */
import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { amount } from "../../generators/amount.ts";
import { within } from "./on-server.ts";
import { startPostgres } from "./server.ts";

/** Returns the URL of a new database. */
export type NewDatabase = () => Promise<string>;

/** Cases for `test.each`: the name, and a function that returns the URL of an empty database. */
export const onBoth: readonly (readonly [name: string, database: NewDatabase | undefined])[] = [
  ["SQLite", undefined],
  ...(amount({ short: 0, full: 1 }) > 0 ? [["PostgreSQL", newDatabase] as const] : []),
];

async function newDatabase(): Promise<string> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const name = `own_${randomBytes(8).toString("hex")}`;
  await within(`${server.url}postgres`, (client) => client.query(`create database ${name}`));
  return `${server.url}${name}`;
}
