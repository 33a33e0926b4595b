/** Where a request was sent to. */

export interface Address {
  /** Scheme and host, without a slash at the end. */
  readonly base: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
}

/** Cuts an absolute address as it came: a parser would quietly change paths such as `/a/../b`. */
export function addressOf(url: string): Address {
  const [, base = "", path = "", query = ""] =
    /^([a-z]+:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  return { base, path: path === "" ? "/" : path, query };
}
