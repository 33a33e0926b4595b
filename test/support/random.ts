/** Chance that can be repeated: the same seed gives the same choices. */
export interface Random {
  readonly seed: number;
  /** From 0 up to 1, as Math.random. */
  readonly next: () => number;
  /** A whole number from 0 up to, and without, `end`. */
  readonly below: (end: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
}

/** @param seed TOME_SEED if set, otherwise any; it belongs in the message of a failure */
export function randomFrom(seed = seedOfRun()): Random {
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    seed,
    next,
    below,
    chance: (share) => next() < share,
    pick<T>(from: readonly T[]): T {
      const found = from[below(from.length)];
      if (found === undefined && from.length === 0) throw new Error("There is nothing to pick.");
      return found as T;
    },
  };
}

/**
 * The same seed in every run, unless TOME_SEED names another: for cases that come from other people's
 * texts, where what a new seed meets says nothing about a change.
 */
export function sameSeed(): number | undefined {
  return process.env.TOME_SEED === undefined ? 20_261_122 : undefined;
}

function seedOfRun(): number {
  const given = Number(process.env.TOME_SEED);
  return Number.isInteger(given) && given > 0 ? given : Math.floor(Math.random() * 2 ** 31);
}
