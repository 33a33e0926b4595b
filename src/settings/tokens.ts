/** Tokens: their format, and operations on stored ones. */
import { UsageError } from "../errors.ts";
import type { SourcedValue } from "./sources.ts";

/** The storage for a token: `either` is the keyring if it can be used, else the file. */
export type TokenStorage = "keyring" | "file" | "either";

/** The tokens of one profile, by origin: scheme, host and port. */
export interface TokenStore {
  /**
   * The names of the storages that contain a token for the origin, or may contain one; none of them
   * is opened.
   */
  readonly storages: (origin: string) => readonly string[];
  /** The origins that the profile has a token for. */
  readonly origins: () => readonly string[];
  /**
   * The token, and the name of its storage.
   * @throws MissingTokenError if it is in the keyring and cannot be read
   */
  readonly get: (origin: string) => Promise<SourcedValue<string> | undefined>;
  /**
   * Stores the token, and replaces the previous one for the same origin.
   * @throws UsageError if it must be in the keyring and cannot be; then the previous one stays
   */
  readonly set: (origin: string, token: string, storage: TokenStorage) => Promise<StoredToken>;
  /** Removes the token from every storage, and reports where that failed. */
  readonly remove: (origin: string) => Promise<TokenRemoval>;
}

export interface StoredToken {
  /** `keyring (Secret Service)`, or `file /home/ada/.config/tome/tokens.json`. */
  readonly storage: string;
  /** A warning for the user. */
  readonly warning: string | undefined;
}

export interface TokenRemoval {
  /** The names of the storages that contained a token. */
  readonly removed: readonly string[];
  /** The storage that still contains one, or may contain one. */
  readonly left: RemainingToken | undefined;
}

export interface RemainingToken {
  readonly storage: string;
  /** The reason, as a clause that follows the name of the storage. */
  readonly reason: string;
  /** Advice after a space, or an empty string. */
  readonly advice: string;
}

/**
 * The token, if it is a valid header value. The error never repeats it.
 * @param from its source: `environment TOME_TOKEN`
 */
export function checkToken(given: unknown, from: string): string {
  if (typeof given === "string" && /^[\x21-\x7e]+$/u.test(given)) return given;
  throw new UsageError(
    `The token from ${from} must be one or more visible ASCII characters without spaces or line breaks.`,
  );
}

/** The token in a text from a pipe or prompt, without a line break at the end. */
export function parseToken(text: string): string {
  if (text.trim() === "") throw new UsageError("The input does not contain a token.");
  return checkToken(text.replace(/\r?\n$/u, ""), "the input");
}

/** A token and its source. */
export interface ResolvedToken {
  readonly value: string;
  readonly from: string;
}
