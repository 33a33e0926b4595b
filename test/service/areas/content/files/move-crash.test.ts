import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../support/machine/folder.ts";
import { compileProgram, type OtherProcess } from "../../../../support/machine/other-process.ts";
import {
  type S3Server,
  s3Credentials,
  startS3Server,
} from "../../../../support/network/s3-server.ts";

/** Serves the data of a folder, with the sample and some files at the first start. */
const program = `
  import { openService } from "service/service.ts";
  import { listen } from "service/listen.ts";
  import { getFile, putFile } from "service/areas/content/files/blobs.ts";
  import { inTransaction } from "service/database/transaction.ts";
  import { createHash } from "node:crypto";
  import { createServer } from "node:http";
  const [folder, fileStorage, files] = process.argv.slice(2);
  const service = await openService({ folder, fileStorage: JSON.parse(fileStorage) });
  const { url } = await listen(service);
  const { db } = service;
  // A translation of the sample adds another space later.
  const welcome = db.selectFrom("spaces").select("id").where("title", "=", "Welcome");
  let space = await welcome.executeTakeFirst();
  if (!space) {
    await service.admin.seed();
    space = await welcome.executeTakeFirstOrThrow();
    for (const [seed, size] of JSON.parse(files)) {
      const bytes = Buffer.alloc(size, createHash("sha256").update(String(seed)).digest());
      await inTransaction(db, (transaction) => putFile(transaction, space.id, bytes));
    }
  }
  const reader = createServer(async (request, response) => {
    const bytes = await getFile(db, space.id, request.url.slice(1)).catch((error) => error);
    response.end(bytes instanceof Uint8Array ? createHash("sha256").update(bytes).digest("hex") : String(bytes));
  });
  await new Promise((resolve) => reader.listen(0, "127.0.0.1", resolve));
  const admin = await service.admin.newAdminToken();
  console.log(JSON.stringify({ url, admin, reader: reader.address().port }));
  process.stdin.resume();`;

/** Runs `tome local storage move` with a server. */
const moverProgram = `
  import { move } from "app/../features/local/storage.ts";
  const [url, admin, to] = process.argv.slice(2);
  const headers = { authorization: "Bearer " + admin, "content-type": "application/json" };
  const administer = async (method, path, body) => {
    const answer = await fetch(url + "/_tome" + path, { method, headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const context = { local: { administer }, terminal: { note() {} }, choice: {} };
  console.log((await move(context, { to })).done);
  process.stdin.unref();`;

interface Serving {
  readonly process: OtherProcess;
  readonly url: string;
  readonly admin: string;
  readonly read: (hash: string) => Promise<string>;
  readonly status: () => Promise<Record<string, Record<string, number>>>;
}

async function connect(process: OtherProcess): Promise<Serving> {
  const { url, admin, reader } = JSON.parse((await process.line()) ?? "");
  const headers = { authorization: `Bearer ${admin}` };
  return {
    process,
    url,
    admin,
    read: async (hash) => (await fetch(`http://127.0.0.1:${reader}/${hash}`)).text(),
    status: async () => (await fetch(`${url}/_tome/storage`, { headers })).json(),
  };
}

function* listFiles(): Generator<[number, number]> {
  for (let seed = 0; seed < 320; seed++) yield [seed, 100 + seed * 37];
  for (let seed = 320; seed < 324; seed++) yield [seed, 5 * 1024 * 1024 + seed];
}

function hashFile([seed, size]: [number, number]): string {
  const bytes = Buffer.alloc(size, createHash("sha256").update(String(seed)).digest());
  return createHash("sha256").update(bytes).digest("hex");
}

/** Kills the server after a number of uploads or downloads. */
function killAfter(s3: S3Server, count: number, kill: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let remaining = count;
    s3.disturb = (request) => {
      if (request.method === "GET" && --remaining === 0) {
        s3.disturb = undefined;
        kill().then(resolve, reject);
      }
      return undefined;
    };
  });
}

test("files are moved there and back byte for byte, although the server and the command are killed", {
  timeout: 240_000,
}, async () => {
  const s3 = await startS3Server();
  const folder = temporaryFolder();
  const files = [...listFiles()];
  const hashes = files.map(hashFile);
  const start = await compileProgram(folder, program);
  const startMover = await compileProgram(temporaryFolder(), moverProgram);
  const setting = {
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "" },
    ...{ keepDays: 30, ...s3Credentials },
  };
  const open = () =>
    connect(start(join(folder, "data"), JSON.stringify(setting), JSON.stringify(files)));
  let serving = await open();
  const move = (to: string) => startMover(serving.url, serving.admin, to);
  const readAll = async () => {
    for (const hash of hashes) expect(await serving.read(hash)).toBe(hash);
  };
  const kills = [
    { to: "s3", after: 3, victim: "server" },
    { to: "s3", after: 40, victim: "mover" },
    { to: "s3", after: 25, victim: "server" },
    { to: "database", after: 10, victim: "mover" },
    { to: "database", after: 60, victim: "server" },
  ] as const;
  for (const [at, { to, after, victim }] of kills.entries()) {
    const mover = move(to);
    await killAfter(s3, after, () => (victim === "server" ? serving.process : mover).kill());
    if (victim === "server") {
      expect(await mover.ended()).toBe(1);
      serving = await open();
    }
    await readAll();
    if (kills[at + 1]?.to === to) continue;
    // Files are read while they are moved.
    const last = move(to);
    const [line] = await Promise.all([last.line(), readAll()]);
    expect(line).toMatch(/^Moved \d+ files .* to the/);
    expect(await last.ended()).toBe(0);
    await readAll();
    const { database, s3: inS3 } = await serving.status();
    expect(to === "s3" ? database?.files : inS3?.files).toBe(0);
  }
  const { unused } = await serving.status();
  // Every object that the storage has is known, so that none is forgotten.
  const names = [...s3.objects.keys()].filter((name) => !name.endsWith("/tome-check"));
  expect(unused?.files).toBeGreaterThanOrEqual(names.length);
  await serving.process.kill();
  await s3.close();
});
