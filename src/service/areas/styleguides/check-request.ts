/** The payload of the job that checks pages of a space against a style guide. */

export const checkKind = "check-style-guide";

export interface CheckPayload {
  readonly organizationId: string;
  readonly siteId: string;
  readonly changeRequestId: string;
  readonly runId: string;
  /** Ids of the pages that remain; absent before the first job of a check. */
  readonly pages?: readonly string[];
  /** The number of changed pages so far. */
  readonly changed: number;
  /** The number of pages so far that could not be checked. */
  readonly unchecked: number;
  /** Why the last of them could not be checked. */
  readonly reason?: string;
}
