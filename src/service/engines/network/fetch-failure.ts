/** Failure of a guarded fetch. */

/**
 * `refused` by a check of the platform, `timeout` after the deadline, `failed` at the server or in
 * the network.
 */
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
