/** Where a thing is among its siblings: what a move changes. */
import type { MovedBack } from "../contract/inverse.ts";
import { Problem } from "../errors.ts";
import { type JsonObject, objectIn, objectsIn, textIn } from "../json/values.ts";
import { titleIn } from "./history-entry.ts";
import { fill, pagesOf, type Read, type State } from "./reading.ts";

/** Where a thing is among its siblings. @throws Problem 404 if it is not there */
export async function readPosition(
  { among }: MovedBack,
  input: JsonObject,
  read: Read,
): Promise<State> {
  if (among === "structure") {
    const structure = objectIn(
      await read(fill("/orgs/{organizationId}/sites/{siteId}/structure", input)),
    );
    return (
      positionIn(structure, "", objectsIn(structure.structure), partOf(input)) ??
      missing(partOf(input))
    );
  }
  const id = textIn(input[among === "spaces" ? "spaceId" : "collectionId"]);
  const target = objectIn(await read(`/${among}/${encodeURIComponent(id)}`));
  const parent = textIn(target.parent);
  const siblings: JsonObject[] = [];
  for await (const page of pagesOf(
    `/orgs/${encodeURIComponent(textIn(target.organization))}/${among}`,
    read,
  )) {
    for (const one of objectsIn(objectIn(page).items)) {
      if (textIn(one.parent) === parent) siblings.push(one);
    }
  }
  return positionIn(target, parent, siblings, id) ?? missing(id);
}

/** The part that a write moves, whichever operation it is. */
export function partOf(input: JsonObject): string {
  const names = ["siteSectionId", "siteSectionGroupId", "siteSpaceId"];
  const named = names.map((name) => textIn(input[name])).find((one) => one !== "");
  return named ?? textIn(objectIn(input.item).id);
}

function missing(id: string): never {
  throw new Problem(404, `${id} is not in the list in which it should be.`);
}

/** Where a thing is among siblings, or among what they hold: its parent and its neighbours. */
function positionIn(
  owner: JsonObject,
  parent: string,
  siblings: readonly JsonObject[],
  id: string,
): State | undefined {
  const at = siblings.findIndex((one) => one.id === id);
  if (at >= 0) {
    const kind = (one: JsonObject | undefined) =>
      one === undefined ? null : { type: textIn(one.object), id: textIn(one.id) };
    return {
      state: { parent, after: kind(siblings[at - 1]), before: kind(siblings[at + 1]) },
      title: titleIn(siblings[at]),
    };
  }
  for (const sibling of siblings) {
    for (const member of ["children", "siteSpaces"]) {
      const found = positionIn(owner, textIn(sibling.id), objectsIn(sibling[member]), id);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
