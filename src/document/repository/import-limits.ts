/** Limits of an import, checked before the content is read. */

/** Memory of an import for page trees. */
export const mostPages = 12_000;
/** Levels of the table of contents. */
export const deepestOutline = 30;
/** Reusable contents, whose list is part of every stored revision. */
export const mostIncludes = 2000;
/** Part of every stored revision. */
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
/** Of a file that is not a page, in bytes. A database row and an export contain it as a whole. */
export const largestFile = 50 * 1024 * 1024;
/** Of all files that are not pages, in bytes. */
export const mostBytes = 256 * 1024 * 1024;
