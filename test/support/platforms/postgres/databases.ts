/** Databases for tests on PostgreSQL, one per test. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { PostgresSetting } from "../../../../src/service/database/postgres/postgres.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { openService, type Service, type ServiceOptions } from "../../../../src/service/service.ts";
import { atEnd } from "../../machine/at-end.ts";
import { openDatabase, openPostgres } from "../database.ts";
import { lend, takeBack, within } from "./on-server.ts";

// The value is undefined in other projects, contrary to its type.
const server: string = inject("postgres") ?? "";
/** Whether the platforms of this run use PostgreSQL. */
export const onPostgres = server !== "";

/** An empty database for one test. */
export async function freshDatabase(): Promise<PostgresSetting> {
  const name = await lend(server);
  atEnd(() => takeBack(server, name));
  return { url: `${server}${name}`, connections: 4 };
}

/** A database without tables. */
export async function bareDatabase(): Promise<PostgresSetting> {
  const name = `bare_${randomBytes(8).toString("hex")}`;
  const run = (statement: string) =>
    within(`${server}postgres`, (client) => client.query(statement));
  await run(`create database ${name} template template0`);
  atEnd(() => run(`drop database ${name} with (force)`));
  return { url: `${server}${name}`, connections: 2 };
}

/** The databases that replace data folders, by path. */
const ofFolders = new Map<string, PostgresSetting>();

/** Opens a platform on the database of this run, closed at the end of the test. */
export async function openTestService(options: ServiceOptions = {}): Promise<Service> {
  if (!onPostgres) return openService(options);
  const { folder } = options;
  let database = options.database ?? (folder === undefined ? undefined : ofFolders.get(folder));
  if (!database) {
    database = await freshDatabase();
    if (folder !== undefined) ofFolders.set(folder, database);
  }
  const service = await openService({ ...options, database });
  atEnd(() => service.close());
  return service;
}

/** Opens only the database. */
export async function openTestDatabase(): Promise<Queries> {
  if (!onPostgres) return openDatabase();
  const db = await openPostgres(await freshDatabase(), (message, error) => {
    throw new Error(message, { cause: error });
  });
  atEnd(() => db.destroy());
  return db;
}
