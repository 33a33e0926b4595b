/** Where the links of files lead in the content that they become. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { referenceFrom } from "../../../document/reference-address.ts";
import { folderOf, isMarkdown, resolvedPath } from "./paths.ts";
import type { Found } from "./project-files.ts";
import { innerAddress } from "./references.ts";

interface Targets {
  readonly found: Found;
  /** By their locations. */
  readonly pageIds: ReadonlyMap<string, string>;
  /** The id of a file at a location, which then belongs to the content. */
  readonly fileId: (location: string) => string;
}

/** @returns leads a reference of the file at a location; what leads nowhere stays as it is written */
export function leadInto({ found, pageIds, fileId }: Targets) {
  return (ref: ContentReference, from: string): ContentReference => {
    const inner = ref.kind === "url" ? innerAddress(ref.url) : undefined;
    if (ref.kind !== "url" || !inner) return ref;
    const { path, anchor } = inner;
    if (path === "") return anchor === undefined ? ref : { kind: "anchor", anchor };
    const location = resolvedPath(folderOf(from), path);
    if (location === undefined) return ref;
    const page = pageIds.get(location) ?? pageIds.get(found.readmeOf(location) ?? "");
    if (page !== undefined) {
      return anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page };
    }
    if (found.files.has(location) && !isMarkdown(location) && anchor === undefined) {
      return { kind: "file", file: fileId(location) };
    }
    return referenceFrom(ref.url) ?? ref;
  };
}
