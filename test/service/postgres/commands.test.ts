import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEmbeddedPlatform } from "../../../src/app/run/local-platform.ts";
import { openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { freshDatabase } from "../../support/platforms/postgres/databases.ts";
import { within } from "../../support/platforms/postgres/on-server.ts";

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

test("an export from SQLite is imported completely into PostgreSQL and back, including the search", async () => {
  const tome = openTome();
  const { url } = await freshDatabase();
  const folder = temporaryFolder();
  const [there, back] = [join(folder, "there.json"), join(folder, "back.json")];
  const env = { TOME_DATABASE: url };
  await tome("local seed");
  await tome(["local", "export", there]);
  expect(await tome(["local", "import", there, "--yes"], { env })).toMatchObject({ code: 0 });
  await tome(["local", "export", back], { env });
  expect(JSON.parse(readFileSync(back, "utf8"))).toEqual(JSON.parse(readFileSync(there, "utf8")));
  const find = async (query: string, more: typeof env | object) => {
    const search = ["org", "search", query, "--local", "--json", "id,title"];
    const { code, stdout } = await tome(search, { env: { ...more } });
    expect(code).toBe(0);
    const found: { id: string }[] = JSON.parse(stdout);
    return found;
  };
  // The results are the same; their order differs, except for the best one of several words.
  for (const [query, least] of [
    ["silence an alert", 2],
    ["alert", 4],
  ] as const) {
    const [inFolder, inDatabase] = [await find(query, {}), await find(query, env)];
    expect(inFolder.length).toBeGreaterThanOrEqual(least);
    expect(inDatabase.toSorted(byId)).toEqual(inFolder.toSorted(byId));
    if (query.includes(" ")) expect(inDatabase[0]).toEqual(inFolder[0]);
  }
});

test("the local data commands use the named database, and name it", async () => {
  const tome = openTome();
  const { url } = await freshDatabase();
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  const seeded = await tome(["local", "seed", "--database", url]);
  expect(seeded).toMatchObject({ code: 0 });
  expect(seeded.stderr).toContain("Other users of this machine can see the password in --database");
  const env = { TOME_DATABASE: url };
  const list = await tome(["space", "list", "--local", "--json", "title"], { env });
  expect(JSON.parse(list.stdout).length).toBeGreaterThan(5);
  const token = await tome(["local", "token", "create", "--role", "read"], { env });
  expect(token).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Created a token for .+ \(.+@example\.com\)\.\n$/),
  });
  expect(token.stdout).toMatch(/^tome_/);
  const reset = await tome(["local", "reset", "--yes"], { env });
  expect(reset.stdout + reset.stderr).toContain(`Deleted all data in ${plain.href}`);
  expect(reset.stdout + reset.stderr).not.toContain("p@ss");
  const empty = await tome(["space", "list", "--local", "--json", "title"], { env });
  expect(JSON.parse(empty.stdout)).toEqual([]);
});

describe("a command closes the connections to its database", () => {
  /** The connections of other processes and platforms. */
  async function countConnections(url: string): Promise<number> {
    return within(url, async (client) => {
      const { rows } = await client.query(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      return rows.length;
    });
  }

  test.each<[string, boolean, number]>([
    ["local token list", true, 0],
    ["local token list", false, 0],
    ["local token revoke nosuch --yes", true, 5],
    ["local token create --role read", true, 0],
    ["org list --local", false, 0],
    ["org get nosuch --local", false, 5],
  ])("%s, with the flag --database: %s, ends with %i", async (line, isFlag, code) => {
    const { url } = await freshDatabase();
    const flags = isFlag ? ["--database", url] : [];
    const env = isFlag ? {} : { TOME_DATABASE: url };
    const ran = await openTome()([...line.split(" "), ...flags], { env });
    expect(ran.code, ran.stderr).toBe(code);
    // The server notices the end of a connection a little later.
    await expect.poll(() => countConnections(url)).toBe(0);
  });

  test("also those that it opened in addition to the one of the environment", async () => {
    const databases = await Promise.all([1, 2, 3].map(freshDatabase));
    const [first = "", ...others] = databases.map(({ url }) => url);
    const { platform, close } = createEmbeddedPlatform({
      ...{ folder: temporaryFolder(), environment: { TOME_DATABASE: first }, warn: () => {} },
      ...{ version: "1.2.3", build: "test" },
    });
    for (const one of [platform, ...others.map((url) => platform.on(url))]) await one.access();
    for (const url of [first, ...others]) expect(await countConnections(url)).toBeGreaterThan(0);
    await close();
    for (const url of [first, ...others]) await expect.poll(() => countConnections(url)).toBe(0);
  });
});

test.each([
  ["a wrong password", { password: "hunter2" }, 2],
  ["a port on which no server listens", { port: "1" }, 7],
])("for %s the command names the database, and exits accordingly", async (_case, parts, code) => {
  const tome = openTome();
  const { url } = await freshDatabase();
  const wrong = Object.assign(new URL(url), parts);
  const ran = await tome("space list --local", { env: { TOME_DATABASE: wrong.href } });
  expect(ran.code).toBe(code);
  expect(ran.stderr).toContain(`PostgreSQL at ${wrong.host} `);
  expect(ran.stderr).toContain(wrong.pathname.slice(1));
  expect(ran.stderr).not.toContain("hunter2");
});

test.each([
  ["serve --memory --database postgres://here/tome"],
  ["local seed --database mysql://x/y"],
])("tome %s is refused before the database is opened", async (line) => {
  const ran = await openTome()(line);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toContain("--database");
});
