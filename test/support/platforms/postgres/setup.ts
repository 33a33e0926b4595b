/** Starts a PostgreSQL server with a template database for a test run. */
import type { TestProject } from "vitest/node";
import { openPostgres } from "../database.ts";
import { prepareLending, serverVariable, template, within } from "./on-server.ts";
import { startPostgres } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser URL of the server, with a trailing slash. */
    postgres: string;
  }
}

/** Uses the server in the environment variable, if set: a superuser URL with a trailing slash. */
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
  // Not passed through the environment, which tests of other projects would see as well.
  provide("postgres", url);
  return stop;
}
