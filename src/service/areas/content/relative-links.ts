/** Relative addresses in Markdown become references by id, which outlive a move, and back. */
import { posix } from "node:path";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document, Node } from "../../../contract/document.model.ts";
import { addressOf, referenceFrom } from "../../../document/reference-address.ts";
import { asReference } from "../../../document/references.ts";
import { mappedNodes } from "../../../document/walk.ts";
import { locationsOf } from "./locations.ts";
import type { Tree } from "./tree.ts";
import { indexOf } from "./tree-index.ts";

/** Where a text stands: the tree, and its own location in it, such as `guides/start.md`. */
export interface Standpoint {
  readonly tree: Tree;
  readonly location: string;
}

/** The standpoint of a page, file or reusable content of a tree. */
export function standpointOf(tree: Tree, id: string): Standpoint {
  return { tree, location: locationsOf(tree).of.get(id) ?? "README.md" };
}

/** A copy in which the addresses that lead to something in the tree are references to that. */
export function withReferences(document: Document, from: Standpoint): Document {
  return mapped(document, (ref, type) =>
    ref.kind === "url" ? (referenceTo(ref.url, from, type) ?? ref) : ref,
  );
}

/** A copy in which references are the addresses that lead there from the standpoint. */
export function withAddresses(document: Document, from: Standpoint): Document {
  return mapped(document, (ref) => ({ kind: "url", url: addressFrom(ref, from) }));
}

function mapped(
  document: Document,
  change: (ref: ContentReference, type: string | undefined) => ContentReference,
): Document {
  const nodes = mappedNodes(document.nodes, (node) => {
    const [ref, dark] = [asReference(node.data?.ref)[0], asReference(node.data?.refDark)[0]];
    if (!ref && !dark) return node;
    return {
      ...node,
      data: {
        ...node.data,
        ...(ref && { ref: change(ref, node.type) }),
        ...(dark && { refDark: change(dark, node.type) }),
      },
    } satisfies Node;
  });
  return { ...document, nodes };
}

/** @returns absent for an address that leads elsewhere, or nowhere */
export function referenceTo(
  url: string,
  from: Standpoint,
  type?: string,
): ContentReference | undefined {
  const named = referenceFrom(url);
  if (named) return named;
  if (isExternal(url)) return undefined;
  const [, written = "", hash] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? [];
  const anchor = hash === undefined || hash === "" ? undefined : decoded(hash);
  if (written === "") return anchor === undefined ? undefined : { kind: "anchor", anchor };
  const path = decoded(written);
  const whole = path.startsWith("/")
    ? path.slice(1)
    : posix.join(posix.dirname(from.location), path);
  const target = locatedAt(posix.normalize(whole), from.tree);
  if (!target) return undefined;
  if (target.kind === "file") return { kind: "file", file: target.id };
  if (target.kind === "reusable-content") {
    return { kind: "reusable-content", reusableContent: target.id };
  }
  // Only what stands in a line can lead to a place within a page.
  if (anchor === undefined || type === "inline-image") return { kind: "page", page: target.id };
  return { kind: "anchor", anchor, page: target.id };
}

/** With a scheme or a host of its own. */
export function isExternal(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/** A folder stands for its first page; `.md` may be left out, as in addresses of published pages. */
function locatedAt(path: string, tree: Tree) {
  const { at } = locationsOf(tree);
  const bare = path.replace(/\/+$/, "").replace(/^\.$/, "");
  for (const candidate of [
    bare,
    `${bare}.md`,
    posix.join(bare, "README.md"),
    posix.join(bare, "index.md"),
  ]) {
    const found = at.get(candidate);
    if (found) return found;
  }
  const page = indexOf(tree).byPath.get(bare.replace(/\.md$/, ""))?.page;
  return page?.type === "document" ? { kind: "page" as const, id: page.id } : undefined;
}

/** What leads nowhere is written as `/pages/<id>`, by which it is known again. */
export function addressFrom(ref: ContentReference, { tree, location }: Standpoint): string {
  if ("space" in ref && ref.space !== undefined) return addressOf(ref);
  const { of } = locationsOf(tree);
  const id =
    ref.kind === "page" || ref.kind === "anchor"
      ? ref.page
      : ref.kind === "file"
        ? ref.file
        : ref.kind === "reusable-content"
          ? ref.reusableContent
          : undefined;
  const target = id === undefined ? undefined : of.get(id);
  if (target === undefined) return addressOf(ref);
  const path = posix.relative(posix.dirname(location), target);
  const address = encodeURI(path === "" ? posix.basename(target) : path).replace(
    /[?#]/g,
    encodeURIComponent,
  );
  return ref.kind === "anchor" ? `${address}#${ref.anchor}` : address;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
