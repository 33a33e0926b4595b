/** What an address in a file of a repository leads to. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import { decoded, referenceFrom } from "../reference-address.ts";
import { pathFrom } from "./paths.ts";

/** Ids by locations below the root of the content. */
export interface Targets {
  /** Of the content, from the root of the repository. */
  readonly root: string;
  readonly pageAt: (location: string) => string | undefined;
  /** The location of the page of a folder. */
  readonly readmeOf: (folder: string) => string | undefined;
  readonly fileAt: (location: string) => string | undefined;
  /** The reusable content at a location. */
  readonly includeAt: (location: string) => string | undefined;
}

/** A reference of the file at a location as one of the content; one without a target stays as written. */
export type Resolve = (ref: ContentReference, from: string) => ContentReference;

export function createResolver({ root, pageAt, readmeOf, fileAt, includeAt }: Targets): Resolve {
  return (ref, from) => {
    const inner = ref.kind === "url" ? innerAddress(ref.url) : undefined;
    if (ref.kind !== "url" || !inner) return ref;
    const { path, anchor } = inner;
    if (path === "") return anchor === undefined ? ref : { kind: "anchor", anchor };
    const location = pathFrom(from, path, root);
    if (location === undefined) return ref;
    const page = pageAt(location) ?? pageAt(readmeOf(location) ?? "");
    if (page !== undefined) {
      return anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page };
    }
    const reusableContent = includeAt(location);
    if (reusableContent !== undefined) return { kind: "reusable-content", reusableContent };
    const file = anchor === undefined ? fileAt(location) : undefined;
    return file === undefined ? (referenceFrom(ref.url) ?? ref) : { kind: "file", file };
  };
}

/** The parts of an address inside the repository; absent for all others. */
export function innerAddress(
  url: string,
): { readonly path: string; readonly anchor?: string } | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith("//")) return undefined;
  const [, path = "", , anchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
  return { path: decoded(path), ...(anchor !== undefined && anchor !== "" && { anchor }) };
}
