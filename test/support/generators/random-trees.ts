/** Random page trees, and edits of them that share the unchanged pages. */
import type { ContentPage, ContentTree } from "../../../src/service/areas/content/tree/tree.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../src/service/areas/content/tree/tree-edit.ts";
import { getTreeIndex } from "../../../src/service/areas/content/tree/tree-index.ts";
import { page, tree } from "../organizations/content.ts";
import type { Random } from "./random.ts";

/** @param size the number of pages */
export function randomTree(random: Random, size: number): ContentTree {
  let made = tree([]);
  for (let at = 0; at < size; at++)
    made = withNewPage(made, newPage(random), pickPosition(made, random));
  return made;
}

export function editRandomly(before: ContentTree, random: Random, edits: number): ContentTree {
  let after = before;
  for (let edit = 0; edit < edits; edit++) {
    const ids = [...getTreeIndex(after).pages.keys()];
    const kind = ids.length === 0 ? "new" : random.pick(["new", "title", "delete", "move"]);
    const id = kind === "new" ? "" : random.pick(ids);
    if (kind === "new") after = withNewPage(after, newPage(random), pickPosition(after, random));
    else if (kind === "title") after = withPage(after, id, { title: `T${random.below(100)}` });
    else if (kind === "delete") after = withoutPage(after, id);
    else after = withPageMoved(after, id, pickDestination(after, id, random));
  }
  return after;
}

function newPage(random: Random): ContentPage {
  const id = `p${random.below(1_000_000_000)}`;
  return page(id, { slug: id, title: id, createdAt: "2026-01-01", updatedAt: "2026-01-01" });
}

function pickPosition(made: ContentTree, random: Random) {
  const ids = [...getTreeIndex(made).pages.keys()];
  return ids.length > 0 && random.chance(0.4) ? { into: random.pick(ids) } : {};
}

/** At the top level, or below a page that is not below the moved one. */
function pickDestination(made: ContentTree, id: string, random: Random) {
  const { pages } = getTreeIndex(made);
  const at = random.below(5);
  if (random.chance(0.5)) return { at };
  const into = random.pick([...pages.keys()]);
  for (let above = pages.get(into); above; above = above.parent) {
    if (above.page.id === id) return { at };
  }
  return { at, into };
}
