/** Limits that the contract and others state, each once. */

/** In characters. */
export const longestSpaceTitle = 50;

/** In one edit of a change request. */
export const mostContentChanges = 50;

/** How long a deleted space can be restored, in days. */
export const retentionDays = 7;
