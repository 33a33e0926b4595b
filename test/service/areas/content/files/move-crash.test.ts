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
  let space = await db.selectFrom("spaces").select("id").executeTakeFirst();
  if (!space) {
    await service.admin.seed();
    space = await db.selectFrom("spaces").select("id").executeTakeFirstOrThrow();
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

interface Serving {
  readonly process: OtherProcess;
  readonly move: (to: string, after: string) => Promise<Record<string, unknown>>;
  readonly read: (hash: string) => Promise<string>;
  readonly status: () => Promise<Record<string, Record<string, number>>>;
}

async function connect(process: OtherProcess): Promise<Serving> {
  const { url, admin, reader } = JSON.parse((await process.line()) ?? "");
  const headers = { authorization: `Bearer ${admin}`, "content-type": "application/json" };
  return {
    process,
    async move(to, after) {
      const body = JSON.stringify({ to, ...(after !== "" && { after }) });
      const answer = await fetch(`${url}/_tome/storage/move`, { method: "POST", headers, body });
      return answer.json();
    },
    read: async (hash) => (await fetch(`http://127.0.0.1:${reader}/${hash}`)).text(),
    status: async () => (await fetch(`${url}/_tome/storage`, { headers })).json(),
  };
}

function* listFiles(): Generator<[number, number]> {
  for (let seed = 0; seed < 120; seed++) yield [seed, 100 + seed * 37];
  for (let seed = 120; seed < 124; seed++) yield [seed, 5 * 1024 * 1024 + seed];
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

test("files are moved there and back byte for byte, although the server is killed five times", {
  timeout: 240_000,
}, async () => {
  const s3 = await startS3Server();
  const folder = temporaryFolder();
  const files = [...listFiles()];
  const hashes = files.map(hashFile);
  const start = await compileProgram(folder, program);
  const setting = {
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "" },
    ...{ keepDays: 30, ...s3Credentials },
  };
  const open = () =>
    connect(start(join(folder, "data"), JSON.stringify(setting), JSON.stringify(files)));
  let serving = await open();
  const kills = [
    ["s3", 3],
    ["s3", 40],
    ["s3", 25],
    ["database", 10],
    ["database", 60],
  ] as const;
  const moveAll = async (to: string) => {
    let after = "";
    for (;;) {
      const { last, problems } = await serving.move(to, after);
      expect(problems).toEqual([]);
      if (typeof last !== "string") return;
      after = last;
    }
  };
  const readAll = async () => {
    for (const hash of hashes) expect(await serving.read(hash)).toBe(hash);
  };
  for (const [at, [to, count]] of kills.entries()) {
    const killed = killAfter(s3, count, () => serving.process.kill());
    await expect(moveAll(to)).rejects.toThrow();
    await killed;
    serving = await open();
    if (at % 2 === 0) await readAll();
    if (kills[at + 1]?.[0] === to) continue;
    // Files are read while they are moved.
    await Promise.all([moveAll(to), readAll()]);
    await readAll();
    const { database, s3: inS3 } = await serving.status();
    expect(to === "s3" ? database?.files : inS3?.files).toBe(0);
  }
  const { unused, s3: inS3 } = await serving.status();
  expect(inS3?.files).toBe(0);
  // Every object that the storage has is known, so that none is forgotten.
  const names = [...s3.objects.keys()].filter((name) => !name.endsWith("/tome-check"));
  expect(unused?.files).toBeGreaterThanOrEqual(names.length);
  await serving.process.kill();
  await s3.close();
});
