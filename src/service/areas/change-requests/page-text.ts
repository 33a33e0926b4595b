/** The text of a page as it is sent: what it says of the page, and where its links lead. */
import type { Body } from "../../../contract/comment.model.ts";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import { parseMarkdown } from "../../../document/markdown.ts";
import { referenceFrom } from "../../../document/reference-address.ts";
import { asReference } from "../../../document/references.ts";
import { mappedNodes, textIn } from "../../../document/walk.ts";
import { type HeadFields, headFields, readHead } from "../content/front-matter.ts";
import { standpointOf, withReferences } from "../content/relative-links.ts";
import type { Tree } from "../content/tree.ts";
import { indexOf } from "../content/tree-index.ts";
import type { Made } from "./editing.ts";

export interface PageText {
  /** What its front matter says of the page. */
  readonly fields: HeadFields;
  /** From the front matter, or the heading that stood before everything else. */
  readonly title?: string;
  /** Without that heading. */
  readonly document: Document;
}

/**
 * @param titled whether a first heading is the title of the page
 * @returns absent for the empty object, which names no text
 */
export function pageTextOf(body: Body, titled: boolean): PageText | undefined {
  if ("document" in body) return { fields: {}, document: body.document };
  if (!("markdown" in body)) return undefined;
  const head = readHead(body.markdown);
  const whole = parseMarkdown(head.body);
  const [first, ...rest] = whole.nodes;
  const heading = titled && first?.type === "heading-1" ? textIn(first).trim() : "";
  const read = (url: string) => referenceFrom(url) ?? { kind: "url" as const, url };
  const { fields, title } = headFields(head.values, { read }, heading !== "");
  const named = heading || title;
  return {
    fields,
    ...(named && { title: named }),
    document: heading === "" ? whole : { ...whole, nodes: rest },
  };
}

/**
 * A copy in which the addresses of this content are references, which stay right when a page moves.
 * @param tree has the page already
 * @param made what the same edit makes, by the names that it gives
 */
export function linked(document: Document, tree: Tree, pageId: string, made: Made): Document {
  const nodes = mappedNodes(document.nodes, (node) => {
    const [ref] = asReference(node.data?.ref);
    const inner =
      ref?.kind === "url" ? (madeBy(ref.url, made) ?? byPath(ref.url, tree)) : undefined;
    return inner ? { ...node, data: { ...node.data, ref: inner } } : node;
  });
  return withReferences({ ...document, nodes }, standpointOf(tree, pageId));
}

function madeBy(url: string, made: Made): ContentReference | undefined {
  const bare = url.replace(/^\.\//, "");
  const named = made.get(bare) ?? made.get(bare.replace(/\.md$/, ""));
  if (!named) return undefined;
  return named.kind === "page"
    ? { kind: "page", page: named.id }
    : { kind: "file", file: named.id };
}

/** `/pages/guides/start`, `/pages/guides/start.md` and `/pages/guides/README.md`. */
function byPath(url: string, tree: Tree): ContentReference | undefined {
  const [, written, anchor] = /^\/pages\/([^#]+)(?:#(.+))?$/.exec(url) ?? [];
  if (written === undefined) return undefined;
  const path = written.replace(/\.md$/, "").replace(/\/README$/, "");
  const page = indexOf(tree).byPath.get(path)?.page.id;
  if (page === undefined) return undefined;
  return anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page };
}
