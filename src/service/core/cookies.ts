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

/** @returns the names and values in the order of the header */
export function listCookiePairs(header: string | undefined): (readonly [string, string])[] {
  return (header ?? "").split(/;\s*/).flatMap((one) => {
    const at = one.indexOf("=");
    return at > 0 ? [[one.slice(0, at), one.slice(at + 1)] as const] : [];
  });
}
