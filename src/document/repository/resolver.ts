/** What an address in a file of a repository leads to. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import { decoded, referenceFrom, referenceToFile } from "../reference-address.ts";
import { pathFrom } from "./paths.ts";

/** Ids by locations below the root of the content. */
export interface Targets {
  /** Of the content, from the root of the repository. */
  readonly root: string;
  readonly pageAt: (location: string) => string | undefined;
  /** The location of the page of a folder. */
  readonly findReadme: (folder: string) => string | undefined;
  readonly fileAt: (location: string) => string | undefined;
  /** The reusable content at a location. */
  readonly includeAt: (location: string) => string | undefined;
  /** The page that readers get at a path where no file is; if absent, such a path leads nowhere. */
  readonly pageFor?: (path: string) => string | undefined;
}

/** A reference of the file at a location as one of the content; one without a target stays as written. */
export type Resolve = (ref: ContentReference, from: string) => ContentReference;

export function createResolver(targets: Targets): Resolve {
  const { root, pageAt, findReadme, fileAt, includeAt, pageFor } = targets;
  const toPage = (page: string, anchor: string | undefined): ContentReference =>
    anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page };
  return (ref, from) => {
    const inner = ref.kind === "url" ? innerAddress(ref.url) : undefined;
    if (ref.kind !== "url" || !inner) return ref;
    const { paths, anchor } = inner;
    if (paths[0] === "") return anchor === undefined ? ref : { kind: "anchor", anchor };
    const locations = paths.flatMap((path) => pathFrom(from, path, root) ?? []);
    if (locations.length === 0) return ref;
    for (const location of locations) {
      const page = pageAt(location) ?? pageAt(findReadme(location) ?? "");
      if (page !== undefined) return toPage(page, anchor);
      const reusableContent = includeAt(location);
      if (reusableContent !== undefined) return { kind: "reusable-content", reusableContent };
      const file = fileAt(location);
      if (file !== undefined) return referenceToFile(file, anchor);
    }
    const named = referenceFrom(ref.url);
    if (named !== undefined) return named;
    const [other] = locations.flatMap((location) => pageFor?.(location) ?? []);
    return other === undefined ? ref : toPage(other, anchor);
  };
}

/** The parts of an address inside the repository; absent for all others. */
export function innerAddress(url: string):
  | {
      /** What it may name, the likeliest first; "" alone is the same text. */
      readonly paths: readonly string[];
      readonly anchor?: string;
    }
  | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith("//")) return undefined;
  const [, path = "", , anchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
  return { paths: resolvePaths(path), ...(anchor !== undefined && anchor !== "" && { anchor }) };
}

/** A written path decoded, and as it is written: the name of a file may have `%2F` in it. */
export function resolvePaths(written: string): string[] {
  return [...new Set([decoded(written), written])];
}
