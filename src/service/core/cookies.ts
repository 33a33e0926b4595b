/** Cookies of requests. */

/**
 * @param header the Cookie header
 * @returns the values of a cookie in the order of the header: a browser sends several if their paths or
 *   domains differ
 */
export function listCookies(header: string | undefined, name: string): string[] {
  return (header ?? "")
    .split(/;\s*/)
    .flatMap((one) => (one.startsWith(`${name}=`) ? [one.slice(name.length + 1)] : []));
}
