/** Merges whose texts change while they are computed. */
import { ApiError } from "../../errors.ts";

/** A long text was changed after the texts of a request were merged, and before its transaction. */
export class OutdatedMergeError extends ApiError {
  constructor() {
    super(503, "A long text was changed during each attempt to merge it. Retry the request.", {
      retryAfter: 1,
    });
  }
}

/** The number of times that the texts of a request are merged. */
const mostAttempts = 3;

/**
 * Repeats a request whose content was changed during its merge: only the texts that changed are merged
 * again.
 * @throws OutdatedMergeError of the last attempt
 */
export async function repeatOutdated<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === mostAttempts || !(error instanceof OutdatedMergeError)) throw error;
    }
  }
}
