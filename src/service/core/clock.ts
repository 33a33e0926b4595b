/**
 * The clock of the platform: the real time plus an offset, so that a test can skip a retention of
 * seven days.
 */
import { findOwn } from "../../json/own-members.ts";
import { offsetFact, readFact, removeFact, writeFact } from "../database/facts.ts";
import type { Queries } from "../database/tables.ts";

/**
 * The maximum offset of the clock, in days: about a hundred years. RFC 3339 has four digits for a
 * year and times are compared as strings, so neither the time nor a value computed from it, such as
 * an expiry, may reach the year 10000.
 */
export const furthestDays = 36_525;

const day = 24 * 60 * 60 * 1000;
const end = Date.parse("9899-12-31T23:59:59.999Z");
const start = Date.parse("0101-01-01T00:00:00.000Z");

export interface ServiceClock {
  readonly now: () => Date;
  /** The offset from the real time, in milliseconds; negative in the past. */
  readonly offset: () => number;
  /**
   * Moves the clock by a number of milliseconds.
   * @throws RangeError beyond `furthestDays` from the real time
   */
  readonly advance: (milliseconds: number) => Promise<void>;
  /**
   * Sets the clock, which continues to run from there.
   * @throws RangeError as `advance`
   */
  readonly set: (moment: Date) => Promise<void>;
  /** Resets the clock to the real time. */
  readonly reset: () => Promise<void>;
  /** Loads the offset again after the data was replaced. */
  readonly reload: () => Promise<void>;
}

/** @param real the real time in milliseconds since 1970 */
export async function openClock(db: Queries, real: () => number = Date.now): Promise<ServiceClock> {
  let offset = 0;
  async function move(to: number): Promise<void> {
    if (!isPossibleOffset(to) || real() + to < start || real() + to > end) {
      throw new RangeError(`The clock can be at most ${furthestDays} days from the real time.`);
    }
    if (to === 0) await removeFact(db, offsetFact);
    else await writeFact(db, offsetFact, String(to));
    offset = to;
  }
  const clock: ServiceClock = {
    now: () => new Date(real() + offset),
    offset: () => offset,
    advance: (milliseconds) => move(offset + Math.trunc(milliseconds)),
    set: (moment) => move(moment.getTime() - real()),
    reset: () => move(0),
    async reload() {
      offset = Number((await readFact(db, offsetFact)) ?? 0);
    },
  };
  await clock.reload();
  return clock;
}

/** @param offset in milliseconds */
export function isPossibleOffset(offset: number): boolean {
  return Math.abs(offset) <= furthestDays * day;
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60 * 1000,
  h: 60 * 60 * 1000,
  d: 24 * 60 * 60 * 1000,
  w: 7 * 24 * 60 * 60 * 1000,
};

/**
 * Parses a duration such as `8d`, `-2h`, `90m` or `1500ms`.
 * @returns milliseconds; undefined if it is invalid
 */
export function parseDuration(span: string): number | undefined {
  const [, amount, unit] = /^(-?\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d|w)$/.exec(span) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  return Math.round(Number(amount) * (findOwn(units, unit) ?? 0));
}

/**
 * Uptime of this process in milliseconds, independent of changes to the clock. It does not use
 * `performance`, which would slow down every start.
 */
export function getUptime(): number {
  return process.uptime() * 1000;
}
