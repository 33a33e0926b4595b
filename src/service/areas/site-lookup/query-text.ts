/**
 * Queries of URLs as text. `URLSearchParams` would rewrite them: `%20` as `+`, and `flag` as `flag=`,
 * which other servers may read differently.
 */

/** The parameter of a URL that a browser is redirected to after it got its first cookie. */
export const cookieTest = "~signed-in";

const credentials = new Set(["jwt_token", "token", "shareKey", "changeRequest", cookieTest]);

/**
 * Keeps parameters as they are written.
 * @param search with or without a question mark
 * @returns without a question mark; empty if no parameter is kept
 */
export function filterQuery(search: string, isKept: (name: string) => boolean): string {
  return listParts(search)
    .filter((part) => isKept(readName(part)))
    .join("&");
}

/** The query of a visitor that other servers may see. */
export function withoutCredentials(search: string): string {
  return filterQuery(search, (name) => !credentials.has(name));
}

export function listNames(search: string): ReadonlySet<string> {
  return new Set(listParts(search).map(readName));
}

/** Adds parameters in front of the fragment of a URL, whose other parts stay as written. */
export function addQuery(address: string, query: string): string {
  if (query === "") return address;
  const [beforeFragment = "", ...fragment] = address.split("#");
  const end = beforeFragment.endsWith("?") || beforeFragment.endsWith("&");
  const separator = end ? "" : beforeFragment.includes("?") ? "&" : "?";
  return [beforeFragment + separator + query, ...fragment].join("#");
}

function listParts(search: string): readonly string[] {
  const text = search.startsWith("?") ? search.slice(1) : search;
  return text.split("&").filter((part) => part !== "");
}

function readName(part: string): string {
  const [name = ""] = new URLSearchParams(part).keys();
  return name;
}
