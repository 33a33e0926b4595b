/** The form of a token, and what can be done with stored tokens. */
import { UsageError } from "../errors.ts";
import type { Sourced } from "./sources.ts";

/** Where to store a token: `either` is the keyring if it can be used, else the file. */
export type TokenStorage = "keyring" | "file" | "either";

/** The tokens of one profile, by origin: scheme, host and port. */
export interface TokenStore {
  /** The names of the storages that have a token for the origin, or may have one; none of them is asked. */
  readonly storages: (origin: string) => readonly string[];
  /** The origins that the profile has a token for. */
  readonly origins: () => readonly string[];
  /**
   * The token, and the name of its storage.
   * @throws Unauthenticated if it is in the keyring and cannot be read
   */
  readonly get: (origin: string) => Promise<Sourced<string> | undefined>;
  /**
   * Stores the token, and replaces an earlier one for the same origin.
   * @throws UsageError if it must be in the keyring and cannot be; then the earlier one stays
   */
  readonly set: (origin: string, token: string, storage: TokenStorage) => Promise<StoredToken>;
  /** Removes the token from every storage, and says where it could not be removed. */
  readonly remove: (origin: string) => Promise<Removal>;
}

export interface StoredToken {
  /** `keyring (Secret Service)`, or `file /home/ada/.config/tome/tokens.json`. */
  readonly storage: string;
  /** A sentence that the person must know. */
  readonly warning: string | undefined;
}

export interface Removal {
  /** The names of the storages that had one. */
  readonly removed: readonly string[];
  /** The storage that still has one, or may have one. */
  readonly left: RemainingToken | undefined;
}

export interface RemainingToken {
  readonly storage: string;
  /** Why, as a clause that follows the name of the storage. */
  readonly reason: string;
  /** A sentence that helps, after a space, if there is one. */
  readonly advice: string;
}

/**
 * The token, if it can be sent in a header. The error never repeats it.
 * @param from its source: `environment TOME_TOKEN`
 */
export function checkToken(given: unknown, from: string): string {
  if (typeof given === "string" && /^[\x21-\x7e]+$/u.test(given)) return given;
  throw new UsageError(
    `The token from ${from} must be one or more visible ASCII characters without spaces or line breaks; it is not repeated here.`,
  );
}

/** The token in a text that was piped or typed, without a line break at the end. */
export function tokenFromInput(text: string): string {
  if (text.trim() === "") throw new UsageError("There is no token: the input is empty.");
  return checkToken(text.replace(/\r?\n$/u, ""), "the input");
}

/** A token, and where it comes from. */
export interface KnownToken {
  readonly value: string;
  readonly from: string;
}
