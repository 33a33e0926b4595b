/** For proofs that start a platform of their own: on SQLite, and in the long run on PostgreSQL too. */
import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { amount } from "../amount.ts";
import { within } from "./on-server.ts";
import { startPostgres } from "./server.ts";

/** Gives the address of a database of its own. */
export type NewDatabase = () => Promise<string>;

/** For `test.each`: the name, and what gives the address of an empty database for the test. */
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
