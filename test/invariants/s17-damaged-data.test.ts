import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { databaseFile } from "../../src/service/database/open.ts";
import { loadEngine } from "../../src/service/database/sqlite/engine.ts";
import { toState } from "../../src/service/server/backup/state.ts";
import { openService, type Service } from "../../src/service/service.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { addSample } from "../support/platforms/sample.ts";

const closedDamages = amount({ short: 10, all: 12, full: 400 });
const openDamages = amount({ short: 6, all: 12, full: 100 });
const pageSize = 4096;
const file = (folder: string) => join(folder, databaseFile);

interface Image {
  readonly name: string;
  readonly folder: string;
  readonly digest: string;
}

const computeDigest = async (service: Service) => toState(await service.admin.export()).digest;

/** Sends requests as the owner. */
async function ask(service: Service, method: "GET" | "POST", path: string, body?: object) {
  const answer = await service.transport({
    method,
    url: `http://tome.localhost${path}`,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(body && { "content-type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, text: String(answer.body) };
}

async function addSpaces(service: Service, count: number): Promise<void> {
  const { organization } = await service.admin.beginning();
  for (let index = 0; index < count; index++) {
    const title = `Space ${index}`;
    expect((await ask(service, "POST", `/v1/orgs/${organization}/spaces`, { title })).status).toBe(
      201,
    );
  }
}

/**
 * The folder as processes leave it: one that ended, one that was killed, one that was killed with a
 * log.
 */
async function makeImages(dataFolder: string): Promise<readonly Image[]> {
  const source = join(dataFolder, "source");
  const keep = async (name: string, service: Service, from = source): Promise<Image> => {
    const folder = join(dataFolder, name);
    const digest = await turn(() => computeDigest(service));
    cpSync(from, folder, { recursive: true });
    return { name, folder, digest };
  };
  const first = await openService({ folder: source });
  await addSample(first);
  // A job that runs later would change the compared data.
  await first.jobs.finish();
  await addSpaces(first, 12);
  const digest = await computeDigest(first);
  await first.close();
  cpSync(source, join(dataFolder, "ended"), { recursive: true });
  const ended = { name: "ended", folder: join(dataFolder, "ended"), digest };
  const second = await openService({ folder: source });
  await addSpaces(second, 1);
  const killed = await keep("killed", second);
  await addSpaces(second, 20);
  expect(statSync(`${file(source)}-wal`).size).toBeGreaterThan(0);
  const logged = await keep("killed with a log", second);
  await second.close();
  return [ended, killed, logged];
}

let images: readonly Image[] = [];
beforeAll(async () => {
  images = await makeImages(temporaryFolder());
});

type Damage = (folder: string, random: Random) => string;

function overwrite(path: string, change: (bytes: Buffer) => string): string {
  const bytes = readFileSync(path);
  const told = change(bytes);
  writeFileSync(path, bytes);
  return told;
}

const cut = (path: string, random: Random) => {
  const length = random.chance(0.2) ? 0 : random.below(statSync(path).size);
  truncateSync(path, length);
  return `cut to ${length}`;
};
const flip = (path: string, random: Random) =>
  overwrite(path, (bytes) => {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    return `flipped a bit at ${at}`;
  });

const damages: readonly Damage[] = [
  (folder, random) => cut(file(folder), random),
  (folder, random) => flip(file(folder), random),
  (folder, random) =>
    overwrite(file(folder), (bytes) => {
      const page = random.below(bytes.length / pageSize);
      const length = pageSize * (1 + random.below(3));
      bytes.fill(
        random.chance(0.5) ? 0 : random.below(256),
        page * pageSize,
        Math.min(bytes.length, page * pageSize + length),
      );
      return `filled ${length} from page ${page + 1}`;
    }),
  (folder, random) =>
    overwrite(file(folder), (bytes) => {
      const [one, other] = [0, 0].map(() => random.below(bytes.length / pageSize));
      const page = (at = 0) => Buffer.from(bytes.subarray(at * pageSize, (at + 1) * pageSize));
      const [first, second] = [page(one), page(other)];
      second.copy(bytes, (one ?? 0) * pageSize);
      first.copy(bytes, (other ?? 0) * pageSize);
      return `swapped pages ${one} and ${other}`;
    }),
  (folder, random) =>
    overwrite(file(folder), (bytes) => {
      const from = random.below(bytes.length - 8);
      for (let at = from; at < Math.min(bytes.length, from + 200); at++)
        bytes[at] = random.below(256);
      return `200 other bytes from ${from}`;
    }),
  (folder) => {
    rmSync(file(folder));
    return "removed";
  },
  (folder) => {
    appendFileSync(file(folder), Buffer.alloc(pageSize, 7));
    return "a page added at the end";
  },
];

/** In the log, if there is one. */
const logDamages: readonly Damage[] = [
  (folder, random) => `log ${cut(`${file(folder)}-wal`, random)}`,
  (folder, random) => `log ${flip(`${file(folder)}-wal`, random)}`,
  (folder) => {
    rmSync(`${file(folder)}-wal`);
    return "log removed";
  },
];

/** In the file and its log; an empty log does not count. */
const listBytes = (folder: string) =>
  ["", "-wal"].map((end) => {
    const path = file(folder) + end;
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    return createHash("sha256").update(bytes).digest("hex");
  });

slowTest(
  "data damaged while no process runs is refused with the file and a solution, and is not changed",
  async () => {
    const dataFolder = temporaryFolder();
    const random = randomFrom();
    const counts = { refused: 0, whole: 0 };
    const changed = countFaults();
    for (let index = 0; index < closedDamages; index++) {
      // Each kind once, then random ones.
      const first = [...logDamages, ...damages][index];
      const image = first ? (images.at(-1) ?? random.pick(images)) : random.pick(images);
      const folder = join(dataFolder, `damaged-${index}`);
      cpSync(image.folder, folder, { recursive: true });
      const hasLog = existsSync(`${file(folder)}-wal`) && random.chance(0.4);
      const done = (first ?? random.pick(hasLog ? logDamages : damages))(folder, random);
      const told = `seed ${random.seed}, ${image.name}: ${done}`;
      const damaged = listBytes(folder);
      const opened = await openService({ folder }).catch((error: Error) => error);
      if (opened instanceof Error) {
        expect([told, opened.message]).toEqual([
          told,
          expect.stringMatching(
            /tome\.sqlite is damaged: .*leaves it unchanged.*tome local import/,
          ),
        ]);
        expect([told, listBytes(folder)]).toEqual([told, damaged]);
        counts.refused += 1;
      } else {
        // Swapping equal pages, for example, changes nothing.
        const digest = await computeDigest(opened);
        changed.add(digest !== image.digest);
        expect([told, digest]).toEqual([told, image.digest]);
        await opened.close();
        counts.whole += 1;
      }
      rmSync(folder, { recursive: true });
    }
    // Of a small number, more may have no effect by chance.
    expect(counts.refused).toBeGreaterThan(closedDamages * amount({ short: 0.5, full: 0.8 }));
    report(
      "S17",
      `${closedDamages} damages between two starts: ${counts.refused} refused, ${counts.whole} without effect, ${changed.total()} served`,
    );
  },
);

slowTest("data damaged while it is served returns 503 from then on", async () => {
  const dataFolder = temporaryFolder();
  const random = randomFrom();
  let refused = 0;
  for (let index = 0; index < openDamages; index++) {
    const image = random.pick(images);
    const folder = join(dataFolder, `open-${index}`);
    cpSync(image.folder, folder, { recursive: true });
    const logged: string[] = [];
    const service = await openService({
      folder,
      log: (_, error) => void logged.push(String(error)),
    });
    await addSpaces(service, random.below(8));
    const { organization } = await service.admin.beginning();
    const digest = await computeDigest(service);
    const hasLog = existsSync(`${file(folder)}-wal`) && random.chance(0.4);
    const done = random.pick(hasLog ? logDamages : damages)(folder, random);
    const told = `seed ${random.seed}, ${image.name}: ${done}`;
    const spaces = `/v1/orgs/${organization}/spaces`;
    const first = await turn(() => ask(service, "GET", spaces));
    if (first.status === 200) {
      // The log contains that page again, or two equal ones were swapped.
      expect([told, await computeDigest(service)]).toEqual([told, digest]);
    } else {
      refused += 1;
      const write = await ask(service, "POST", spaces, { title: "late" });
      const health = await ask(service, "GET", "/healthz");
      expect([told, first.status, write.status, health.status]).toEqual([told, 503, 503, 503]);
      expect([told, write.text]).toEqual([told, expect.stringContaining("tome local import")]);
      expect(write.text).not.toContain(folder);
      expect(logged).toEqual(expect.arrayContaining([expect.stringContaining(file(folder))]));
    }
    await service.close().catch(() => undefined);
    // This process may still hold the lock of a file that could not be closed properly.
    const after = `${folder}-after`;
    cpSync(folder, after, { recursive: true });
    const again = await openService({ folder: after }).catch((error: Error) => error);
    if (again instanceof Error) {
      expect([told, first.status, again.message]).toEqual([
        told,
        503,
        expect.stringContaining("is damaged"),
      ]);
    } else {
      expect([told, await computeDigest(again)]).toEqual([told, digest]);
      await again.close();
    }
  }
  expect(refused).toBeGreaterThan(openDamages * 0.25);
  report(
    "S17",
    `${openDamages} damages of data in use: ${refused} answered with 503 from then on, ${openDamages - refused} without effect`,
  );
});

/** In a separate turn, like a request over a network. */
function turn<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setImmediate(() => setImmediate(() => work().then(resolve, reject)));
  });
}

test("a database of another program is refused, and no table is created in it", async () => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder, { mode: 0o700 });
  const { DatabaseSync } = await loadEngine();
  const other = new DatabaseSync(file(folder));
  other.exec("create table bookmarks (id integer primary key)");
  other.close();
  const before = listBytes(folder);
  await expect(openService({ folder })).rejects.toThrow("the database of another program");
  expect(listBytes(folder)).toEqual(before);
});

slowTest("the suggested solution works: importing a backup into the same folder", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openService({ folder });
  await addSpaces(first, 2);
  const backup = await first.admin.export();
  const { digest } = toState(backup);
  await first.close();
  truncateSync(file(folder), 0);
  await expect(openService({ folder })).rejects.toThrow("it is empty");
  for (const name of ["token", databaseFile, `${databaseFile}.sums`]) rmSync(join(folder, name));
  const second = await openService({ folder });
  await second.admin.import(backup);
  expect(await computeDigest(second)).toBe(digest);
  await second.close();
});
