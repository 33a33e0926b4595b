/**
 * The content of a space at one moment, as plain data that is never changed, only replaced.
 *
 * How the pieces of content fit together: a **tree** (this file) is all the pages, files, reusable
 * contents and variables of a revision; it refers to documents and bytes by their hashes. A **revision**
 * (revisions.ts) is a row that points at the root of a stored tree (tree-store.ts), so that two
 * revisions share everything that is equal. **Documents** (documents.ts) are rich texts, **blobs**
 * (blobs.ts) the bytes of files. An edit reads a tree, derives another one (tree-edit.ts), commits it
 * as a revision, and publishes that if it is to be the space's content. tree-diff.ts compares two
 * trees, and tree-merge.ts merges the changes of two sides. Search and links are computed from a
 * tree and its documents.
 */

import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { JsonObject } from "../../../json/values.ts";

/** Which parts of a page are visible, and how wide. An absent part has its default. */
export interface PageLayout {
  readonly width?: "default" | "wide";
  readonly cover?: boolean;
  readonly coverSize?: "hero" | "full";
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
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

/** The source of a page that is computed, not written. */
export interface ComputedSource {
  readonly type: string;
  readonly props: JsonObject;
  readonly dependencies?: JsonObject;
}

export const pageTypes = ["document", "group", "link", "computed"] as const;
export type PageType = (typeof pageTypes)[number];

/** A page of any type. Groups are at the top level; links and computed pages have no children. */
export interface Page {
  /** Stays the same from revision to revision. */
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** Its part of the path, unique among its siblings; of documents and groups. */
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
  /** What a link leads to. */
  readonly target?: ContentReference;
  readonly computed?: ComputedSource;
  readonly computedSeed?: string;
  /** Front matter without a meaning here, kept so that it is not lost. */
  readonly frontMatter?: JsonObject;
  /**
   * The Markdown file that it came from, below the root of the content: `guides/start.md`. Relative
   * links are read and written from there. See `locationsOf` for pages that came from none.
   */
  readonly location?: string;
  readonly git?: GitLocation;
  /** Set by the commit: when the id was new, and when anything but the children changed. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly pages: readonly Page[];
}

export interface File {
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
  /** Of its Markdown file, with the title if it is stated there. */
  readonly frontMatter?: JsonObject;
  readonly location?: string;
  readonly git?: GitLocation;
}

export interface Tree {
  readonly pages: readonly Page[];
  readonly files: readonly File[];
  readonly reusableContents: readonly ReusableContent[];
  readonly variables: Variables;
  /** The file of a page by a path that leads there, as in `.gitbook.yaml`; absent if there is none. */
  readonly redirects?: Readonly<Record<string, string>>;
}

export const emptyTree: Tree = { pages: [], files: [], reusableContents: [], variables: {} };

/** The fields of a page that are its content: all but position, children, times and Git. */
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
] as const satisfies readonly (keyof Page)[];

/** The fields of a file without size and dimensions, which follow from its bytes. */
export const fileFields = [
  "name",
  "contentType",
  "hash",
  "location",
] as const satisfies readonly (keyof File)[];

export const reusableFields = [
  "title",
  "document",
  "frontMatter",
  "location",
] as const satisfies readonly (keyof ReusableContent)[];

/** Whether two values of a field are equal; the order of names in objects does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
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
        Object.hasOwn(other, name) && sameValue(getMember(one, name), getMember(other, name)),
    )
  );
}

function getMember(holder: object, name: string): unknown {
  return (holder as Record<string, unknown>)[name];
}
