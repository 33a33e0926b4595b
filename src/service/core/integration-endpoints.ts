/** Public endpoints of integrations. Their requests are handled in running/public-endpoint.ts. */

/**
 * The URL whose requests the fetch handler of the script receives.
 * @param rest of an installation, such as `/installations/<id>`
 */
export function getPublicEndpoint(base: string, name: string, rest = ""): string {
  return `${base}/_integrations/${name}${rest}`;
}

/** The endpoint of an installation on a space or site. */
export function getContentEndpoint(
  base: string,
  { name, installation }: { readonly name: string; readonly installation: string },
  kind: "space" | "site",
  id: string,
): string {
  return getPublicEndpoint(base, name, `/installations/${installation}/${kind}s/${id}`);
}
