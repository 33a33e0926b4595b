/** Work that outlives a request. */

export interface JobRequest {
  readonly kind: string;
  /** Plain JSON. */
  readonly payload: unknown;
  /** When to run it first; at once where absent. */
  readonly at?: Date;
}
