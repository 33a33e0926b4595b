/** The pages of a site: which one is at a path, and at which path one is. */
import type { Call } from "../../core/handlers.ts";
import { pageAtPath } from "../content/page-paths.ts";
import { readTree } from "../content/revisions.ts";
import type { Tree } from "../content/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree-index.ts";
import { resolveSiteSpacePath } from "../sites/addresses.ts";
import { getDefaults } from "../sites/defaults.ts";
import { findStart, findStarts, spaceFinder } from "../sites/find-published.ts";
import type { SiteSpaceRow, Structure } from "../sites/structure.ts";

export interface SitePages {
  /** The newest content of a space. */
  readonly tree: (spaceId: string) => Promise<Tree>;
  /** Whether visitors find a page at a path, which begins with a slash. */
  readonly isPage: (path: string) => Promise<boolean>;
  /** The path on the site of something in a site space; of the site space itself if nothing is below. */
  readonly resolvePath: (siteSpace: SiteSpaceRow, below?: string) => string;
}

/** Each space is read once. */
export function getSitePages({ db }: Pick<Call, "db">, structure: Structure): SitePages {
  const trees = new Map<string, Promise<Tree>>();
  const find = spaceFinder(structure);
  const starts = findStarts(structure);
  const defaults = getDefaults(structure);

  function tree(spaceId: string): Promise<Tree> {
    const known = trees.get(spaceId) ?? readNewest(spaceId);
    trees.set(spaceId, known);
    return known;
  }

  async function readNewest(spaceId: string): Promise<Tree> {
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
      return target.path === "" || pageAtPath(await tree(target.space), target.path) !== undefined;
    },
    resolvePath(siteSpace, below = "") {
      const section = structure.sections.get(siteSpace.section_id ?? "");
      const usual = resolveSiteSpacePath(siteSpace, section, defaults);
      if (below === "") return usual;
      // The first part of a page's path may be that of another part of the site, or of the space itself.
      const isClear = findStart(starts, `${usual}/${below}`)?.start === usual.toLowerCase();
      const whole = `${section ? `/${section.path}` : ""}/${siteSpace.path}`;
      return `${isClear ? usual : whole}/${below}`;
    },
  };
}

/** A page or group that has a path, by its id. */
export function pageById(tree: Tree, id: string): TreePage | undefined {
  const found = getTreeIndex(tree).pages.get(id);
  return found?.page.slug === undefined ? undefined : found;
}
