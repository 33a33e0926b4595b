/** Values of the ads of a site. */

export const adsRequests = ["in-review", "disabled"] as const;
export const adsTopics = ["webdev", "crypto"] as const;
export type AdsTopic = (typeof adsTopics)[number];

/** Statuses of a review by which the sites of a partner are listed. */
export const adsReviewStatuses = ["in-review", "live", "rejected"] as const;
/** Results of a review; pending ends it without a result. */
export const adsReviewResults = ["live", "rejected", "pending"] as const;
