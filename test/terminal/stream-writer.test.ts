/** Output follows the reader's speed, ends silently without one, and reports a full disk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { ReaderGone, streamWriter } from "../../src/terminal/stream-writer.ts";

test("a closed pipe is distinguished from an error", async () => {
  const head = spawn("head", ["-1"], { stdio: ["pipe", "pipe", "ignore"] });
  const write = streamWriter(head.stdin);
  const taken: Buffer[] = [];
  head.stdout.on("data", (chunk: Buffer) => taken.push(chunk));
  const writeOn = async (): Promise<never> => {
    for (;;) await write(`${"x".repeat(100_000)}\n`);
  };
  await expect(writeOn()).rejects.toBeInstanceOf(ReaderGone);
  await expect(write("more")).rejects.toBeInstanceOf(ReaderGone);
  if (head.exitCode === null) await once(head, "exit");
  expect(Buffer.concat(taken).length).toBe(100_001);
});

test("a stream closed during a write counts as a closed pipe", async () => {
  const stream = new Writable({ write() {} });
  const writing = streamWriter(stream)("text");
  stream.destroy();
  await expect(writing).rejects.toBeInstanceOf(ReaderGone);
});

test.skipIf(!existsSync("/dev/full"))("a full disk is an error with its own code", async () => {
  const write = streamWriter(createWriteStream("/dev/full"));
  await expect(write("text")).rejects.toMatchObject({ code: "ENOSPC" });
});

test("a write resolves only when the reader has received the text", async () => {
  let take = (): void => {};
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      take = done;
    },
  });
  const order: string[] = [];
  const writing = streamWriter(stream)("text").then(() => order.push("written"));
  await new Promise((resolve) => setImmediate(resolve));
  order.push("taken");
  take();
  await writing;
  expect(order).toEqual(["taken", "written"]);
});

test.each([
  ["EPIPE", true],
  ["EOF", true],
  ["ECONNRESET", true],
  ["ERR_STREAM_DESTROYED", true],
  ["ERR_STREAM_WRITE_AFTER_END", true],
  ["ENOSPC", false],
  ["EIO", false],
  [undefined, false],
])("a write that ends with %s means that the reader has left: %s", async (code, hasLeft) => {
  const error = Object.assign(new Error("No."), code !== undefined && { code });
  const write = streamWriter(new Writable({ write: (_text, _encoding, done) => done(error) }));
  for (const text of ["text", "more"]) {
    const failure: unknown = await write(text).catch((reason: unknown) => reason);
    expect(failure instanceof ReaderGone).toBe(hasLeft);
    if (!hasLeft) expect(failure).toBe(error);
  }
});
