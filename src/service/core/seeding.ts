/** What the sample workspace is made with. */
import type { Queries } from "../database/tables.ts";
import type { JobRequest } from "../jobs/job.ts";

export interface Seeding {
  /** In a transaction, so that a refused seeding leaves nothing. */
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
  /** In the same transaction. */
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** The id of the user to whom the sample belongs. */
  readonly owner: string;
  /** The id of the organization that receives it; the owner is its admin. */
  readonly organization: string;
  /** The id of the other organization of the sample. */
  readonly secondOrganization: string;
  /** The ids of the people of the sample, by email. */
  readonly people: ReadonlyMap<string, string>;
}
