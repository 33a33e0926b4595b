/** Keeps many requests within the rate limits of the server: spreads them when few are left, and waits as it asks. */

import { requestedWait, waitBefore } from "../../client/retry.ts";
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
  /** Resolves when the next item may start; false if the signal was aborted before, or the wait is too long. */
  turn(stop: AbortSignal): Promise<boolean>;
  /** Why no further item may start, if the server asks for a pause that is too long to wait. */
  tooLong(): string | undefined;
  /** Takes note of an answer of the server. */
  observe(status: number, headers: Headers): void;
  /** Milliseconds until the next item may start; 0 for at once. */
  wait(): number;
}

interface Pause {
  readonly end: number;
  /** In milliseconds; callers spread in proportion to it when it is over. */
  readonly length: number;
}

const hour = 60 * 60 * 1000;
/** The longest wait that a server may ask for, in milliseconds; beyond it the run ends, to be resumed later. */
const longestPause = 2 * hour;

/** The share of the limit below which the remaining requests are spread over the time until the reset. */
const lowShare = 0.1;

/** @param concurrency how many items are under way at once */
export function openPace(concurrency: number, clock: PaceClock = machineClock): Pace {
  let pause: Pause | undefined;
  let turnedAway = 0;
  let spread = { gap: 0, end: 0 };
  let next = 0;
  let tooLong: string | undefined;

  function slowDown(headers: Headers): void {
    const limit = numberIn(headers["x-ratelimit-limit"]) ?? 0;
    const remaining = numberIn(headers["x-ratelimit-remaining"]);
    const reset = numberIn(headers["x-ratelimit-reset"]);
    const date = Date.parse(headers.date ?? "");
    if (remaining === undefined || reset === undefined || Number.isNaN(date)) return;
    const left = reset * 1000 - date;
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
      const asked = requestedWait(status, headers);
      // If the server names no time, each rejection in a row makes the pause longer.
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
          // A random delay, so that not all return at once.
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
          tooLong = `the platform asks to wait for ${hours} hours`;
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
      // A longer timer would fire at once.
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

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
