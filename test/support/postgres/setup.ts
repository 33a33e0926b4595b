/** Starts one PostgreSQL server for a whole run of tests, with a database to copy. */
import type { TestProject } from "vitest/node";
import { openPostgres } from "../database.ts";
import { prepareLending, serverVariable, template, within } from "./on-server.ts";
import { startPostgres } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of this run: its superuser's address, ending with a slash. */
    postgres: string;
  }
}

/** A server that the variable names already is used as it is: its superuser's address, ending with a slash. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env[serverVariable];
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres();
  try {
    await prepareLending(url);
    await within(`${url}postgres`, (client) => client.query(`create database ${template}`));
    const db = await openPostgres({ url: `${url}${template}` }, () => {});
    await db.destroy();
  } catch (error) {
    await stop();
    throw error;
  }
  // Not through the environment, which the tests of other projects would see too.
  provide("postgres", url);
  return stop;
}
