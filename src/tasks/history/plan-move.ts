/** Moves a thing back to where it was. */

import type { JsonObject } from "../../context.ts";
import type { MovedBack } from "../../contract/inverse.ts";
import { Problem } from "../../errors.ts";
import { partOf, readPosition } from "../../history/position.ts";
import type { Read } from "../../history/reading.ts";
import { differencesOf } from "../../history/state.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { Invertible, Reading } from "./reading.ts";
import {
  changedSince,
  type Known,
  nameOf,
  onlyPath,
  operationOf,
  type Plan,
} from "./request-plan.ts";

export async function planMove(
  invertible: Invertible,
  inverse: MovedBack,
  known: Known,
  reading: Reading,
): Promise<Plan> {
  const { entry, endpoint } = invertible;
  const { before, now } = known;
  const isBack = differencesOf(before, now).length === 0;
  const neighbour = isBack ? undefined : await neighbourOf(invertible, inverse, before, reading);
  const isAtEnd = before.after === null && before.before === null;
  const position = neighbour === undefined ? {} : { [neighbour.side]: neighbour.pointer };
  const isPart = inverse.among === "structure";
  const sort = isPart ? operationOf("sortSiteStructure", reading) : endpoint;
  const input: JsonObject = isPart
    ? { item: { type: typeOfPart(entry.input, inverse), id: partOf(entry.input) }, position }
    : { parent: textIn(before.parent) === "" ? null : textIn(before.parent), position };
  const lost = neighbour === undefined && !isAtEnd && !isBack;
  return {
    says: `move ${nameOf(entry.target)} back ${neighbour === undefined ? "to the end of where it was" : `${neighbour.side} ${neighbour.id}`}`,
    requests: isBack
      ? []
      : [{ endpoint: sort, input: { ...onlyPath(sort, entry.input), ...input } }],
    changed: changedSince(known),
    notes: lost
      ? ["Neither of its neighbours is where it was, so it goes to the end of where it was."]
      : [],
    deletes: false,
  };
}

function typeOfPart(input: JsonObject, { part }: MovedBack): string {
  return part ?? textIn(objectIn(input.item).type);
}

/** The old neighbour that is still where it was, and on which side of it the thing belongs. */
async function neighbourOf(
  { entry }: Invertible,
  { among }: MovedBack,
  before: JsonObject,
  reading: Reading,
): Promise<
  | {
      readonly side: "before" | "after";
      readonly id: string;
      readonly pointer: Readonly<Record<string, string>>;
    }
  | undefined
> {
  const read = reading.readFor(entry);
  const parent = textIn(before.parent);
  for (const side of ["after", "before"] as const) {
    const { type, id } = objectIn(before[side]);
    if (typeof type !== "string" || typeof id !== "string") continue;
    if (among === "structure") {
      const input = {
        ...entry.input,
        item: { type, id },
        siteSectionId: "",
        siteSectionGroupId: "",
        siteSpaceId: "",
      };
      if (await isStillAt({ how: "move", among }, input, parent, read)) {
        return { side, id, pointer: { type, id } };
      }
      continue;
    }
    const noun = among === "spaces" ? "space" : "collection";
    if (await isStillAt({ how: "move", among }, { [`${noun}Id`]: id }, parent, read)) {
      return { side, id, pointer: { type: noun, [noun]: id } };
    }
  }
  return undefined;
}

async function isStillAt(
  inverse: MovedBack,
  input: JsonObject,
  parent: string,
  read: Read,
): Promise<boolean> {
  try {
    const { state } = await readPosition(inverse, input, read);
    return textIn(state.parent) === parent;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false;
    throw error;
  }
}
