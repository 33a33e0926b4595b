import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventStream, encodeEvents } from "../../../src/service/core/event-stream.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
});

const describeError = (error: unknown) => ({
  error: { code: 500, message: (error as Error).message },
});

async function readAll(open: (signal: AbortSignal) => AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const part of encodeEvents(new EventStream(open), describeError)) {
    text += Buffer.from(part).toString("latin1");
  }
  return text;
}

test("events are ASCII, and followed by their end", async () => {
  const text = await readAll(async function* () {
    yield { text: "é\u007f👍\n" };
    yield [1];
  });
  expect(text).toBe(
    'data: {"text":"\\u00e9\\u007f\\ud83d\\udc4d\\n"}\n\ndata: [1]\n\nevent: done\ndata: {}\n\n',
  );
});

test("an error is the last event", async () => {
  const text = await readAll(async function* () {
    yield 1;
    throw new Error("Too many requests.");
  });
  expect(text).toBe(
    'data: 1\n\nevent: error\ndata: {"error":{"code":500,"message":"Too many requests."}}\n\n',
  );
});

test("a comment is sent after each five seconds without an event", async () => {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const parts = encodeEvents(
    new EventStream(async function* () {
      await waiting;
      yield "late";
    }),
    describeError,
  )[Symbol.asyncIterator]();
  const read = async () => Buffer.from((await parts.next()).value ?? "").toString();
  for (let times = 0; times < 2; times++) {
    const next = read();
    await vi.advanceTimersByTimeAsync(4999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toBe(":\n\n");
  }
  release();
  expect(await read()).toBe('data: "late"\n\n');
  expect(await read()).toBe("event: done\ndata: {}\n\n");
  expect(vi.getTimerCount()).toBe(0);
});

test("a client that disconnects aborts the work, and receives no error", async () => {
  const log: string[] = [];
  const stream = new EventStream(async function* (signal) {
    try {
      yield 1;
      yield 2;
    } finally {
      log.push(`ended, aborted: ${signal.aborted}`);
    }
  });
  const parts = encodeEvents(stream, describeError)[Symbol.asyncIterator]();
  await parts.next();
  expect(await parts.return?.()).toEqual({ done: true, value: undefined });
  expect(log).toEqual(["ended, aborted: true"]);
  expect(await parts.next()).toEqual({ done: true, value: undefined });

  const unread = vi.fn(async function* () {});
  const closed = encodeEvents(new EventStream(unread), describeError)[Symbol.asyncIterator]();
  await closed.return?.();
  await closed.next();
  expect(unread).not.toHaveBeenCalled();
});

test("work that fails because the client disconnected sends no error", async () => {
  const stream = new EventStream(async function* (signal) {
    yield await new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  });
  const parts = encodeEvents(stream, describeError)[Symbol.asyncIterator]();
  const next = parts.next();
  await parts.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
});
