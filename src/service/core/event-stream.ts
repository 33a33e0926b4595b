/** Responses that are streams of server-sent events. */
import type { ErrorBody, WireResponse } from "../../contract/wire.ts";

/** A response whose events are created while it is sent. */
export class EventStream<T> {
  /**
   * @param open starts the work when the first event is read; the signal is aborted if the client
   * disconnects, and the events must then end
   */
  constructor(readonly open: (signal: AbortSignal) => AsyncIterable<T>) {}
}

/** In milliseconds. An idle connection is closed after 15 seconds, by this server or a proxy. */
const keepAlive = 5000;

/**
 * The body of a stream: the events, then an event `done` or, after an error, an event `error`. If no
 * event is ready for some seconds, comments keep the connection open.
 * @param describe reports an error, and returns the body for the client
 */
export function encodeEvents(
  stream: EventStream<unknown>,
  describe: (error: unknown) => ErrorBody,
): Exclude<WireResponse["body"], string> {
  return {
    [Symbol.asyncIterator]() {
      const disconnected = new AbortController();
      const parts = encodeParts(stream, disconnected.signal, describe);
      return {
        next: () => parts.next(),
        async return() {
          // A generator that waits for an event ends only when the event arrives or fails.
          disconnected.abort();
          await parts.return();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

async function* encodeParts(
  stream: EventStream<unknown>,
  signal: AbortSignal,
  describe: (error: unknown) => ErrorBody,
): AsyncGenerator<Uint8Array, void> {
  if (signal.aborted) return;
  const events = stream.open(signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const pending = events.next();
      // The rejection is observed below, possibly after a comment.
      pending.catch(() => {});
      while (!(await isReady(pending))) yield Buffer.from(":\n\n");
      const { done, value } = await pending;
      if (done) break;
      yield encodeEvent(undefined, value);
    }
    yield encodeEvent("done", {});
  } catch (error) {
    if (!signal.aborted) yield encodeEvent("error", describe(error));
  } finally {
    await events.return?.();
  }
}

/** @returns false if the promise is still pending after some seconds */
async function isReady(promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), keepAlive).unref();
  });
  const ready = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ready, waited]);
  } finally {
    clearTimeout(timer);
  }
}

/** As ASCII, because published clients decode each part of the body separately. */
function encodeEvent(name: string | undefined, data: unknown): Uint8Array {
  const text = JSON.stringify(data).replace(
    /[^\0-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return Buffer.from(`${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`);
}
