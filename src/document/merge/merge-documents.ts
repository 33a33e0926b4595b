/**
 * Three-way merge of documents: block by block, then word by word within a block that both sides
 * changed. Edits of different blocks are all in the result. Blocks that both sides added at one
 * place are both in the result, ours first.
 */
import type { Document, Node } from "../../contract/document.model.ts";
import { computeHash, toCanonicalText } from "../../json/canonical.ts";
import { addTo } from "../../json/groups.ts";
import { alignBlocks } from "./align-blocks.ts";
import { getSign } from "./block-signs.ts";
import { mergeInlines } from "./merge-inlines.ts";
import { type MergeSide, mergeOrder } from "./merge-order.ts";
import { fromRowBlocks, listColumns, rowType, toRowBlocks, withOrigin } from "./table-rows.ts";

/** A block that both sides changed, in a way that cannot be merged. */
export interface BlockConflict {
  /** The key of the block in the common ancestor. */
  readonly id: string;
  readonly type: string;
  /**
   * `edited`: both sides changed the same words. `deleted`: one side deleted it, the other changed
   * it. `ordered`: both sides moved it and its neighbors differently.
   */
  readonly reason: "edited" | "deleted" | "ordered";
  readonly base: Node;
  /** Absent if this side deleted the block. */
  readonly ours?: Node;
  readonly theirs?: Node;
}

interface DocumentMergeInput {
  readonly base: Document;
  readonly ours: Document;
  readonly theirs: Document;
  /** Chooses the side that wins a conflict; undefined leaves it unresolved. */
  readonly resolve?: (conflict: BlockConflict) => MergeSide | undefined;
}

export interface DocumentMerge {
  /** Contains our version of blocks with unresolved conflicts. */
  readonly document: Document;
  readonly conflicts: readonly (BlockConflict & { readonly side: MergeSide | undefined })[];
}

/** A block in the three versions of a text. */
interface Versions {
  readonly base?: Node;
  readonly ours?: Node;
  readonly theirs?: Node;
}

type DecideConflict = (conflict: BlockConflict) => MergeSide;

export function mergeDocuments({
  base,
  ours,
  theirs,
  resolve = () => undefined,
}: DocumentMergeInput): DocumentMerge {
  const conflicts: (BlockConflict & { readonly side: MergeSide | undefined })[] = [];
  const decide: DecideConflict = (conflict) => {
    const side = resolve(conflict);
    conflicts.push({ ...conflict, side });
    return side ?? "ours";
  };
  const nodes = mergeLists(base.nodes, ours.nodes, theirs.nodes, decide);
  const data = { ...ours.data, ...mergeMembers(base.data, ours.data, theirs.data) };
  return { document: { ...ours, data, nodes: withUniqueKeys(nodes) }, conflicts };
}

function mergeLists(
  base: readonly Node[],
  ours: readonly Node[],
  theirs: readonly Node[],
  decide: DecideConflict,
): Node[] {
  const versions = new Map<string, Versions>();
  const baseIds = base.map((node, at) => {
    versions.set(`b${at}`, { base: node });
    return `b${at}`;
  });
  const oursIds = identify(base, ours, "o");
  const theirsIds = unifyAdded(oursIds, ours, identify(base, theirs, "t"), theirs);
  for (const [at, id] of oursIds.entries()) {
    versions.set(id, { ...versions.get(id), ...withNode("ours", ours[at]) });
  }
  for (const [at, id] of theirsIds.entries()) {
    versions.set(id, { ...versions.get(id), ...withNode("theirs", theirs[at]) });
  }
  const merged = new Map<string, Node>();
  for (const [id, nodes] of versions) {
    const node = mergeBlock(nodes, decide);
    if (node) merged.set(id, node);
  }
  const ids = new Set(merged.keys());
  const orders = { base: baseIds, ours: oursIds, theirs: theirsIds };
  let { order, conflicting } = mergeOrder(ids, { ...orders, prefer: "ours" });
  const moved = conflicting ? findMoved(ids, orders, versions) : undefined;
  if (moved && decide(moved) === "theirs") {
    ({ order } = mergeOrder(ids, { ...orders, prefer: "theirs" }));
  }
  return order.flatMap((id) => merged.get(id) ?? []);
}

function withNode(side: MergeSide, node: Node | undefined): Versions {
  if (!node) return {};
  return side === "ours" ? { ours: node } : { theirs: node };
}

function identify(base: readonly Node[], side: readonly Node[], prefix: string): string[] {
  return alignBlocks(base, side).map((position, at) =>
    position === undefined ? `${prefix}${at}` : `b${position}`,
  );
}

/** Both sides added the same block after the same block of the ancestor: it is one block. */
function unifyAdded(
  oursIds: readonly string[],
  ours: readonly Node[],
  theirsIds: readonly string[],
  theirs: readonly Node[],
): string[] {
  const added = new Map<string, string[]>();
  traverseAdded(oursIds, ours, (id, position) => {
    addTo(added, position, id);
  });
  const unified = [...theirsIds];
  traverseAdded(theirsIds, theirs, (_, position, at) => {
    const same = added.get(position)?.shift();
    if (same !== undefined) unified[at] = same;
  });
  return unified;
}

function traverseAdded(
  ids: readonly string[],
  nodes: readonly Node[],
  act: (id: string, position: string, at: number) => void,
): void {
  let previous = "";
  for (const [at, id] of ids.entries()) {
    const node = nodes[at];
    if (id.startsWith("b")) previous = id;
    else if (node) act(id, `${previous} ${getSign(node)}`, at);
  }
}

function findMoved(
  ids: ReadonlySet<string>,
  { base, ours, theirs }: Readonly<Record<"base" | MergeSide, readonly string[]>>,
  versions: ReadonlyMap<string, Versions>,
): BlockConflict | undefined {
  const [oursIds, theirsIds] = [new Set(ours), new Set(theirs)];
  // A block that one side deleted is in the result of some choices only.
  const common = base.filter((id) => ids.has(id) && oursIds.has(id) && theirsIds.has(id));
  const commonIds = new Set(common);
  const [left, right] = [ours, theirs].map(
    (list) => new Map(list.filter((id) => commonIds.has(id)).map((id, at) => [id, at])),
  );
  const id = common.find((one) => left?.get(one) !== right?.get(one));
  const nodes = versions.get(id ?? "");
  return nodes?.base && toConflict("ordered", nodes.base, nodes);
}

function mergeBlock(nodes: Versions, decide: DecideConflict): Node | undefined {
  const { base, ours, theirs } = nodes;
  if (ours && theirs) return base ? mergeVersions(base, ours, theirs, decide) : ours;
  const [only, holder]: readonly [Node | undefined, MergeSide] = ours
    ? [ours, "ours"]
    : [theirs, "theirs"];
  if (!only || !base) return only;
  if (getSign(only) === getSign(base)) return undefined;
  return decide(toConflict("deleted", base, nodes)) === holder ? only : undefined;
}

/** @returns undefined for a container whose blocks are all deleted */
function mergeVersions(
  base: Node,
  ours: Node,
  theirs: Node,
  decide: DecideConflict,
): Node | undefined {
  const [before, mine, other] = [base, ours, theirs].map(getSign);
  if (mine === other || other === before) return ours;
  if (mine === before) return theirs;
  const merged = mergeWithin(base, ours, theirs, decide);
  if (merged !== undefined) return merged === "empty" ? undefined : merged;
  const side = decide(toConflict("edited", base, { base, ours, theirs }));
  return side === "ours" ? ours : theirs;
}

/** @returns undefined if the changes are in conflict, or the block cannot be divided */
function mergeWithin(
  base: Node,
  ours: Node,
  theirs: Node,
  decide: DecideConflict,
): Node | "empty" | undefined {
  if (base.type !== ours.type || base.type !== theirs.type) return undefined;
  if (base.type === "table") return mergeTables(base, ours, theirs, decide);
  const data = mergeMembers(base.data, ours.data, theirs.data);
  const meta = mergeMembers(base.meta, ours.meta, theirs.meta);
  if (!data || !meta || !hasSameShape(base, ours, theirs)) return undefined;
  const nodes = mergeContents(base, ours, theirs, decide);
  if (!nodes) return undefined;
  const fragments = (ours.fragments ?? []).map((fragment, at) =>
    mergeFragment(base.fragments?.[at], fragment, theirs.fragments?.[at], decide),
  );
  if (nodes.length === 0 && (base.nodes ?? []).length > 0) return "empty";
  return withOrigin(
    {
      ...ours,
      ...((ours.data || theirs.data) && { data }),
      ...((ours.meta || theirs.meta) && { meta }),
      ...((ours.nodes || theirs.nodes) && { nodes }),
      ...(ours.fragments && { fragments }),
    },
    ours,
  );
}

/** Whether the versions differ only in their settings and contents. */
function hasSameShape(base: Node, ours: Node, theirs: Node): boolean {
  const [before, mine, other] = [base, ours, theirs].map(
    ({ key: _, data: __, meta: ___, nodes: ____, leaves: _____, fragments, ...rest }) =>
      toCanonicalText({ ...rest, fragments: fragments?.map(({ fragment }) => fragment) }),
  );
  return before === mine && before === other;
}

/** @returns undefined if the same words were changed */
function mergeContents(
  { type, nodes: base = [] }: Node,
  { nodes: ours = [] }: Node,
  { nodes: theirs = [] }: Node,
  decide: DecideConflict,
): Node[] | undefined {
  if ([base, ours, theirs].every((list) => list.every(({ object }) => object === "block"))) {
    if (type !== rowType) return mergeLists(base, ours, theirs, decide);
    return base.flatMap((cell, at) => {
      const [mine, other] = [ours[at], theirs[at]];
      return (mine && other && mergeVersions(cell, mine, other, decide)) ?? [];
    });
  }
  // In code, words of a line are not independent.
  return type === "code-line" ? undefined : mergeInlines(base, ours, theirs);
}

function mergeFragment(
  base: Node | undefined,
  ours: Node,
  theirs: Node | undefined,
  decide: DecideConflict,
): Node {
  const nodes = mergeLists(base?.nodes ?? [], ours.nodes ?? [], theirs?.nodes ?? [], decide);
  return { ...ours, nodes };
}

/** Merges row by row. @returns undefined if the columns are not the same */
function mergeTables(
  base: Node,
  ours: Node,
  theirs: Node,
  decide: DecideConflict,
): Node | undefined {
  const [before, mine, other] = [base, ours, theirs].map(toRowBlocks);
  if (!before || !mine || !other) return undefined;
  const [columns, ...others] = [base, ours, theirs].map((table) => listColumns(table).join(" "));
  const data = mergeMembers(before.data, mine.data, other.data);
  if (!data || others.some((list) => list !== columns)) return undefined;
  if (!hasSameShape(before, mine, other)) return undefined;
  const nodes = mergeLists(before.nodes ?? [], mine.nodes ?? [], other.nodes ?? [], decide);
  return fromRowBlocks({ ...mine, data, nodes });
}

/** @returns undefined if both sides changed the same member differently */
function mergeMembers<T extends Readonly<Record<string, unknown>>>(
  base: T | undefined,
  ours: T | undefined,
  theirs: T | undefined,
): Record<string, unknown> | undefined {
  const merged: Record<string, unknown> = {};
  for (const name of Object.keys({ ...base, ...ours, ...theirs })) {
    const [before, mine, other] = [base, ours, theirs].map((side) => toCanonicalText(side?.[name]));
    if (mine !== other && mine !== before && other !== before) return undefined;
    const value = mine === before ? theirs?.[name] : ours?.[name];
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function toConflict(
  reason: BlockConflict["reason"],
  base: Node,
  { ours, theirs }: Versions,
): BlockConflict {
  const { type = "" } = base;
  const id = findKey(base) ?? computeHash(getSign(base)).slice(0, 12);
  return { id, type, reason, base, ...(ours && { ours }), ...(theirs && { theirs }) };
}

/** Rows and cells of a table have no key of their own. */
function findKey({ key, nodes = [] }: Node): string | undefined {
  if (key !== undefined) return key;
  for (const node of nodes) {
    const inner = findKey(node);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Both sides may have given the same key to different blocks. */
function withUniqueKeys(nodes: readonly Node[], keysInUse = new Set<string>()): Node[] {
  return nodes.map((node) => {
    const { key, ...rest } = node;
    const isRepeated = key !== undefined && keysInUse.has(key);
    if (key !== undefined) keysInUse.add(key);
    return {
      ...(isRepeated ? rest : node),
      ...(node.fragments && { fragments: withUniqueKeys(node.fragments, keysInUse) }),
      ...(node.nodes && { nodes: withUniqueKeys(node.nodes, keysInUse) }),
    };
  });
}
