/** Moving a section, a group or a site space among its siblings. */
import { generateKeyBetween } from "fractional-indexing";
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { notFound } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { type Item, itemsIn, type Structure } from "./structure.ts";
import { isSeen } from "./view.ts";

/** Something of a site that has a place in an order. */
export interface Part {
  readonly type: Item["type"] | "site-space";
  readonly id: string;
}

export interface Position {
  readonly before?: Part | undefined;
  readonly after?: Part | undefined;
}

interface Sibling extends Part {
  readonly rank: string;
  /** What the caller may not see has a place, and cannot refuse him one. */
  readonly isSeen: boolean;
}

/** What stands where a part stands, in its order; absent where the caller sees no such part. */
function siblingsOf(
  structure: Structure,
  { type, id }: Part,
  member: Role,
): readonly Sibling[] | undefined {
  if (type === "site-space") {
    const place = structure.places.get(id);
    const places = place && structure.placesIn.get(place.section_id);
    const siblings = places?.map((one) => ({
      type,
      id: one.id,
      rank: one.rank,
      isSeen: one.deleted_at === null && isSeen(one, member),
    }));
    return siblings?.some((one) => one.id === id && one.isSeen) ? siblings : undefined;
  }
  const row = type === "site-section" ? structure.sections.get(id) : structure.groups.get(id);
  if (!row) return undefined;
  const parent = "group_id" in row ? row.group_id : row.parent_id;
  return itemsIn(structure, parent).map(({ type: kind, row: { id: one, rank } }) => ({
    type: kind,
    id: one,
    rank,
    isSeen: true,
  }));
}

const called = {
  "site-section": "section",
  "site-section-group": "section group",
  "site-space": "site space",
} as const;

/**
 * Moves a part right after one sibling, right before another, or to the end. A move to where it
 * stands changes nothing.
 * @param field the input that names the part
 * @throws Problem 404 for a part that the site does not have, 400 for a position that is none
 */
export async function movePart(
  call: Call,
  structure: Structure,
  member: Role,
  part: Part,
  { before, after }: Position,
  field: string,
): Promise<void> {
  const all = siblingsOf(structure, part, member);
  if (!all) throw notFound(called[part.type], part.id, field);
  const others = all.filter((sibling) => sibling.id !== part.id);
  const lower = after && find(others, part, after, "position.after");
  const upper = before && find(others, part, before, "position.before");
  if (lower && upper) checkNeighbours(others, lower, upper);
  const at = lower ? others.indexOf(lower) + 1 : upper ? others.indexOf(upper) : others.length;
  const rank = generateKeyBetween(others[at - 1]?.rank, others[at]?.rank);
  await call.db.updateTable(tables[part.type]).set({ rank }).where("id", "=", part.id).execute();
}

const tables = {
  "site-section": "site_sections",
  "site-section-group": "site_section_groups",
  "site-space": "site_spaces",
} as const;

function find(others: readonly Sibling[], part: Part, wanted: Part, field: string): Sibling {
  if (wanted.id === part.id) {
    throw new Problem(400, `${field} names what is moved; name one of its siblings.`, { field });
  }
  const found = others.find(
    (sibling) => sibling.isSeen && sibling.id === wanted.id && sibling.type === wanted.type,
  );
  if (found) return found;
  throw new Problem(
    400,
    `${field} names ${called[wanted.type]} ${wanted.id}, which does not stand where ${part.id} does; name one that does.`,
    { field },
  );
}

function checkNeighbours(others: readonly Sibling[], lower: Sibling, upper: Sibling): void {
  const seen = others.filter((sibling) => sibling.isSeen);
  if (seen.indexOf(upper) === seen.indexOf(lower) + 1) return;
  throw new Problem(
    400,
    `position.after (${lower.id}) and position.before (${upper.id}) are not neighbours in that order; give one of them.`,
    { field: "position" },
  );
}
