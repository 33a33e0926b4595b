/** What is said between a command and the process that touches the keyring for it, a JSON text a line. */

export type KeyringDeed = "read" | "write" | "remove";

export interface KeyringQuestion {
  readonly deed: KeyringDeed;
  /** The entry in the keyring. */
  readonly account: string;
  /** What to keep there. */
  readonly token?: string | undefined;
}

export type KeyringAnswer =
  /** The keyring has answered, and is now given the token. */
  | { readonly step: "writing" }
  | { readonly step: "done"; readonly token?: string | undefined; readonly removed?: boolean }
  /** It failed, in the keyring's own words or in ours. */
  | {
      readonly step: "failed";
      readonly reason: string;
      /** The keyring was asked and said nothing. */
      readonly isLate: boolean;
      /** Whether the keyring may hold a copy nevertheless. */
      readonly perhapsWritten: boolean;
    };
