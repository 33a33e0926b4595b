/**
 * The content of a space at one time, as immutable data.
 *
 * Parts of the content: a **tree** (this file) contains all pages, files, reusable contents and
 * variables of a revision; it refers to documents and file contents by their hashes. A **revision**
 * (revisions.ts) is a row that refers to the root of a stored tree (tree-store.ts), so that two
 * revisions share all equal parts. **Documents** (documents.ts) are rich texts, **blobs**
 * (blobs.ts) are file contents. An edit reads a tree, derives another one (tree-edit.ts), commits
 * it as a revision, and publishes that if it is the new content of the space. tree-diff.ts compares
 * two trees, and tree-merge.ts merges the changes of two sides. Search and links are computed from
 * a tree and its documents.
 */

import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { JsonObject } from "../../../../json/values.ts";

/** The visible parts of a page, and its width. An absent part has its default. */
export interface PageLayout {
  readonly width?: "default" | "wide";
  readonly cover?: boolean;
  readonly coverSize?: "hero" | "full" | "background";
  readonly coverMask?: "none" | "radial";
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
  readonly tags?: boolean;
  readonly actions?: boolean;
  readonly anchors?: boolean;
}

export interface PageCover {
  readonly ref?: ContentReference;
  readonly refDark?: ContentReference;
  readonly yPos: number;
  readonly height?: number;
}

export type Variables = Readonly<Record<string, string | number | boolean>>;

/** The location of a page or file in a Git repository; not part of its content. */
export interface GitLocation {
  readonly oid: string;
  readonly path: string;
}

/** The source of a computed page. */
export interface ComputedSource {
  readonly type: string;
  readonly props: JsonObject;
  readonly dependencies?: JsonObject;
}

export const pageTypes = ["document", "group", "link", "computed"] as const;
export type PageType = (typeof pageTypes)[number];

/** A page of any type. Groups are at the top level; links and computed pages have no children. */
export interface ContentPage {
  /** The same in all revisions. */
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** Its segment of the path, unique among its siblings; for documents and groups. */
  readonly slug?: string;
  readonly description?: string;
  /** The hash of its document; a page without one is empty. */
  readonly document?: string;
  readonly layout?: PageLayout;
  readonly cover?: PageCover;
  readonly variables?: Variables;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** The target of a link page. */
  readonly target?: ContentReference;
  readonly computed?: ComputedSource;
  readonly computedSeed?: string;
  /** Front matter that the platform does not use, preserved for exports. */
  readonly frontMatter?: JsonObject;
  /**
   * The path of its Markdown file below the root of the content: `guides/start.md`. Relative links
   * are resolved from there. For pages without a file, see `resolveLocations` in relative-links.ts.
   */
  readonly location?: string;
  readonly git?: GitLocation;
  /**
   * Set by the commit: the time when the id was new, and the time of the last change except of the
   * children.
   */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly pages: readonly ContentPage[];
}

export interface TreeFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
  /** Of images; set by the commit. */
  readonly dimensions?: { readonly width: number; readonly height: number };
  /** Below the root of the content, as for a page. */
  readonly location?: string;
  readonly git?: GitLocation;
}

/** Content that several pages include. */
export interface ReusableContent {
  readonly id: string;
  readonly title: string;
  readonly document?: string;
  /** Of its Markdown file, with the title if the file contains it. */
  readonly frontMatter?: JsonObject;
  readonly location?: string;
  readonly git?: GitLocation;
}

export interface ContentTree {
  readonly pages: readonly ContentPage[];
  readonly files: readonly TreeFile[];
  readonly reusableContents: readonly ReusableContent[];
  readonly variables: Variables;
  /** Target files by path, as in `.gitbook.yaml`; absent if there are none. */
  readonly redirects?: Readonly<Record<string, string>>;
}

export const emptyTree: ContentTree = { pages: [], files: [], reusableContents: [], variables: {} };

/** The content fields of a page: all except position, children, times and Git location. */
export const pageFields = [
  "type",
  "title",
  "emoji",
  "icon",
  "slug",
  "description",
  "document",
  "layout",
  "cover",
  "variables",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "target",
  "computed",
  "computedSeed",
  "frontMatter",
  "location",
] as const satisfies readonly (keyof ContentPage)[];

/** The fields of a file except size and dimensions, which depend on its contents. */
export const fileFields = [
  "name",
  "contentType",
  "hash",
  "location",
] as const satisfies readonly (keyof TreeFile)[];

export const reusableFields = [
  "title",
  "document",
  "frontMatter",
  "location",
] as const satisfies readonly (keyof ReusableContent)[];

/** Whether two values of a field are equal, regardless of the order of object members. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one).filter((name) => getMember(one, name) !== undefined);
  const others = Object.keys(other).filter((name) => getMember(other, name) !== undefined);
  return (
    names.length === others.length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isSameValue(getMember(one, name), getMember(other, name)),
    )
  );
}

function getMember(holder: object, name: string): unknown {
  return (holder as Record<string, unknown>)[name];
}
