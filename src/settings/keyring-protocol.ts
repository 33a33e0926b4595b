/** Messages between a command and its keyring process, each a line of JSON. */

export type KeyringAction = "read" | "write" | "remove";

export interface KeyringRequest {
  readonly action: KeyringAction;
  /** The name of the entry in the keyring. */
  readonly account: string;
  /** The token to store. */
  readonly token?: string | undefined;
}

export type KeyringResponse =
  /** The process has loaded its library, and the keyring is asked now. */
  | { readonly step: "started" }
  /** The keyring has responded, and the token is being written. */
  | { readonly step: "writing" }
  | { readonly step: "done"; readonly token?: string | undefined; readonly removed?: boolean }
  /** It failed, for a reason in the keyring's words or in ours. */
  | {
      readonly step: "failed";
      readonly reason: string;
      /** The keyring did not respond. */
      readonly isLate: boolean;
      /** Whether the token may be in the keyring anyway. */
      readonly mayHaveWritten: boolean;
    };
