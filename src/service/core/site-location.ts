/**
 * Locations to which visitors return after they have signed in: a path of a site with a query. Programs
 * that sign visitors in append credentials to the location, so that it must not lead to another host.
 */

/** Browsers read a backslash as a slash, and skip tabs and line breaks: `/\t/example.com` is a host. */
export function isSiteLocation(text: string): boolean {
  return /^\/(?!\/)[^\0-\x1f\x7f\\]*$/.test(text);
}

/**
 * @param segments decoded
 * @returns a location; characters that could end a segment remain encoded
 */
export function toSiteLocation(segments: readonly string[]): string {
  return `/${segments
    .map((segment) => segment.replace(/[\0-\x1f\x7f\\/]/g, encodeURIComponent))
    .join("/")}`;
}
