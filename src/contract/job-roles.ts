/** Whether a server runs jobs and answers requests, or leaves one of both to other servers. */
export const jobRoles = ["both", "none", "only"] as const;
export type JobRole = (typeof jobRoles)[number];
