/** Single parts of a site as answers, with no more spaces read than they show. */
import type { Call } from "../../core/handlers.ts";
import type { Place, Structure } from "./structure.ts";
import { type View, type Viewing, viewOf } from "./view.ts";

/** Sections in the order of their ids; unknown ids are left out. */
export async function shownSections(
  call: Call,
  structure: Structure,
  viewing: Viewing,
  ids: readonly string[],
): Promise<ReturnType<View["section"]>[]> {
  const places = ids.flatMap((id) => structure.placesIn.get(id) ?? []);
  const view = await viewOf(call, structure, { ...viewing, places });
  return ids.flatMap((id) => {
    const row = structure.sections.get(id);
    return row ? [view.section(row)] : [];
  });
}

/** Site spaces in the order of the places; their spaces must be live and seen. */
export async function shownPlaces(
  call: Call,
  structure: Structure,
  viewing: Viewing,
  places: readonly Place[],
): Promise<ReturnType<View["siteSpace"]>[]> {
  const view = await viewOf(call, structure, { ...viewing, places });
  return places.map(view.siteSpace);
}
