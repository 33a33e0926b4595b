/** Resolution of URLs in repository files. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import { decodePart, parseReference, toFileReference } from "../reference-address.ts";
import { resolveLink } from "./paths.ts";

/** Ids by location below the content root. */
export interface RepositoryTargets {
  /** Content root, from the repository root. */
  readonly root: string;
  readonly pageAt: (location: string) => string | undefined;
  /** Location of a folder's page. */
  readonly findReadme: (folder: string) => string | undefined;
  readonly fileAt: (location: string) => string | undefined;
  /** The reusable content at a location. */
  readonly includeAt: (location: string) => string | undefined;
  /** The page that a published path without a file shows; if absent, such a path has no target. */
  readonly pageFor?: (path: string) => string | undefined;
}

/**
 * Converts a URL of the file at a location to a content reference; one without a target is kept as
 * written.
 */
export type ResolveReference = (ref: ContentReference, from: string) => ContentReference;

export function createResolver(targets: RepositoryTargets): ResolveReference {
  const { root, pageAt, findReadme, fileAt, includeAt, pageFor } = targets;
  const toPage = (page: string, anchor: string | undefined): ContentReference =>
    anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page };
  return (ref, from) => {
    const inner = ref.kind === "url" ? parseInnerUrl(ref.url) : undefined;
    if (ref.kind !== "url" || !inner) return ref;
    const { paths, anchor } = inner;
    if (paths[0] === "") return anchor === undefined ? ref : { kind: "anchor", anchor };
    const locations = paths.flatMap((path) => resolveLink(from, path, root) ?? []);
    if (locations.length === 0) return ref;
    for (const location of locations) {
      const page = pageAt(location) ?? pageAt(findReadme(location) ?? "");
      if (page !== undefined) return toPage(page, anchor);
      const reusableContent = includeAt(location);
      if (reusableContent !== undefined) return { kind: "reusable-content", reusableContent };
      const file = fileAt(location);
      if (file !== undefined) return toFileReference(file, anchor);
    }
    const named = parseReference(ref.url);
    if (named !== undefined) return named;
    const [other] = locations.flatMap((location) => pageFor?.(location) ?? []);
    return other === undefined ? ref : toPage(other, anchor);
  };
}

/** Parts of a URL inside the repository; undefined for all others. */
export function parseInnerUrl(url: string):
  | {
      /** Possible targets, the most likely first; "" is the same text. */
      readonly paths: readonly string[];
      readonly anchor?: string;
    }
  | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith("//")) return undefined;
  const [, path = "", , anchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
  return { paths: resolvePaths(path), ...(anchor !== undefined && anchor !== "" && { anchor }) };
}

/** A path decoded, and as written, because a file name may contain `%2F`. */
export function resolvePaths(written: string): string[] {
  return [...new Set([decodePart(written), written])];
}
