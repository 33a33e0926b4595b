/** Conversion of the references in a document: to paths in the repository, or back to content. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { asReference } from "../../../../document/references.ts";
import { mapNodes } from "../../../../document/walk.ts";

/** A copy in which `change` is applied to every reference. */
export function withReferences(
  document: Document,
  change: (ref: ContentReference) => ContentReference,
): Document {
  const changed = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(changed);
    const [ref] = asReference(value);
    if (ref) return change(ref);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one)]));
  };
  return {
    ...document,
    nodes: mapNodes(document.nodes, (node) => {
      if (!node.data) return node;
      const data = Object.fromEntries(
        Object.entries(node.data).map(([name, value]) => [name, changed(value)]),
      );
      return { ...node, data };
    }),
  };
}

/** A path in a link, readable for authors: spaces are not encoded. */
export function encodePath(path: string): string {
  return path.replace(/[%#?]/g, encodeURIComponent);
}
