/** The three-way rule for pages: what each says, where it stands, and in what order. */
import { lonely, mergeFields, type Side, settledFields } from "./merge-fields.ts";
import { mergeOrder } from "./merge-order.ts";
import { type Page, pageFields, type Tree } from "./tree.ts";
import { indexOf, type PlacedPage, type TreeIndex } from "./tree-index.ts";

/** One thing that cannot be had as both sides want it. */
export interface Conflict {
  readonly kind: "page" | "file" | "reusable-content" | "variable";
  /** Of a variable, its name. */
  readonly id: string;
  readonly title: string;
  /** Of a page, its path as the receiving side has it, or else the other. */
  readonly path?: string;
  /**
   * `edited`: both sides changed the same fields, each in its own way. `deleted`: one side deleted
   * it, the other changed it or put something into it. `moved`: both moved it, each elsewhere, or
   * pages into each other. `ordered`: both put what it holds into an order of their own.
   */
  readonly reason: "edited" | "deleted" | "moved" | "ordered";
  /** The fields that both sides changed; empty where the reason is another. */
  readonly fields: readonly string[];
}

/** Takes a conflict and says whose way it goes; an undecided one goes ours, and is remembered. */
export type Decide = (conflict: Conflict) => Side;

/** A page on its way: what it says, and the id of its parent, "" at the top level. */
interface Standing {
  readonly page: Page;
  parent: string;
}

interface Sides {
  readonly base: TreeIndex;
  readonly ours: TreeIndex;
  readonly theirs: TreeIndex;
  readonly decide: Decide;
}

const top = "";

export function mergePages(base: Tree, ours: Tree, theirs: Tree, decide: Decide): readonly Page[] {
  const sides = { base: indexOf(base), ours: indexOf(ours), theirs: indexOf(theirs), decide };
  const merged = new Map<string, Standing>();
  for (const id of new Set([...sides.ours.pages.keys(), ...sides.theirs.pages.keys()])) {
    const standing = mergePage(id, sides);
    if (standing) merged.set(id, standing);
  }
  rescueOrphans(merged, sides);
  breakCircles(merged, sides);
  return assemble(merged, { base, ours, theirs }, sides);
}

function mergePage(id: string, { base, ours, theirs, decide }: Sides): Standing | undefined {
  const [was, mine, other] = [base.pages.get(id), ours.pages.get(id), theirs.pages.get(id)];
  if (mine && other) {
    const kept = was && lonely(was.page, mine.page, pageFields) === "kept";
    const fields = mergeFields(was?.page, kept ? other.page : mine.page, other.page, pageFields);
    const page =
      fields.disputed.length === 0
        ? fields.value
        : settledFields(fields, other.page, decide(conflictOf(mine, "edited", fields.disputed)));
    return { page, parent: mergeParent(was, mine, other, decide) };
  }
  const only = mine ?? other;
  const holder: Side = mine ? "ours" : "theirs";
  if (!only) return undefined;
  const standing = { page: only.page, parent: parentOf(only) };
  if (!was) return standing;
  const touched =
    lonely(was.page, only.page, pageFields) === "changed" || parentOf(was) !== parentOf(only);
  return touched && decide(conflictOf(only, "deleted")) === holder ? standing : undefined;
}

function mergeParent(
  was: PlacedPage | undefined,
  mine: PlacedPage,
  other: PlacedPage,
  decide: Decide,
): string {
  const [before, left, right] = [was && parentOf(was), parentOf(mine), parentOf(other)];
  if (left === right || right === before) return left;
  if (left === before) return right;
  return decide(conflictOf(mine, "moved")) === "ours" ? left : right;
}

/**
 * A page whose parent the other side deleted: the parent comes back, or the page goes too. What went
 * once stays away, so that decisions which contradict each other come to an end; a page that was to
 * be kept below it stands at the top then.
 */
function rescueOrphans(merged: Map<string, Standing>, sides: Sides): void {
  const gone = new Set<string>();
  const waiting = [...merged.keys()];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const standing = merged.get(id);
    if (!standing || standing.parent === top || merged.has(standing.parent)) continue;
    const holder: Side = sides.ours.pages.has(standing.parent) ? "ours" : "theirs";
    const parent = sides[holder].pages.get(standing.parent);
    const page = sides[holder].pages.get(id) ?? sides.ours.pages.get(id);
    if (!parent || !page || sides.decide(conflictOf(page, "deleted")) !== holder) {
      merged.delete(id);
      gone.add(id);
      for (const [other, { parent: above }] of merged) if (above === id) waiting.push(other);
    } else if (gone.has(parent.page.id)) {
      standing.parent = top;
    } else {
      merged.set(parent.page.id, { page: parent.page, parent: parentOf(parent) });
      waiting.push(parent.page.id);
    }
  }
}

/** Each side moved a page below one that the other moved below it. */
function breakCircles(merged: Map<string, Standing>, sides: Sides): void {
  forCircles(merged, (id) => settleMove(id, merged, sides));
  // A decision may have closed another circle: no page is lost in one.
  forCircles(merged, (id) => {
    const standing = merged.get(id);
    if (standing) standing.parent = top;
  });
}

function forCircles(merged: ReadonlyMap<string, Standing>, act: (id: string) => void): void {
  const free = new Set<string>([top]);
  for (const start of merged.keys()) {
    const context: string[] = [];
    let id = start;
    while (!free.has(id) && !context.includes(id)) {
      context.push(id);
      id = merged.get(id)?.parent ?? top;
    }
    if (!free.has(id)) {
      for (const member of context.slice(context.indexOf(id))) act(member);
    }
    for (const member of context) free.add(member);
  }
}

function settleMove(id: string, merged: Map<string, Standing>, { ours, theirs, decide }: Sides) {
  const standing = merged.get(id);
  const [mine, other] = [ours.pages.get(id), theirs.pages.get(id)];
  if (!standing || !mine || !other) return;
  const parent = parentOf(decide(conflictOf(mine, "moved")) === "ours" ? mine : other);
  standing.parent = merged.has(parent) ? parent : top;
}

function assemble(
  merged: ReadonlyMap<string, Standing>,
  trees: { readonly base: Tree; readonly ours: Tree; readonly theirs: Tree },
  sides: Sides,
): readonly Page[] {
  const held = new Map<string, Set<string>>();
  for (const [id, { parent }] of merged) {
    const siblings = held.get(parent);
    if (siblings) siblings.add(id);
    else held.set(parent, new Set([id]));
  }
  const listIn = (side: "base" | "ours" | "theirs", id: string) => {
    const pages = id === top ? trees[side].pages : (sides[side].pages.get(id)?.page.pages ?? []);
    return pages.map((page) => page.id);
  };
  const build = (parent: string): Page[] => {
    const ids = held.get(parent);
    if (!ids) return [];
    const orders = {
      base: listIn("base", parent),
      ours: listIn("ours", parent),
      theirs: listIn("theirs", parent),
    };
    let { order, disputed } = mergeOrder(ids, { ...orders, prefer: "ours" });
    const witness = disputed ? merged.get(parent === top ? (order[0] ?? "") : parent) : undefined;
    const placed = witness && sides.ours.pages.get(witness.page.id);
    if (placed && sides.decide(conflictOf(placed, "ordered")) === "theirs") {
      ({ order } = mergeOrder(ids, { ...orders, prefer: "theirs" }));
    }
    return order.flatMap((id) => {
      const standing = merged.get(id);
      return standing ? [{ ...standing.page, pages: build(id) }] : [];
    });
  };
  return build(top);
}

function parentOf(placed: PlacedPage): string {
  return placed.parent?.page.id ?? top;
}

function conflictOf(
  { page, path }: PlacedPage,
  reason: Conflict["reason"],
  fields: readonly string[] = [],
): Conflict {
  return { kind: "page", id: page.id, title: page.title, path, reason, fields };
}
