/** The pages of a site and their paths. */
import type { Call } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { findPageAtPath } from "../content/tree/page-paths.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree/tree-index.ts";
import { getDefaults } from "../sites/structure/defaults.ts";
import type { SiteSpaceRow, Structure } from "../sites/structure/structure.ts";
import { createSpaceFinder, findStart, findStarts } from "../sites/urls/find-published.ts";
import { resolveSiteSpacePath } from "../sites/urls/urls.ts";

export interface SitePages {
  /** The current content of a space. */
  readonly tree: (spaceId: string) => Promise<ContentTree>;
  /** Whether a page exists at a path, which begins with a slash. */
  readonly isPage: (path: string) => Promise<boolean>;
  /** The path on the site of a path in a site space; of the site space itself without `below`. */
  readonly resolvePath: (siteSpace: SiteSpaceRow, below?: string) => string;
}

/** The result reads each space at most once. */
export function getSitePages({ db }: Pick<Call, "db">, structure: Structure): SitePages {
  const trees = new Map<string, Promise<ContentTree>>();
  const find = createSpaceFinder(structure);
  const starts = findStarts(structure);
  const defaults = getDefaults(structure);

  function tree(spaceId: string): Promise<ContentTree> {
    const pending = trees.get(spaceId) ?? readNewest(spaceId);
    trees.set(spaceId, pending);
    return pending;
  }

  async function readNewest(spaceId: string): Promise<ContentTree> {
    const { revision_id } = await db
      .selectFrom("spaces")
      .select("revision_id")
      .where("id", "=", spaceId)
      .executeTakeFirstOrThrow();
    return readTree(db, revision_id);
  }

  return {
    tree,
    async isPage(path) {
      const target = find(path);
      if (!target) return false;
      return (
        target.path === "" || findPageAtPath(await tree(target.space), target.path) !== undefined
      );
    },
    resolvePath(siteSpace, below = "") {
      const section = structure.sections.get(siteSpace.section_id ?? "");
      const shortPath = resolveSiteSpacePath(siteSpace, section, defaults);
      if (below === "") return shortPath;
      // The first segment of a page's path may equal the path of another part of the site, or of the space itself.
      const isClear = findStart(starts, `${shortPath}/${below}`)?.start === shortPath.toLowerCase();
      const fullPath = `${section ? `/${section.path}` : ""}/${siteSpace.path}`;
      return `${isClear ? shortPath : fullPath}/${below}`;
    },
  };
}

/** @returns the page or group with the id, if it has a path */
export function findPageById(tree: ContentTree, id: string): TreePage | undefined {
  const treePage = getTreeIndex(tree).pages.get(id);
  return treePage?.page.slug === undefined ? undefined : treePage;
}
