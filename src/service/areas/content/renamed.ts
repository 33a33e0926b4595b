/** Gives everything in a tree a new id, also where its documents refer to it. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import { asReference } from "../../../document/references.ts";
import { mappedNodes } from "../../../document/walk.ts";
import type { File, Page, ReusableContent, Tree } from "./tree.ts";
import { indexOf } from "./tree-index.ts";

export type NewIds = ReadonlyMap<string, string>;

export function newIdsFor(tree: Tree, newId: () => string): NewIds {
  const { pages, files, reusableContents } = indexOf(tree);
  return new Map(
    [...pages.keys(), ...files.keys(), ...reusableContents.keys()].map((id) => [id, newId()]),
  );
}

/** @param documents the new hash of each document, by its old one */
export function renamedTree(tree: Tree, ids: NewIds, documents: ReadonlyMap<string, string>): Tree {
  const idOf = (id: string) => ids.get(id) ?? id;
  const documentOf = <T extends { readonly document?: string }>({ document, ...rest }: T) => ({
    ...rest,
    ...(document !== undefined && { document: documents.get(document) ?? document }),
  });
  const page = (one: Page): Page => ({
    ...(documentOf(one) as Page),
    id: idOf(one.id),
    ...(one.target && { target: renamedReference(one.target, ids) }),
    ...(one.cover && {
      cover: {
        ...one.cover,
        ...(one.cover.ref && { ref: renamedReference(one.cover.ref, ids) }),
        ...(one.cover.refDark && { refDark: renamedReference(one.cover.refDark, ids) }),
      },
    }),
    pages: one.pages.map(page),
  });
  return {
    ...tree,
    pages: tree.pages.map(page),
    files: tree.files.map((file): File => ({ ...file, id: idOf(file.id) })),
    reusableContents: tree.reusableContents.map((content) => ({
      ...(documentOf(content) as ReusableContent),
      id: idOf(content.id),
    })),
  };
}

export function renamedDocument(document: Document, ids: NewIds): Document {
  const nodes = mappedNodes(document.nodes, (node) => {
    const changed: Record<string, unknown> = {};
    for (const name of ["ref", "refDark"]) {
      const [ref] = asReference(node.data?.[name]);
      if (ref) changed[name] = renamedReference(ref, ids);
    }
    return Object.keys(changed).length > 0 ? { ...node, data: { ...node.data, ...changed } } : node;
  });
  return { ...document, nodes };
}

/** What leads into another space stays as it is. */
function renamedReference(ref: ContentReference, ids: NewIds): ContentReference {
  if ("space" in ref && ref.space !== undefined) return ref;
  const of = (id: string) => ids.get(id) ?? id;
  switch (ref.kind) {
    case "page":
      return { ...ref, page: of(ref.page) };
    case "file":
      return { ...ref, file: of(ref.file) };
    case "anchor":
      return ref.page === undefined ? ref : { ...ref, page: of(ref.page) };
    case "reusable-content":
      return { ...ref, reusableContent: of(ref.reusableContent) };
    default:
      return ref;
  }
}
