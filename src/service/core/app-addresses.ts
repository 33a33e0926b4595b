/**
 * The `urls` of answers. The embedded platform has no web application, so `app` leads where
 * `location` does: to the thing itself, and a browser gets a page that says how to see it.
 */

/** @param base what links begin with, without `/v1` */
export function addresses(base: string, plural: "orgs" | "collections" | "spaces", id: string) {
  const location = `${base}/v1/${plural}/${id}`;
  return { location, app: location };
}
