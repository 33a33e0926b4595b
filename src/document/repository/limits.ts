/** How much of a repository one import takes; what is beyond is refused before it is read. */

/** Their trees fit into the memory of an import. */
export const mostPages = 12_000;
/** Levels of the table of contents. */
export const deepestOutline = 30;
/** Reusable contents: their list is a part of every stored revision. */
export const mostIncludes = 2000;
/** They are a part of every stored revision. */
export const mostRedirects = 1000;
/** Of `.gitbook.yaml`, in characters. */
export const longestSettings = 64 * 1024;
/** In bytes. */
export const longestSummary = 4 * 1024 * 1024;
/** Of `.gitbook/vars.yaml`, in bytes. */
export const longestVariables = 256 * 1024;
/** Of all pages together, in bytes. */
export const mostText = 256 * 1024 * 1024;
/** Of all reusable contents together, in bytes. */
export const mostIncludeText = 64 * 1024 * 1024;
/** Of a file that is no page, in bytes. A row of the database and an export contain it as a whole. */
export const largestFile = 50 * 1024 * 1024;
/** Of all files that are no pages, in bytes. */
export const mostBytes = 256 * 1024 * 1024;
