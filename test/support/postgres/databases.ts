/** Databases for tests that run on PostgreSQL: each test gets one of its own, copied from a whole one. */
import { randomBytes } from "node:crypto";
import { afterAll, onTestFinished } from "vitest";
import { openDatabase } from "../../../src/service/database/open.ts";
import { openPostgres, type PostgresSetting } from "../../../src/service/database/postgres.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { openService, type Service, type ServiceOptions } from "../../../src/service/service.ts";
import { onServer, serverVariable, template } from "./on-server.ts";

const server = process.env[serverVariable] ?? "";
/** Whether the platforms of this run keep their data in PostgreSQL. */
export const onPostgres = server !== "";

/** An empty database that goes with the test. */
export async function freshDatabase(): Promise<PostgresSetting> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(server, `create database ${name} template ${template}`);
  atEnd(() => onServer(server, `drop database if exists ${name} with (force)`));
  return { url: `${server}${name}`, connections: 4 };
}

/** The databases that stand for data folders, by their paths. */
const ofFolders = new Map<string, PostgresSetting>();

/** Opens a platform on the database of this run, closed at the end of the test. */
export async function openTestService(options: ServiceOptions = {}): Promise<Service> {
  if (!onPostgres || options.database !== undefined) return openService(options);
  const { folder } = options;
  let database = folder === undefined ? undefined : ofFolders.get(folder);
  if (!database) {
    database = await freshDatabase();
    if (folder !== undefined) ofFolders.set(folder, database);
  }
  const service = await openService({ ...options, database });
  atEnd(() => service.close());
  return service;
}

/** The same of the data alone. */
export async function openTestDatabase(): Promise<Queries> {
  if (!onPostgres) return openDatabase();
  const db = await openPostgres(await freshDatabase(), (message, error) => {
    throw new Error(message, { cause: error });
  });
  atEnd(() => db.destroy());
  return db;
}

/** After the test, or after all of them for what was made outside of one. */
function atEnd(work: () => Promise<unknown>): void {
  const end = async () => void (await work());
  try {
    onTestFinished(end);
  } catch {
    afterAll(end);
  }
}
