/** The server that a run of tests has started, beside all databases on it. */
import { Client } from "pg";

/** The variable that names the server to the tests that run on one. */
export const serverVariable = "TOME_TEST_POSTGRES";
/** The database that others are copied from; its tables are there, and nothing in them. */
export const template = "tome_template";

/** Runs one statement. @param server its address, ending with a slash */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: `${server}postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
