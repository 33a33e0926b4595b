/** What a token must look like, and what a place that keeps tokens can do. */
import { UsageError } from "../errors.ts";
import type { Sourced } from "./sources.ts";

/** Where a token is to be kept: `either` is the keyring where it can be used, else the file. */
export type TokenPlace = "keyring" | "file" | "either";

/** The tokens of one profile, by origin: scheme, host and port. */
export interface TokenStore {
  /** The names of the places that hold a token of the origin, or may hold one; none is asked. */
  readonly places: (origin: string) => readonly string[];
  /** The origins that the profile has a token for. */
  readonly origins: () => readonly string[];
  /**
   * The token, and the name of the place that keeps it.
   * @throws Unauthenticated where the keyring keeps it and does not give it
   */
  readonly get: (origin: string) => Promise<Sourced<string> | undefined>;
  /**
   * Keeps the token, instead of an earlier one of the same origin.
   * @throws UsageError where it must be the keyring, and cannot be; then the earlier one stays
   */
  readonly set: (origin: string, token: string, wanted: TokenPlace) => Promise<Kept>;
  /** Forgets the token in every place, and says what it could not forget. */
  readonly remove: (origin: string) => Promise<Removal>;
}

export interface Kept {
  /** `keyring (Secret Service)`, or `file /home/ada/.config/tome/tokens.json`. */
  readonly place: string;
  /** What the person must know of it, in a sentence. */
  readonly warning: string | undefined;
}

export interface Removal {
  /** The names of the places that held one. */
  readonly removed: readonly string[];
  /** The place that holds one still, or may. */
  readonly left: Left | undefined;
}

export interface Left {
  readonly place: string;
  /** Why, in words that follow the name of the place. */
  readonly reason: string;
  /** A sentence that helps, after a space, where there is one. */
  readonly advice: string;
}

/**
 * The token, if it can stand in a header. The error never repeats it.
 * @param from what gave it: `environment TOME_TOKEN`
 */
export function checkToken(given: unknown, from: string): string {
  if (typeof given === "string" && /^[\x21-\x7e]+$/u.test(given)) return given;
  throw new UsageError(
    `The token from ${from} must be one or more visible ASCII characters without spaces or line breaks; it is not repeated here.`,
  );
}

/** The token of a text that was piped or typed, where one line break at the end is no part of it. */
export function tokenFromInput(text: string): string {
  if (text.trim() === "") throw new UsageError("There is no token: the input is empty.");
  return checkToken(text.replace(/\r?\n$/u, ""), "the input");
}
