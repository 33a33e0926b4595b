/**
 * Pacing of many requests: spreads them when few remain in the rate limit, and waits as long as the
 * server asks.
 */

import { parseRequestedWait, parseResetTime, waitBefore } from "../../client/retry.ts";
import type { Headers } from "../../contract/wire.ts";

/** Time and randomness, which tests replace. */
export interface PaceClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Resolves early if the signal is aborted. */
  sleep(milliseconds: number, stop: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export interface Pace {
  /** Resolves when the next item may start; false if the signal was aborted or the wait is too long. */
  turn(stop: AbortSignal): Promise<boolean>;
  /** The reason to stop, if the server asks for too long a pause. */
  tooLong(): string | undefined;
  /** Records a response of the server. */
  observe(status: number, headers: Headers): void;
  /** Milliseconds until the next item may start; 0 for immediately. */
  wait(): number;
}

interface Pause {
  readonly end: number;
  /** In milliseconds. After a pause, items start spread over a time proportional to its length. */
  readonly length: number;
}

const hour = 60 * 60 * 1000;
/**
 * The longest wait that is accepted from a server, in milliseconds. The run ends after a longer one
 * and can be resumed later.
 */
const longestPause = 2 * hour;

/**
 * The share of the limit below which the remaining requests are spread over the time until the
 * reset.
 */
const lowShare = 0.1;

/** @param concurrency number of items in progress */
export function openPace(concurrency: number, clock: PaceClock = machineClock): Pace {
  let pause: Pause | undefined;
  let turnedAway = 0;
  let spread = { gap: 0, end: 0 };
  let next = 0;
  let tooLong: string | undefined;

  function slowDown(headers: Headers): void {
    const limit = parseNumber(headers["x-ratelimit-limit"]) ?? 0;
    const remaining = parseNumber(headers["x-ratelimit-remaining"]);
    const reset = parseResetTime(headers["x-ratelimit-reset"]);
    const date = Date.parse(headers.date ?? "");
    if (remaining === undefined || reset === undefined || Number.isNaN(date)) return;
    const left = reset - date;
    if (left <= 0 || remaining > Math.max(2 * concurrency, lowShare * limit)) {
      spread = { gap: 0, end: 0 };
      return;
    }
    const now = clock.now();
    spread = { gap: left / (remaining + 1), end: now + left };
    next = Math.max(next, now + spread.gap);
  }

  return {
    observe(status, headers) {
      if (status !== 429) {
        turnedAway = 0;
        slowDown(headers);
        return;
      }
      const asked = parseRequestedWait(status, headers);
      // If the server specifies no time, each consecutive rejection doubles the pause.
      const length = asked ?? waitBefore(turnedAway, { status: 0, headers: {} }, 0);
      turnedAway++;
      const end = clock.now() + length;
      if (pause === undefined || end > pause.end) pause = { end, length };
    },
    async turn(stop) {
      let applied: Pause | undefined;
      let own = 0;
      while (!stop.aborted) {
        if (pause !== undefined && pause !== applied) {
          // A random delay prevents a burst after the pause.
          const late = Math.ceil((1 - clock.random()) * (250 + 0.3 * pause.length));
          if (pause.end > clock.now()) own = pause.end + late;
          applied = pause;
        }
        const now = clock.now();
        const at = Math.max(own, next);
        if (at <= now) {
          next = now < spread.end ? now + spread.gap : 0;
          return true;
        }
        if (at - now > longestPause) {
          const hours = Math.ceil((at - now) / hour);
          tooLong = `the platform requested a pause of ${hours} hours`;
          return false;
        }
        await clock.sleep(at - now, stop);
      }
      return false;
    },
    tooLong: () => tooLong,
    wait: () => Math.max(0, Math.max(pause?.end ?? 0, next) - clock.now()),
  };
}

const machineClock: PaceClock = {
  now: () => performance.now(),
  sleep: (milliseconds, stop) =>
    new Promise((resolve) => {
      // A timer with a longer delay would fire at once.
      const timer = setTimeout(end, Math.min(Math.ceil(milliseconds), 2 ** 31 - 1));
      function end(): void {
        clearTimeout(timer);
        stop.removeEventListener("abort", end);
        resolve();
      }
      stop.addEventListener("abort", end);
    }),
  random: Math.random,
};

function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
