/**
 * Reduction of the sides of a merge to the pages that differ. Consecutive pages that are the same
 * objects on all sides are represented by the first one, because a merge keeps them together.
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
  /** The pages that a page represents, including itself. */
  const runs = new Map<ContentPage, PageList>();
  /** Copies of pages, whose subpages are reduced; the same for equal objects. */
  const copies = new Map<ContentPage, ContentPage>();
  const originals = new Map<ContentPage, ContentPage>();

  function reduceLists(lists: ListSides): ListSides {
    const { lengths, parents } = findRuns(lists);
    const reduce = (pages: PageList) => {
      const reduced: ContentPage[] = [];
      let index = 0;
      for (let page = pages[0]; page !== undefined; page = pages[index]) {
        const length = lengths.get(page) ?? 1;
        if (length > 1) runs.set(page, pages.slice(index, index + length));
        reduced.push(copies.get(page) ?? page);
        index += length;
      }
      return reduced;
    };
    reduceChildren(lists, parents);
    return {
      base: reduce(lists.base),
      ours: reduce(lists.ours),
      theirs: reduce(lists.theirs),
    };
  }

  /** PageList that are in the same list on all sides, but are not the same objects. */
  function reduceChildren(lists: ListSides, unchanged: ReadonlySet<ContentPage>): void {
    const isDifferent = (page: ContentPage) => page.pages.length > 0 && !unchanged.has(page);
    const mine = indexById(lists.ours.filter(isDifferent));
    const other = indexById(lists.theirs.filter(isDifferent));
    for (const page of lists.base.filter(isDifferent)) {
      const [left, right] = [mine.get(page.id), other.get(page.id)];
      if (!left || !right) continue;
      const children = reduceLists({ base: page.pages, ours: left.pages, theirs: right.pages });
      copy(page, children.base);
      copy(left, children.ours);
      copy(right, children.theirs);
    }
  }

  function copy(page: ContentPage, pages: PageList): void {
    if (copies.has(page) || hasSameItems(pages, page.pages)) return;
    const reduced = { ...page, pages };
    copies.set(page, reduced);
    originals.set(reduced, page);
  }

  function expand(pages: PageList): PageList {
    return pages.flatMap((page): PageList => {
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

function indexById(pages: PageList): ReadonlyMap<string, ContentPage> {
  return new Map(pages.map((page) => [page.id, page]));
}

interface PageRuns {
  /** The number of pages from the first page of each run. */
  readonly lengths: ReadonlyMap<ContentPage, number>;
  /** Those of the pages that have subpages. */
  readonly parents: ReadonlySet<ContentPage>;
}

/** Finds consecutive pages that are the same objects in the list of each side. */
function findRuns({ base, ours, theirs }: ListSides): PageRuns {
  const lengths = new Map<ContentPage, number>();
  const parents = new Set<ContentPage>();
  const [mine, other] = [listSegments(base, ours), listSegments(base, theirs)];
  let [left, right] = [0, 0];
  for (;;) {
    const [one, two] = [mine[left], other[right]];
    if (!one || !two) return { lengths, parents };
    const start = Math.max(one.earlier, two.earlier);
    const end = Math.min(one.earlier + one.length, two.earlier + two.length);
    const first = base[start];
    if (first && start < end) {
      lengths.set(first, end - start);
      for (const page of base.slice(start, end)) if (page.pages.length > 0) parents.add(page);
    }
    if (one.earlier + one.length === end) left++;
    else right++;
  }
}
