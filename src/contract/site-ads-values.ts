/** Values of the ads of a site. */

export const adsRequests = ["in-review", "disabled"] as const;
export const adsTopics = ["webdev", "crypto"] as const;
export type AdsTopic = (typeof adsTopics)[number];
