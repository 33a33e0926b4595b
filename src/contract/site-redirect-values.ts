/** Format of redirects, and equality of their sources. */

/** In characters. */
export const longestSource = 512;

/** Maximum number in one request. */
export const mostRedirectsAtOnce = 500;

/** A path, optionally with a star at its end. */
export const redirectSource = {
  source:
    "^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$",
  means:
    "a path such as /old or /old/*: starts with a slash, does not end with one, * only at the end, other characters than letters, digits and - . _ ~ + percent-encoded",
} as const;

export const redirectOrders = ["createdAt", "updatedAt", "source"] as const;
/** Normalized form of a source: the first character tells whether it ends with a star. */
export function getSourceKey(source: string): string {
  const isWildcard = source.endsWith("*");
  const path = normalizePath(isWildcard ? source.slice(0, -1) : source);
  return isWildcard ? `*${path}` : `=${path}`;
}

/** Published URLs are case-insensitive, and `%65` equals `e`. */
export function normalizePath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}
