/** Inverse of moves: restores the previous parent and position. */

import type { JsonObject } from "../../context.ts";
import { type MovedBack, regroupings } from "../../contract/inverse.ts";
import { ApiError } from "../../errors.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import {
  type Arrangement,
  type Neighbour,
  type PartPosition,
  parseNeighbour,
  readArrangement,
} from "../../history/position.ts";
import { getValueAt } from "../../history/read-path.ts";
import type { WriteRequest } from "../../history/state.ts";
import { computeDifferences, isSame } from "../../history/state.ts";
import { asObject, asText } from "../../json/values.ts";
import {
  buildOperation,
  findChangesSince,
  getName,
  selectPathFields,
  type UndoPlan,
  type WriteStates,
} from "./request-plan.ts";
import type { Invertible, UndoContext } from "./undo-context.ts";

export async function planMove(
  { entry, endpoint }: Invertible,
  { among, named, part }: MovedBack,
  known: WriteStates,
  reading: UndoContext,
): Promise<UndoPlan> {
  const { before, now } = known;
  const isBack = computeDifferences(before, now).length === 0;
  const position: PartPosition = {
    type: part ?? asText(asObject(entry.input.item).type),
    id: asText(getValueAt(entry.input, named)),
    parent: asText(before.parent),
    after: parseNeighbour(before.after),
    before: parseNeighbour(before.before),
  };
  const back =
    among === "structure"
      ? await arrangeBack(entry, [position], reading)
      : await moveBack({ entry, endpoint }, among, position, reading);
  return {
    says: `move ${getName(getMovedTarget(entry))} back ${back.where}`,
    requests: isBack ? [] : back.requests,
    changed: isUnmovedSince(known) ? [] : findChangesSince(known),
    notes: isBack ? [] : back.notes,
    deletes: false,
  };
}

/** The moved part of a docs site, if the target of the write is the site. */
function getMovedTarget({ input, target }: HistoryEntry): HistoryEntry["target"] {
  const { type, id } = parseNeighbour(input.item) ?? {};
  if (type === undefined || id === undefined) return target;
  return { ...target, field: type.replaceAll("-", " "), id };
}

/** Whether the resource was not moved again; the siblings on one side may have changed. */
function isUnmovedSince({ after, now }: WriteStates): boolean {
  if (after === undefined || !isSame(after.parent, now.parent)) return false;
  return isSame(after.after, now.after) || isSame(after.before, now.before);
}

interface Back {
  readonly requests: readonly WriteRequest[];
  readonly notes: readonly string[];
  /** Position of the last part: `after X1`. */
  readonly where: string;
}

const atEnd = "to the end of its previous parent";

function describePosition(chosen: MoveTarget | undefined): string {
  return chosen === undefined ? atEnd : `${chosen.side} ${chosen.neighbour.id}`;
}

interface MoveTarget {
  readonly side: "before" | "after";
  readonly neighbour: Neighbour;
}

/** The previous neighbor that has not moved, and the side of it for the resource. */
async function findNeighbor(
  position: PartPosition,
  isThere: (neighbour: Neighbour) => boolean | Promise<boolean>,
): Promise<MoveTarget | undefined> {
  for (const side of ["after", "before"] as const) {
    const { [side]: neighbour } = position;
    if (neighbour !== null && (await isThere(neighbour))) return { side, neighbour };
  }
  return undefined;
}

function computeLoss(
  { after, before }: PartPosition,
  chosen: MoveTarget | undefined,
): readonly string[] {
  if (chosen !== undefined || (after === null && before === null)) return [];
  return [`Its previous neighbors have moved or were deleted, so it moves ${atEnd}.`];
}

async function moveBack(
  { entry, endpoint }: Pick<Invertible, "entry" | "endpoint">,
  among: "spaces" | "collections",
  position: PartPosition,
  reading: UndoContext,
): Promise<Back> {
  const read = reading.readFor(entry);
  const parent = position.parent === "" ? null : position.parent;
  const noun = among === "spaces" ? "space" : "collection";
  const chosen = await findNeighbor(position, async ({ id }) => {
    try {
      const sibling = asObject(await read(`/${among}/${encodeURIComponent(id)}`));
      return sibling.deletedAt === undefined && asText(sibling.parent) === position.parent;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
  });
  const to = chosen && { [chosen.side]: { type: noun, [noun]: chosen.neighbour.id } };
  const input = { ...selectPathFields(endpoint, entry.input), parent, position: to ?? {} };
  return {
    requests: [{ endpoint, input }],
    notes: computeLoss(position, chosen),
    where: describePosition(chosen),
  };
}

/**
 * Restores the positions of parts of a docs site, in their previous order.
 * @param parentAfter the parent of a part after the preceding requests; by default its current parent
 */
export async function arrangeBack(
  entry: HistoryEntry,
  positions: readonly PartPosition[],
  reading: UndoContext,
  parentAfter: (part: Arrangement[number]) => string = ({ parent }) => parent,
): Promise<Back> {
  if (positions.length === 0) return { requests: [], notes: [], where: "" };
  const all = await readArrangement(entry.input, reading.readFor(entry));
  const parents = new Map(all.map((part) => [part.id, parentAfter(part)]));
  const requests: WriteRequest[] = [];
  const notes: string[] = [];
  let where = atEnd;
  for (const position of positions) {
    const { type, id, parent } = position;
    const currentParent = parents.get(id);
    if (currentParent === undefined) continue;
    if (currentParent !== parent) {
      const regroup = getRegrouping(type, reading);
      if (regroup === undefined) {
        notes.push(`The site space ${id} stays in its section because the API cannot move it.`);
        continue;
      }
      const { endpoint, part, into } = regroup;
      const parameters = { ...entry.input, [part]: id };
      const input = {
        ...selectPathFields(endpoint, parameters),
        [into]: parent === "" ? null : parent,
      };
      requests.push({ endpoint, input });
      parents.set(id, parent);
    }
    const chosen = await findNeighbor(position, (one) => parents.get(one.id) === parent);
    where = describePosition(chosen);
    const loss = computeLoss(position, chosen);
    for (const note of loss) notes.push(note);
    // A part without siblings needs no sorting.
    if (chosen === undefined && loss.length === 0) continue;
    const sort = buildOperation("sortSiteStructure", reading);
    const to: JsonObject =
      chosen === undefined
        ? {}
        : { [chosen.side]: { type: chosen.neighbour.type, id: chosen.neighbour.id } };
    const input = { ...selectPathFields(sort, entry.input), item: { type, id }, position: to };
    requests.push({ endpoint: sort, input });
  }
  return { requests, notes, where };
}

function getRegrouping(type: string, reading: UndoContext) {
  const regrouping = Object.entries(regroupings).find(([kind]) => kind === type)?.[1];
  return regrouping && { ...regrouping, endpoint: buildOperation(regrouping.by, reading) };
}
