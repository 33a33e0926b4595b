import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import {
  type ObjectStorage,
  openObjectStorage,
} from "../../../../src/service/engines/object-storage/object-storage.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answering } from "../../../support/network/answering.ts";
import { type S3Server, s3Credentials, startS3Server } from "../../../support/network/s3-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const setting = {
  bucket: "files",
  region: "us-east-1",
  prefix: "tome/",
  keepDays: 30,
  ...s3Credentials,
};

async function start(): Promise<{ s3: S3Server; storage: ObjectStorage }> {
  const s3 = await startS3Server();
  closing.push(s3.close);
  return { s3, storage: openObjectStorage({ ...setting, endpoint: s3.url }) };
}

function describeObject(bytes: Buffer) {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { name: `tome/${hash.slice(0, 2)}/${hash}-x`, hash, size: bytes.length };
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(part);
  return Buffer.concat(chunks);
}

const small = Buffer.from("small contents");
const large = Buffer.alloc(3 * 1024 * 1024 + 17, "large contents ");

describe("objects", () => {
  test.each([
    ["empty", Buffer.alloc(0)],
    ["small", small],
    ["large", large],
  ])("%s objects are written and read byte for byte", async (_name, bytes) => {
    const { s3, storage } = await start();
    const object = describeObject(bytes);
    await storage.write(object, bytes);
    expect([...s3.objects.keys()]).toEqual([`files/${object.name}`]);
    expect(Buffer.compare(Buffer.from(await storage.read(object)), bytes)).toBe(0);
    expect(Buffer.compare(await collect(await storage.open(object)), bytes)).toBe(0);
    const head = Buffer.from(await storage.readHead(object, 5));
    expect(Buffer.compare(head, bytes.subarray(0, 5))).toBe(0);
    await storage.remove(object.name);
    await storage.remove(object.name);
    expect(s3.objects.size).toBe(0);
  });

  slowTest("a reader that stops before the first part leaves no open file", async () => {
    const { storage } = await start();
    const object = describeObject(large);
    await storage.write(object, large);
    const body = await storage.open(object);
    const iterator = body[Symbol.asyncIterator]();
    await iterator.return?.();
    await expect(iterator.next()).rejects.toThrow();
  });

  test.skipIf(process.platform === "win32").each(["complete", "damaged"])(
    "a file with the contents of a %s object has no name",
    async (state) => {
      const folder = temporaryFolder();
      vi.stubEnv("TMPDIR", folder);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { s3, storage } = await start();
      const object = describeObject(large);
      await storage.write(object, large);
      if (state === "damaged") s3.objects.set(`files/${object.name}`, Buffer.alloc(large.length));
      const body = await storage.open(object).catch(() => undefined);
      expect([body !== undefined, readdirSync(folder)]).toEqual([state === "complete", []]);
      await body?.[Symbol.asyncIterator]().return?.();
    },
  );

  slowTest("concurrent requests are limited and all succeed", async () => {
    const { s3, storage } = await start();
    const objects = Array.from({ length: 60 }, (_, at) => Buffer.from(`contents ${at}`));
    await Promise.all(objects.map((bytes) => storage.write(describeObject(bytes), bytes)));
    expect(s3.objects.size).toBe(60);
    const read = await Promise.all(objects.map((bytes) => storage.read(describeObject(bytes))));
    expect(read.map((bytes) => Buffer.from(bytes).toString())).toEqual(objects.map(String));
  });
});

describe("a refused object", () => {
  const cases = [
    ["hang", 504, "did not respond to GET"],
    ["stall", 504, "did not respond to GET"],
    ["truncate", 502, "ended early"],
    ["corrupt", 502, "is damaged: its SHA-256 is"],
    [{ status: 403, code: "AccessDenied" }, 502, "with 403 AccessDenied"],
    [{ status: 503, code: "SlowDown" }, 503, "with 503 SlowDown"],
    [{ status: 404, code: "NoSuchKey" }, 502, "is missing in the object storage"],
    [{ status: 404, code: "NoSuchBucket" }, 502, "with 404 NoSuchBucket"],
  ] as const;

  // At the same time, because each waits for a timeout or between its attempts.
  slowTest("is reported with its status and no byte", async () => {
    await Promise.all(cases.map((one) => expectReported(...one)));
  });

  async function expectReported(...[disturbance, status, message]: (typeof cases)[number]) {
    const isSlow = disturbance === "hang" || disturbance === "stall";
    const { s3, storage } = await start();
    const reader = isSlow
      ? openObjectStorage({ ...setting, endpoint: s3.url, patience: 100 })
      : storage;
    const objects = await Promise.all(
      [small, large].map(async (bytes) => {
        const object = describeObject(bytes);
        await storage.write(object, bytes);
        return object;
      }),
    );
    s3.disturb = () => disturbance;
    const errors = await Promise.all(
      objects.flatMap((object) =>
        [reader.read, reader.open].map((read) =>
          read(object).then(
            () => undefined,
            (reason: unknown) => reason,
          ),
        ),
      ),
    );
    for (const error of errors) {
      expect([disturbance, error]).toMatchObject([
        disturbance,
        { status, message: expect.stringContaining(message) },
      ]);
      expect(String(error)).not.toContain(s3Credentials.secret);
      if (disturbance !== "truncate") expect(String(error)).toMatch(/tome\/|damaged/);
    }
  }

  test("another size than the recorded one is reported before the body is read", async () => {
    const { s3, storage } = await start();
    const object = describeObject(small);
    s3.objects.set(`files/${object.name}`, small.subarray(1));
    await expect(storage.read(object)).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining("it has 13 bytes instead of 14"),
    });
  });

  test("a redirect is not followed", async () => {
    const { s3, storage } = await start();
    const other = await startS3Server();
    closing.push(other.close);
    s3.disturb = () => ({ redirect: `${other.url}/files/x` });
    await expect(storage.read(describeObject(small))).rejects.toMatchObject({ status: 502 });
    await expect(storage.write(describeObject(small), small)).rejects.toMatchObject({
      status: 502,
    });
    expect(other.requests).toEqual([]);
  });

  slowTest("a temporary error is repeated, a wrong signature is not", async () => {
    const { s3, storage } = await start();
    let failures = 2;
    s3.disturb = () => (failures-- > 0 ? { status: 503, code: "SlowDown" } : undefined);
    await storage.write(describeObject(small), small);
    expect(s3.requests).toHaveLength(3);
    const other = openObjectStorage({ ...setting, endpoint: s3.url, secret: "wrong" });
    await expect(other.read(describeObject(small))).rejects.toMatchObject({
      message: expect.stringContaining("403 SignatureDoesNotMatch"),
    });
    expect(s3.requests).toHaveLength(4);
  });

  slowTest("a storage that cannot be reached is reported", async () => {
    const { s3, storage } = await start();
    await s3.close();
    closing.length = 0;
    await expect(storage.read(describeObject(small))).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining("ECONNREFUSED"),
    });
    expect(await storage.check()).toContain("ECONNREFUSED");
  });
});

test("a check writes one small object, and later reads it", async () => {
  const { s3, storage } = await start();
  expect(await storage.check()).toBe("ok");
  expect(await storage.check()).toBe("ok");
  expect(s3.requests).toEqual(["GET /files/tome/tome-check", "PUT /files/tome/tome-check"]);
  expect(await openObjectStorage({ ...setting, endpoint: s3.url }).check()).toBe("ok");
});

test("objects are read from a storage that knows neither lengths nor ranges", async () => {
  const there = await answering(({ url }, response) => {
    response.write("small ");
    if (url?.includes("endless")) response.write("contents and more");
    else response.end("contents");
  });
  const storage = openObjectStorage({ ...setting, endpoint: there.url });
  const object = describeObject(small);
  expect(Buffer.from(await storage.read(object)).toString()).toBe("small contents");
  const longer = { ...object, size: object.size + 1 };
  await expect(storage.read(longer)).rejects.toThrow(
    `The object ${object.name} in the object storage is damaged: it has 14 bytes instead of 15.`,
  );
  const shorter = { ...object, size: object.size - 1 };
  await expect(storage.read(shorter)).rejects.toThrow("damaged: it has more than 13 bytes.");
  const endless = { ...object, name: "tome/endless" };
  for (const length of [5, 6, 7]) {
    const head = Buffer.from(await storage.readHead(endless, length)).toString();
    expect(head).toBe("small contents".slice(0, length));
  }
});

test("only the start of an object is requested, and at most its size", async () => {
  const { s3, storage } = await start();
  const ranges: unknown[] = [];
  const empty = Buffer.alloc(0);
  for (const bytes of [small, empty]) await storage.write(describeObject(bytes), bytes);
  s3.disturb = ({ headers }) => void ranges.push(headers.range);
  for (const [bytes, length] of [
    [small, 5],
    [small, 14],
    [small, 15],
    [empty, 5],
  ] as const) {
    const head = await storage.readHead(describeObject(bytes), length);
    expect(Buffer.from(head).toString()).toBe(bytes.toString().slice(0, length));
  }
  expect(ranges).toEqual(["bytes=0-4", "bytes=0-13", "bytes=0-13", "bytes=0-0"]);
  await expect(storage.readHead(describeObject(large), 5)).rejects.toMatchObject({
    status: 502,
    message: `The object ${describeObject(large).name} is missing in the object storage.`,
  });
});

describe("the storage is asked again only after a temporary error", () => {
  slowTests.each([
    ["read", 403, "AccessDenied", 502, undefined, 1],
    ["read", 400, "a <b>", 502, undefined, 1],
    ["read", 300, "Odd", 502, undefined, 1],
    ["read", 404, "NoSuchKey", 502, undefined, 1],
    ["write", 404, "NoSuchKey", 502, undefined, 1],
    ["remove", 404, "NoSuchKey", undefined, undefined, 1],
    ["remove", 404, "NoSuchBucket", 502, undefined, 1],
    ["check", 503, "SlowDown", undefined, undefined, 1],
    ["check", 403, "AccessDenied", undefined, undefined, 1],
    ["write", 500, "InternalError", 503, 1, 3],
  ] as const)("%s with %d %s", async (action, status, code, problem, retryAfter, attempts) => {
    const { s3, storage } = await start();
    s3.disturb = () => ({ status, code });
    const object = describeObject(small);
    const act = {
      read: () => storage.read(object),
      write: () => storage.write(object, small),
      remove: () => storage.remove(object.name),
      check: () => storage.check(),
    };
    const outcome = await act[action]().catch((error: unknown) => error);
    expect(s3.requests).toHaveLength(attempts);
    if (problem !== undefined) expect(outcome).toMatchObject({ status: problem });
    expect(outcome instanceof ApiError ? outcome.retryAfter : undefined).toBe(retryAfter);
    const message = outcome instanceof Error ? outcome.message : outcome;
    const messages: Record<string, string | undefined> = {
      "read 403": `The object storage responded to GET ${object.name} with 403 AccessDenied.`,
      "read 400": `The object storage responded to GET ${object.name} with 400.`,
      "read 300": `The object storage responded to GET ${object.name} with 300 Odd.`,
      "read 404": `The object ${object.name} is missing in the object storage.`,
      "write 404": `The object storage responded to PUT ${object.name} with 404.`,
      "check 503": "The object storage responded to GET tome/tome-check with 503 SlowDown.",
      "check 403": "The object storage responded to GET tome/tome-check with 403 AccessDenied.",
      "write 500": `The object storage responded to PUT ${object.name} with 500 InternalError.`,
    };
    const isMissingBucket = code === "NoSuchBucket";
    expect(message).toBe(
      isMissingBucket
        ? `The object storage responded to DELETE ${object.name} with 404 NoSuchBucket.`
        : messages[`${action} ${status}`],
    );
  });
});

test("the objects are below the path of the endpoint", async () => {
  const { s3 } = await start();
  for (const path of ["/base", "/base/"]) {
    const storage = openObjectStorage({ ...setting, endpoint: s3.url + path });
    await storage.remove("tome/a b/ü").catch(() => undefined);
  }
  expect(s3.requests).toEqual(["DELETE /base/files/tome/a b/ü", "DELETE /base/files/tome/a b/ü"]);
});
