/** The keys of share links, which open a site to whoever has one. */
import { Problem } from "../../../errors.ts";
import type { SiteTable } from "./tables.ts";

/** @throws Problem 404 for a key that does not open the site; one that is absent is none */
export function refuseUnknownKey(
  site: Pick<SiteTable, "id" | "share_key">,
  shareKey: string | undefined,
): void {
  if (shareKey === undefined || shareKey === site.share_key) return;
  throw new Problem(404, `No share link of docs site ${site.id} has this shareKey.`, {
    field: "shareKey",
  });
}
