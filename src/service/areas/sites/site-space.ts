/** The handlers of site spaces: the places of docs sites at which spaces stand. */
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site-space.ts";
import { Problem } from "../../../errors.ts";
import { authorize, notFound } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { addPlaces, addSection, spaceForSite, titleOfPart } from "./adding.ts";
import { lockStructure, settledStructure } from "./change.ts";
import { defaultSection, defaultsOf } from "./defaults.ts";
import { pageInOrder } from "./lists.ts";
import { movePart } from "./moves.ts";
import { partIn } from "./parts.ts";
import { updatePlace } from "./place-update.ts";
import { requireSite } from "./rows.ts";
import { shownPlaces } from "./shown.ts";
import {
  hasSections,
  livePlaces,
  type Place,
  placesInOrder,
  readStructure,
  type Structure,
} from "./structure.ts";
import { isSeen } from "./view.ts";
import { settleVisibility } from "./visibility.ts";

export const handlers = {
  /** As a reader meets them, section by section. */
  list: atOneMoment(
    async ({ organizationId, siteId, shareKey, default: wanted, ...asked }, call) => {
      const { row, role: member } = await requireSite(call, organizationId, siteId);
      const structure = await readStructure(call, row);
      const defaults = defaultsOf(structure).places;
      const places = placesInOrder(structure).filter(
        ({ row: place }) =>
          isSeen(place, member) && (wanted === undefined || defaults.has(place.id) === wanted),
      );
      const list = `site spaces of site ${siteId}, default ${wanted}`;
      return pageInOrder(list, asked, places, (rows) =>
        shownPlaces(call, structure, { member, shareKey }, rows),
      );
    },
  ),

  async create({ organizationId, siteId, spaceId, sectionId }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    authorize(member, "create", "Putting a space on a site", "in the organization");
    const space = await spaceForSite(call, organizationId, spaceId, "spaceId");
    const structure = await lockStructure(call, siteId);
    if (sectionId !== undefined && !structure.sections.has(sectionId)) {
      throw new Problem(400, `sectionId ${sectionId} is no section of this site; check the id.`, {
        field: "sectionId",
      });
    }
    const section = sectionId ?? (await sectionForNew(call, structure, space.title));
    const [id = ""] = await addPlaces(call, structure, section, [space]);
    await settleVisibility(call, [spaceId]);
    return shownPlace(call, siteId, member, id);
  },

  async update({ organizationId, siteId, siteSpaceId: id, ...changes }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const place = seenPlace(structure, member, id);
    if (!place) throw notFound("site space", id, "siteSpaceId");
    authorize(member, "create", "Changing a site space", "in the organization");
    await updatePlace(call, structure, place, changes);
    return shownPlace(call, siteId, member, id);
  },

  async remove({ organizationId, siteId, siteSpaceId: id }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const place = seenPlace(structure, member, id);
    if (!place) return false;
    authorize(member, "create", "Taking a space off a site", "in the organization");
    const { section_id: section } = place;
    if (section !== null && livePlaces(structure, section).length === 1) {
      throw new Problem(
        409,
        `Site space ${id} is the last one of the section ${section}, which needs one; delete the section instead.`,
        { hint: `tome site section delete ${section} --site ${siteId}` },
      );
    }
    await call.db.deleteFrom("site_spaces").where("id", "=", id).execute();
    await settleVisibility(call, [place.space_id]);
    await settledStructure(call, siteId);
    return true;
  },

  async move({ organizationId, siteId, siteSpaceId: id, position = {} }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!seenPlace(structure, member, id)) throw notFound("site space", id, "siteSpaceId");
    authorize(member, "create", "Moving a site space", "in the organization");
    const { before, after } = position;
    const to = { before: before && partIn(before), after: after && partIn(after) };
    await movePart(call, structure, member, { type: "site-space", id }, to, "siteSpaceId");
    return shownPlace(call, siteId, member, id);
  },
} satisfies Handlers<typeof contract>;

/** The place with a live space that the caller may see. */
function seenPlace({ places }: Structure, member: Role, id: string): Place | undefined {
  const place = places.get(id);
  return place && place.deleted_at === null && isSeen(place, member) ? place : undefined;
}

/**
 * Where a space goes that is put on a site without a section named: into the default section, or to
 * the root. A site that has groups and no section yet gets one.
 */
async function sectionForNew(
  call: Call,
  structure: Structure,
  title: string,
): Promise<string | null> {
  if (!hasSections(structure)) return null;
  const section = defaultSection(structure);
  if (section) return section.id;
  return addSection(call, structure, { title: titleOfPart(title), icon: null });
}

/** The site space after a change. */
async function shownPlace(call: Call, siteId: string, member: Role, id: string) {
  const structure = await settledStructure(call, siteId);
  const place = structure.places.get(id);
  const [shown] = place ? await shownPlaces(call, structure, { member }, [place]) : [];
  if (!shown) throw notFound("site space", id, "siteSpaceId");
  return shown;
}
