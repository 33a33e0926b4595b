/**
 * Locations to which visitors return after they have signed in: a path of a site with a query. Programs
 * that sign visitors in append credentials to the location, so that it must not lead to another host.
 */

/** Browsers read a backslash as a slash, and skip tabs and line breaks: `/\t/example.com` is a host. */
export function isSiteLocation(text: string): boolean {
  return /^\/(?!\/)[^\p{Cc}\\]*$/u.test(text);
}

/**
 * @param segments decoded
 * @returns a location; characters that could end a segment remain encoded
 */
export function toSiteLocation(segments: readonly string[]): string {
  return `/${segments
    .map((segment) => segment.replace(/[\p{Cc}\\/]/gu, encodeURIComponent))
    .join("/")}`;
}
