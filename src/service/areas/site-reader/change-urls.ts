/**
 * URLs of previews without credentials, `/~/changes/<number>/<path>`, as on the hosted platform. They
 * can be shared: each reader sees the preview with the permissions of their own sign-in.
 */
import type { PublicRequest } from "../../core/public-route.ts";
import type { ResolvedContent } from "../site-lookup/resolve-url.ts";

export interface ChangeUrl {
  readonly number: number;
  /** The URL of the same page without the change request. */
  readonly url: string;
}

const marker = "/~/changes/";

/** @returns undefined for other URLs */
export function readChangeUrl(href: string): ChangeUrl | undefined {
  const url = new URL(href);
  const start = url.pathname.indexOf(marker);
  if (start < 0) return undefined;
  const [number = "", ...below] = url.pathname.slice(start + marker.length).split("/");
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  url.pathname = [url.pathname.slice(0, start), ...below].join("/");
  return { number: Number(number), url: url.href };
}

/** The id of a change request of the space at the URL; undefined if it does not exist. */
export async function findChangeRequestId(
  { db }: Pick<PublicRequest, "db">,
  { siteSpace }: ResolvedContent,
  number: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("change_requests")
    .select("id")
    .where("space_id", "=", siteSpace.space_id)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.id;
}
