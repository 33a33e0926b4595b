/**
 * Reduction of the sides of a merge to the pages that differ. Consecutive pages that are the same
 * objects on all sides are represented by the first one, because a merge keeps them together.
 */
import { hasSameItems } from "./list-delta.ts";
import type { ContentPage, ContentTree } from "./tree.ts";
import { withOrigin } from "./tree-index.ts";

export interface MergeTrees {
  /** The common ancestor. */
  readonly base: ContentTree;
  readonly ours: ContentTree;
  readonly theirs: ContentTree;
}

export interface ReducedTrees extends MergeTrees {
  /** Restores the omitted pages in the result of a merge. */
  readonly expand: (tree: ContentTree) => ContentTree;
}

type Pages = readonly ContentPage[];

/** The same list on each side. */
interface ListSides {
  readonly base: Pages;
  readonly ours: Pages;
  readonly theirs: Pages;
}

export function reduceTrees({ base, ours, theirs }: MergeTrees): ReducedTrees {
  // Most merges: only one side has changed pages since the ancestor.
  const [isOursSame, isTheirsSame] = [ours, theirs].map(({ pages }) =>
    hasSameItems(pages, base.pages),
  );
  if (isOursSame || isTheirsSame) {
    return {
      base,
      ours: isOursSame ? { ...ours, pages: base.pages } : ours,
      theirs: isTheirsSame ? { ...theirs, pages: base.pages } : theirs,
      expand: (tree) => tree,
    };
  }
  /** The pages that a page represents, including itself. */
  const runs = new Map<ContentPage, Pages>();
  /** Copies of pages, whose subpages are reduced; the same for equal objects. */
  const copies = new Map<ContentPage, ContentPage>();
  const originals = new Map<ContentPage, ContentPage>();

  function reduceLists(lists: ListSides): ListSides {
    const next = findRuns(lists);
    const reduce = (pages: Pages) => {
      const reduced: ContentPage[] = [];
      for (let index = 0; index < pages.length; ) {
        const page = pages[index];
        if (page === undefined) break;
        const length = next.get(page) ?? 0;
        if (length > 1) runs.set(page, pages.slice(index, index + length));
        reduced.push(copies.get(page) ?? page);
        index += Math.max(1, length);
      }
      return reduced;
    };
    reduceChildren(lists, next);
    return {
      base: reduce(lists.base),
      ours: reduce(lists.ours),
      theirs: reduce(lists.theirs),
    };
  }

  /** Pages that are in the same list on all sides, but are not the same objects. */
  function reduceChildren(lists: ListSides, next: ReadonlyMap<ContentPage, number>): void {
    const isDifferent = (page: ContentPage) => page.pages.length > 0 && !next.has(page);
    const mine = byId(lists.ours.filter(isDifferent));
    const other = byId(lists.theirs.filter(isDifferent));
    for (const page of lists.base.filter(isDifferent)) {
      const [left, right] = [mine.get(page.id), other.get(page.id)];
      if (!left || !right) continue;
      const children = reduceLists({ base: page.pages, ours: left.pages, theirs: right.pages });
      copy(page, children.base);
      copy(left, children.ours);
      copy(right, children.theirs);
    }
  }

  function copy(page: ContentPage, pages: Pages): void {
    if (copies.has(page) || hasSameItems(pages, page.pages)) return;
    const reduced = { ...page, pages };
    copies.set(page, reduced);
    originals.set(reduced, page);
  }

  function expand(pages: Pages): Pages {
    return pages.flatMap((page): Pages => {
      const run = runs.get(page);
      return run ?? [expandPage(page)];
    });
  }

  function expandPage(page: ContentPage): ContentPage {
    if (page.pages.length === 0) return page;
    const pages = expand(page.pages);
    const original = originals.get(page);
    if (original && hasSameItems(pages, original.pages)) return original;
    return hasSameItems(pages, page.pages) ? page : { ...page, pages };
  }

  const lists = reduceLists({ base: base.pages, ours: ours.pages, theirs: theirs.pages });
  return {
    base: { ...base, pages: lists.base },
    ours: { ...ours, pages: lists.ours },
    theirs: { ...theirs, pages: lists.theirs },
    expand: (tree) => withOrigin({ ...tree, pages: expand(tree.pages) }, ours),
  };
}

function byId(pages: Pages): ReadonlyMap<string, ContentPage> {
  return new Map(pages.map((page) => [page.id, page]));
}

/**
 * Finds the pages that are the same objects in the list of each side.
 * @returns for the first page of each run, its length; 0 for its other pages
 */
function findRuns({ base, ours, theirs }: ListSides): ReadonlyMap<ContentPage, number> {
  const inOurs = positionsIn(ours, base);
  const inTheirs = positionsIn(theirs, base);
  const runs = new Map<ContentPage, number>();
  let first: ContentPage | undefined;
  let last = { ours: -1, theirs: -1 };
  for (const [index, page] of base.entries()) {
    const position = { ours: inOurs(page, index), theirs: inTheirs(page, index) };
    if (position.ours < 0 || position.theirs < 0) {
      first = undefined;
      continue;
    }
    const continues = position.ours === last.ours + 1 && position.theirs === last.theirs + 1;
    if (first === undefined || !continues) first = page;
    if (page !== first) runs.set(page, 0);
    runs.set(first, (runs.get(first) ?? 0) + 1);
    last = position;
  }
  return runs;
}

/** @returns a function for the position of a page of the base; -1 if the list does not contain the object */
function positionsIn(pages: Pages, base: Pages): (page: ContentPage, index: number) => number {
  if (hasSameItems(pages, base)) return (_, index) => index;
  const positions = new Map(pages.map((page, index) => [page, index]));
  return (page) => positions.get(page) ?? -1;
}
