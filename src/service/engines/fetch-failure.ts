/** Why a guarded fetch has no answer. */

/** `refused` by a check of this platform, `timeout` by the clock, `failed` by the server or the network. */
export type FetchFailureReason = "refused" | "timeout" | "failed";

export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  constructor(
    readonly reason: FetchFailureReason,
    message: string,
  ) {
    super(message);
  }
}
