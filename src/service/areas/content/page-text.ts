/** A page with its text, in the form that was asked for. */
import type { Document } from "../../../contract/document.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/page.ts";
import { anchorsOf } from "../../../document/anchors.ts";
import { writeMarkdown } from "../../../document/markdown.ts";
import type { Call } from "../../core/handlers.ts";
import { emptyDocument, getDocument } from "./documents.ts";
import { type Evaluation, evaluated, scopeOf } from "./evaluate.ts";
import { standpointOf, withAddresses } from "./relative-links.ts";
import type { SeenContent } from "./seen-content.ts";
import { presentPage, telling } from "./show-pages.ts";
import type { PlacedPage } from "./tree-index.ts";

interface Asked {
  readonly format?: "document" | "markdown";
  readonly evaluated?: Evaluation;
  readonly metadata?: boolean;
}

/** Pages that are not documents have no text; they are shown as they are. */
export async function presentPageWithText(
  call: Call,
  { found, revision, tree }: SeenContent,
  placed: PlacedPage,
  { format = "markdown", evaluated: how = "false", metadata = true }: Asked,
): Promise<Output<typeof contract.get>> {
  const { page, parent } = placed;
  const space = revision.space;
  const shown = presentPage(page, parent?.path ?? "", telling(call, space, { metadata }));
  if (shown.type !== "document") return shown;
  const kept =
    page.document === undefined ? emptyDocument : await getDocument(call.db, space, page.document);
  const document = await evaluated(kept, scopeOf(tree, placed, found.row), how);
  if (format === "document") return { ...shown, document: anchored(document) };
  const markdown = writeMarkdown(withAddresses(document, standpointOf(tree, page.id)));
  return { ...shown, markdown };
}

/** A copy in which whatever can be pointed at says by which id. */
export function anchored(document: Document): Document {
  const anchors = anchorsOf(document);
  if (anchors.size === 0) return document;
  const named = (nodes: Document["nodes"]): Document["nodes"] =>
    nodes.map((node) => {
      const anchor = anchors.get(node);
      return {
        ...node,
        ...(anchor && { meta: { ...node.meta, id: anchor.id } }),
        ...(node.nodes && { nodes: named(node.nodes) }),
        ...(node.fragments && { fragments: named(node.fragments) }),
      };
    });
  return { ...document, nodes: named(document.nodes) };
}
