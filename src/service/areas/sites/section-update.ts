/** Changing a section. */
import type { Input } from "../../../contract/endpoint.ts";
import type { update } from "../../../contract/site-section.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import { refuseBadCondition } from "./conditions.ts";
import { leaveGroup, putInto, requireGroup } from "./groups.ts";
import { pathTaken, refuseBadPath } from "./paths.ts";
import { livePlaces, type Structure } from "./structure.ts";
import type { SiteSectionTable } from "./tables.ts";

type Changes = Omit<Input<typeof update>, "organizationId" | "siteId" | "siteSectionId">;

/** @throws Problem 400 for a bad value, 409 for a path that another section has */
export async function updateSection(
  call: Call,
  structure: Structure,
  section: SiteSectionTable,
  changes: Changes,
): Promise<void> {
  const { title, path, defaultSiteSpace, condition, icon, description } = changes;
  const { siteSectionGroupId: group } = changes;
  refuseBlank("title", title);
  refuseBlank("icon", icon);
  refuseBadPath("path", path);
  await refuseBadCondition(condition);
  const taken = [...structure.sections.values()].some(
    (other) => other.id !== section.id && other.path === path,
  );
  if (taken && path !== undefined) throw pathTaken("path", path, "by another section of the site");
  const columns: Partial<SiteSectionTable> = {};
  if (title !== undefined) columns.title = title;
  if (path !== undefined) columns.path = path;
  if (condition !== undefined) columns.condition = condition;
  if (icon !== undefined) columns.icon = icon;
  if (description !== undefined) columns.description = description;
  if (defaultSiteSpace !== undefined) {
    if (!livePlaces(structure, section.id).some((place) => place.id === defaultSiteSpace)) {
      throw new Problem(
        400,
        `defaultSiteSpace ${defaultSiteSpace} is no site space of this section; name one that is.`,
        { field: "defaultSiteSpace" },
      );
    }
    columns.default_site_space_id = defaultSiteSpace;
  }
  requireGroup(structure, group);
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable("site_sections").set(columns).where("id", "=", section.id).execute();
  }
  // Where it stands already, its place among its siblings stays too.
  if (group === undefined || group === section.group_id) return;
  if (group === null) await leaveGroup(call, structure, section);
  else await putInto(call, structure, group, [section.id]);
}
