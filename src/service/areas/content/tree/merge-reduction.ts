/**
 * Reduction of the sides of a merge to the pages that differ, because a merge compares all pages of
 * its sides in one turn. Consecutive pages that are the same objects on all sides are represented by
 * a copy of the first one without subpages, because a merge changes nothing in them and keeps them
 * together.
 */
import { hasSameItems, listSegments } from "./list-delta.ts";
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

type PageList = readonly ContentPage[];

/** The same list on each side. */
interface ListSides {
  readonly base: PageList;
  readonly ours: PageList;
  readonly theirs: PageList;
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
  const copies = new Map<ContentPage, ContentPage>();
  const originals = new Map<ContentPage, ContentPage>();
  /** The pages that a copy represents. */
  const runs = new Map<ContentPage, PageList>();

  function reduceLists(lists: ListSides): ListSides {
    const listRuns = findRuns(lists);
    for (const [first, run] of listRuns) {
      const copy = { ...first, pages: [] };
      copies.set(first, copy);
      runs.set(copy, run);
    }
    const remaining = {
      base: omitRuns(lists.base, listRuns),
      ours: omitRuns(lists.ours, listRuns),
      theirs: omitRuns(lists.theirs, listRuns),
    };
    const [mine, other] = [indexById(remaining.ours), indexById(remaining.theirs)];
    for (const page of remaining.base) {
      const [left, right] = [mine.get(page.id), other.get(page.id)];
      if (!left || !right || listRuns.has(page)) continue;
      const children = reduceLists({ base: page.pages, ours: left.pages, theirs: right.pages });
      addCopy(page, children.base);
      addCopy(left, children.ours);
      addCopy(right, children.theirs);
    }
    const replace = (pages: PageList) => pages.map((page) => copies.get(page) ?? page);
    return {
      base: replace(remaining.base),
      ours: replace(remaining.ours),
      theirs: replace(remaining.theirs),
    };
  }

  function addCopy(page: ContentPage, pages: PageList): void {
    const copy = { ...page, pages };
    copies.set(page, copy);
    originals.set(copy, page);
  }

  function expand(pages: PageList): PageList {
    return pages.flatMap((page) => runs.get(page) ?? [expandPage(page)]);
  }

  /** @returns the page of a side if it is the same, so that the commit recognizes it */
  function expandPage(page: ContentPage): ContentPage {
    const pages = expand(page.pages);
    const original = originals.get(page) ?? page;
    return hasSameItems(pages, original.pages) ? original : { ...page, pages };
  }

  const lists = reduceLists({ base: base.pages, ours: ours.pages, theirs: theirs.pages });
  return {
    base: { ...base, pages: lists.base },
    ours: { ...ours, pages: lists.ours },
    theirs: { ...theirs, pages: lists.theirs },
    expand: (tree) => withOrigin({ ...tree, pages: expand(tree.pages) }, ours),
  };
}

function indexById(pages: PageList): ReadonlyMap<string, ContentPage> {
  return new Map(pages.map((page) => [page.id, page]));
}

/** Consecutive pages that are the same objects in the list of each side, by the first of them. */
type PageRuns = ReadonlyMap<ContentPage, PageList>;

function findRuns({ base, ours, theirs }: ListSides): PageRuns {
  const runs = new Map<ContentPage, PageList>();
  const [mine, other] = [listSegments(base, ours), listSegments(base, theirs)];
  let [left, right] = [0, 0];
  for (;;) {
    const [one, two] = [mine[left], other[right]];
    if (!one || !two) return runs;
    const start = Math.max(one.earlier, two.earlier);
    const end = Math.min(one.earlier + one.length, two.earlier + two.length);
    const run = base.slice(start, end);
    const [first] = run;
    if (first) runs.set(first, run);
    if (one.earlier + one.length === end) left++;
    else right++;
  }
}

/** @returns the pages outside of runs, and the first page of each run */
function omitRuns(pages: PageList, runs: PageRuns): PageList {
  const remaining: ContentPage[] = [];
  let index = 0;
  for (let page = pages[0]; page; page = pages[index]) {
    remaining.push(page);
    index += runs.get(page)?.length ?? 1;
  }
  return remaining;
}
