/** URLs of the workspace pages, on which a browser shows the resources of the API. */

/** The path of all workspace pages, to which their cookie is limited. */
export const appPath = "/_app";

/**
 * The URL of the page of a resource.
 * @param base the base URL of links, without a trailing slash
 * @param path the path of the resource in the API, below `/v1`; empty for the page of the user
 */
export function buildAppUrl(base: string, path: string): string {
  return `${base}${appPath}${path}`;
}
