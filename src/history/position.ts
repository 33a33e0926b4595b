/** Positions of resources among their siblings, which moves and some other writes change. */
import type { Inverse, MovedBack, SitePartKind } from "../contract/inverse.ts";
import { ApiError } from "../errors.ts";
import {
  asObject,
  asObjects,
  asText,
  isList,
  type JsonObject,
  type JsonValue,
} from "../json/values.ts";
import { findTitle } from "./history-entry.ts";
import { fill, getValueAt, listPages, type ReadPath, type TargetState } from "./read-path.ts";

/** The parts of a docs site in order, each with its parent, "" at the top. */
export type Arrangement = readonly PositionedPart[];

export interface PositionedPart {
  readonly type: string;
  readonly id: string;
  readonly parent: string;
  readonly title?: string | undefined;
}

/** The position of a part, as stored in an entry. */
export interface PartPosition extends PositionedPart {
  /** Its neighbors; null at an end. */
  readonly after: Neighbour | null;
  readonly before: Neighbour | null;
}

export interface Neighbour {
  readonly type: string;
  readonly id: string;
}

/**
 * The position of a resource among its siblings.
 * @throws ApiError 404 if it is missing
 */
export async function readPosition(
  { among, named }: MovedBack,
  input: JsonObject,
  read: ReadPath,
): Promise<TargetState> {
  const id = asText(getValueAt(input, named));
  const all =
    among === "structure"
      ? await readArrangement(input, read)
      : await loadSiblings(among, id, read);
  const [position] = listPositions(all, [id]);
  if (position === undefined) {
    throw new ApiError(404, `${id} is missing from its list.`);
  }
  const { parent, after, before, title } = position;
  return { state: { parent, after: pointer(after), before: pointer(before) }, title };
}

function pointer(one: Neighbour | null): JsonValue {
  return one && { type: one.type, id: one.id };
}

/** The siblings in the same collection or at the top level. */
async function loadSiblings(
  among: "spaces" | "collections",
  id: string,
  read: ReadPath,
): Promise<Arrangement> {
  const { parent, organization } = asObject(await read(`/${among}/${encodeURIComponent(id)}`));
  const siblings: PositionedPart[] = [];
  const list = `/orgs/${encodeURIComponent(asText(organization))}/${among}`;
  for await (const page of listPages(list, read)) {
    for (const one of asObjects(asObject(page).items)) {
      if (asText(one.parent) === asText(parent))
        siblings.push(toPositionedPart(one, asText(parent)));
    }
  }
  return siblings;
}

/** All parts of a docs site. */
export async function readArrangement(input: JsonObject, read: ReadPath): Promise<Arrangement> {
  const { structure } = asObject(
    await read(fill("/orgs/{organizationId}/sites/{siteId}/structure", input)),
  );
  const within = (items: readonly JsonObject[], parent: string): PositionedPart[] =>
    items.flatMap((item) => {
      const part = toPositionedPart(item, parent);
      const children = asObjects(item.children ?? item.siteSpaces);
      return [part, ...within(children, part.id)];
    });
  return within(asObjects(structure), "");
}

function toPositionedPart(one: JsonObject, parent: string): PositionedPart {
  return { type: asText(one.object), id: asText(one.id), parent, title: findTitle(one) };
}

/**
 * The positions of some parts, in order. A neighbor that is one of the later parts is skipped, so
 * that they can be restored one after the other.
 */
function listPositions(all: Arrangement, ids: readonly string[]): readonly PartPosition[] {
  const sought = new Set(ids);
  return all.flatMap((part): PartPosition[] => {
    if (!sought.has(part.id)) return [];
    const siblings = all.filter(({ parent }) => parent === part.parent);
    const at = siblings.indexOf(part);
    const next = siblings.slice(at + 1).find(({ id }) => !sought.has(id));
    return [{ ...part, after: siblings[at - 1] ?? null, before: next ?? null }];
  });
}

/**
 * The positions of the parts of a docs site that a write moves in addition to its main effect;
 * undefined if there are none.
 */
export async function readPositions(
  inverse: Inverse,
  input: JsonObject,
  read: ReadPath,
): Promise<JsonValue | undefined> {
  if (inverse.how !== "fields" && inverse.how !== "delete") return undefined;
  const wanted = (inverse.arranges ?? []).filter(
    ({ by }) => by === undefined || input[by] !== undefined,
  );
  if (wanted.length === 0) return undefined;
  const all = await readArrangement(input, read);
  const ids = wanted.flatMap(({ kind, parts }) =>
    parts === undefined ? listTopIds(all, kind) : listTexts(input[parts]),
  );
  return listPositions(all, ids).map(({ type, id, parent, after, before }) => ({
    type,
    id,
    parent,
    after: pointer(after),
    before: pointer(before),
  }));
}

function listTopIds(all: Arrangement, kind: SitePartKind): readonly string[] {
  return all.filter(({ type, parent }) => type === kind && parent === "").map(({ id }) => id);
}

function listTexts(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.map(asText) : [asText(value)];
}

/** The positions in an entry. */
export function toPositions(value: JsonValue | undefined): readonly PartPosition[] {
  return asObjects(value).map((one) => ({
    type: asText(one.type),
    id: asText(one.id),
    parent: asText(one.parent),
    after: parseNeighbour(one.after),
    before: parseNeighbour(one.before),
  }));
}

export function parseNeighbour(value: JsonValue | undefined): Neighbour | null {
  const { type, id } = asObject(value);
  return typeof type === "string" && typeof id === "string" ? { type, id } : null;
}
