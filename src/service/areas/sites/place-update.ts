/** Changing a site space. */
import type { Input } from "../../../contract/endpoint.ts";
import type { update } from "../../../contract/site-space.ts";
import type { Call } from "../../core/handlers.ts";
import { spaceForSite } from "./adding.ts";
import { refuseBadCondition } from "./conditions.ts";
import { pathTaken, refuseBadPath } from "./paths.ts";
import type { Place, Structure } from "./structure.ts";
import type { SiteSpaceTable } from "./tables.ts";
import { settleVisibility } from "./visibility.ts";

type Changes = Omit<Input<typeof update>, "organizationId" | "siteId" | "siteSpaceId">;

/** @throws Problem 400 for a bad value, 409 for a path that another one of the same level has */
export async function updatePlace(
  call: Call,
  structure: Structure,
  place: Place,
  { path, condition, spaceId }: Changes,
): Promise<void> {
  refuseBadPath("path", path);
  await refuseBadCondition(condition);
  const siblings = structure.placesIn.get(place.section_id) ?? [];
  if (
    path !== undefined &&
    siblings.some((other) => other.id !== place.id && other.path === path)
  ) {
    const where = place.section_id === null ? "on the site" : "in its section";
    throw pathTaken("path", path, `by another site space ${where}`);
  }
  const columns: Partial<SiteSpaceTable> = {};
  if (path !== undefined) columns.path = path;
  if (condition !== undefined) columns.condition = condition;
  if (spaceId !== undefined) {
    const { organization_id: organizationId } = structure.site;
    columns.space_id = (await spaceForSite(call, organizationId, spaceId, "spaceId")).id;
  }
  if (Object.keys(columns).length === 0) return;
  await call.db.updateTable("site_spaces").set(columns).where("id", "=", place.id).execute();
  if (spaceId !== undefined) await settleVisibility(call, [place.space_id, spaceId]);
}
