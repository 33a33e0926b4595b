import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/errors.ts";
import { getDatabaseFile, localBase, openPlatform } from "../../src/service/open.ts";
import { announce, writeReady } from "../../src/service/server/ready-file.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { compileProgram } from "../support/machine/other-process.ts";

const ready = { url: "http://127.0.0.1:1", token: "t", pid: 1, admin: "a" };

test("data not opened by another process is opened in this process", async () => {
  const folder = join(temporaryFolder(), "data");
  const platform = await openPlatform(folder);
  if (platform.served) throw new Error("nobody serves it");
  const answer = await platform.transport({
    method: "GET",
    url: `${platform.base}/v1/user`,
    headers: { authorization: `Bearer ${platform.token}` },
  });
  await platform.close();
  expect(answer.status).toBe(200);
  expect(answer.body).toContain("http://tome.localhost/v1/users/");
});

test("data is opened with the options of the command", async () => {
  const folder = join(temporaryFolder(), "data");
  const platform = await openPlatform(folder, {
    version: "1.2.3",
    build: "abc",
    patience: { command: 0 },
  });
  if (platform.served) throw new Error("nobody serves it");
  const { body } = await platform.transport({
    ...{ method: "GET", url: `${platform.base}/v1/`, headers: {} },
  });
  expect(JSON.parse(String(body))).toEqual({ version: "1.2.3", build: "abc" });
  expect(existsSync(getDatabaseFile(folder))).toBe(true);
  await platform.close();
});

test("data opened by another command is waited for", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openPlatform(folder);
  const second = openPlatform(folder);
  if (first.served) throw new Error("nobody serves it");
  await first.close();
  const opened = await second;
  expect(opened.served).toBeUndefined();
  if (!opened.served) await opened.close();
});

slowTest("data that stays in use is refused with the folder's name", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openPlatform(folder);
  const refused = await openPlatform(folder, { patience: { command: 60 } }).catch((error) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused.message).toContain(folder);
  if (!first.served) await first.close();
});

describe("a server that is starting or stopping", () => {
  /** Locks the data like a server that does not accept requests yet. */
  async function startServer() {
    const folder = join(temporaryFolder(), "data");
    const platform = await openPlatform(folder, { serves: true });
    if (platform.served) throw new Error("nobody serves it");
    return { folder, file: join(folder, "serve.json"), platform };
  }

  slowTests.each(["starting", "stopping"] as const)("is waited for while %s", async (state) => {
    const { folder, file, platform } = await startServer();
    await announce(file, state);
    const notes: string[] = [];
    const opened = await openPlatform(folder, {
      patience: { command: 0 },
      note(text) {
        notes.push(text);
        // By now, a command that has the data open would be an error.
        writeFileSync(file, JSON.stringify(ready));
      },
    });
    const { url, token, admin } = ready;
    expect(opened).toEqual({ served: { url, token, adminToken: admin } });
    expect(notes).toEqual([expect.stringContaining(`server of the data in ${folder}`)]);
    await platform.close();
  });

  slowTest("frees the data when it ends before it is ready", async () => {
    const { folder, file, platform } = await startServer();
    const free = await openPlatform(folder, {
      patience: { command: 0 },
      note: () => void platform.close(),
    });
    expect([free.served, existsSync(file)]).toEqual([undefined, false]);
    if (!free.served) await free.close();
  });

  test("is an error if it hangs", async () => {
    const { folder, platform } = await startServer();
    const patience = { command: 3_600_000, silentServer: 0 };
    await expect(openPlatform(folder, { patience })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(`Process ${process.pid}, a server of the data in ${folder}`),
    });
    await platform.close();
  });
});

test("an error other than the use by another process is not waited for", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "holiday.jpg"), "");
  await expect(openPlatform(folder, { patience: { command: 3_600_000 } })).rejects.toThrow(
    `${folder} contains other files, such as holiday.jpg`,
  );
});

test("a ready file of a dead server is removed, and not used", async () => {
  const folder = join(temporaryFolder(), "data");
  const made = await openPlatform(folder);
  if (!made.served) await made.close();
  await writeReady(join(folder, "serve.json"), ready);
  const platform = await openPlatform(folder);
  expect(platform.served).toBeUndefined();
  expect(existsSync(join(folder, "serve.json"))).toBe(false);
  if (!platform.served) await platform.close();
});

test("an incomplete ready file is not used", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openPlatform(folder);
  for (const text of ["", "{", "null", "{}", '{"url":1}']) {
    writeFileSync(join(folder, "serve.json"), text);
    await expect(openPlatform(folder, { patience: { command: 0 } })).rejects.toThrow(
      "Another command",
    );
  }
  if (!first.served) await first.close();
});

slowTest("jobs of a command are completed before the data closes", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openPlatform(folder);
  if (first.served) throw new Error("nobody serves it");
  expect([first.base, first.token]).toEqual([localBase, first.service.token]);
  const { db, jobs } = first.service;
  await jobs.enqueue(db, { kind: "purge-space", payload: { spaceId: "none" } });
  await first.close();
  const second = await openPlatform(folder);
  if (second.served) throw new Error("nobody serves it");
  expect(await second.service.db.selectFrom("jobs").select("id").execute()).toEqual([]);
  await second.close();
});

test("a ready file that cannot be removed is an error, after which the data is free", async () => {
  const folder = join(temporaryFolder(), "data");
  const blocker = join(folder, "serve.json");
  mkdirSync(blocker, { recursive: true });
  await expect(openPlatform(folder, { patience: { command: 0 } })).rejects.toThrow("serve.json");
  rmdirSync(blocker);
  const free = await openPlatform(folder, { patience: { command: 0 } });
  expect(free.served).toBeUndefined();
  if (!free.served) await free.close();
});

test("the data of a database server has its own folder, and an error names the server", async () => {
  const folder = temporaryFolder();
  const database = { url: "postgres://127.0.0.1:1/tome" };
  await expect(openPlatform(folder, { database })).rejects.toThrow("127.0.0.1:1");
});

slowTest(
  "a serving process is found, gets requests with its tokens, and drains on SIGTERM, and a killed one frees the data",
  async () => {
    const outer = temporaryFolder();
    const folder = join(outer, "data");
    const start = await compileProgram(
      outer,
      `import { openService } from "service/service.ts";
     import { listen } from "service/listen.ts";
     const service = await openService({ folder: process.argv[2] });
     const server = await listen(service, { dataFolder: process.argv[2] });
     console.log(server.url);
     process.on("SIGTERM", async () => {
       await server.close();
       await service.close();
       process.stdin.destroy();
     });
     process.stdin.resume();`,
    );
    const serving = start(folder);
    const url = await serving.line();
    const found = await openPlatform(folder);
    if (!found.served) throw new Error("it is served");
    expect(found.served.url).toBe(url);
    const { token, adminToken } = found.served;
    expect(token).toBe(readFileSync(join(folder, "token"), "utf8").trim());
    const asked = async (path: string, secret: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await asked("/v1/user", token)).toBe(200);
    expect(await asked("/_tome/clock", adminToken)).toBe(200);
    serving.signal("SIGTERM");
    expect(await serving.ended()).toBe(0);
    expect(existsSync(join(folder, "serve.json"))).toBe(false);

    const second = start(folder);
    await second.line();
    expect((await openPlatform(folder)).served).toBeDefined();
    await second.kill();
    const free = await openPlatform(folder);
    expect(free.served).toBeUndefined();
    if (!free.served) await free.close();
  },
);
