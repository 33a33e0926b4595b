/** HTML of a document's blocks. */
import type { Node } from "../../contract/document.model.ts";
import { textIn } from "../walk.ts";
import { renderCode } from "./code.ts";
import {
  renderColumns,
  renderExpandable,
  renderHint,
  renderStepper,
  renderTabs,
} from "./containers.ts";
import { attribute, element, type Html, html, nothing } from "./html.ts";
import {
  gathered,
  renderCard,
  renderEmbed,
  renderFigure,
  renderFile,
  renderPageCard,
} from "./media.ts";
import { renderOperation } from "./operation-block.ts";
import { openTags } from "./raw.ts";
import { rawCards } from "./raw-cards.ts";
import type { HtmlWriter } from "./surroundings.ts";
import { renderTable } from "./tables.ts";

/** A sequence of blocks: an HTML element opened by one of them can be closed by another. */
export function writeBlocks(nodes: readonly Node[], writing: HtmlWriter): Html {
  const tags = openTags(writing);
  const parts = nodes.map((node) => {
    if (node.type !== "html") return renderBlock(node, writing);
    const source = String(node.data?.html ?? "");
    return rawCards(source, writing) ?? tags.write(source);
  });
  return html`${parts}${tags.close()}`;
}

function renderBlock(node: Node, writing: HtmlWriter): Html {
  const { type = "", data = {}, nodes = [] } = node;
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level !== undefined) return renderHeading(node, Number(level), writing);
  switch (type) {
    case "paragraph":
      return renderParagraph(nodes, writing);
    case "list-unordered":
    case "list-ordered":
    case "list-tasks":
      return renderList(node, writing);
    case "code":
      return renderCode(node, writing.colour);
    case "math":
      return html`<pre class="math" tabindex="0"><code>${String(data.formula ?? "")}</code></pre>`;
    case "blockquote":
      return html`<blockquote>${writing.blocks(nodes)}</blockquote>`;
    case "divider":
      return html`<hr>`;
    case "hint":
      return renderHint(node, writing);
    case "tabs":
      return renderTabs(node, writing);
    case "stepper":
      return renderStepper(node, writing);
    case "columns":
      return renderColumns(node, writing);
    case "expandable":
      return renderExpandable(node, writing);
    case "table":
      return renderTable(node, writing);
    case "images":
      return nodes.length === 1
        ? html`${nodes.map((image) => renderFigure(image, writing))}`
        : gathered(
            nodes.map((image) => renderFigure(image, writing)),
            "images",
          );
    case "image":
    case "drawing":
      return renderFigure(node, writing);
    case "file":
      return renderFile(data, writing);
    case "embed":
      return renderEmbed(data);
    case "content-ref":
      return renderPageCard(data, writing);
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return renderApi(node, writing);
    case "footnote-definition":
      return renderNote(node, writing);
    case "tag":
      return renderApi(node, writing);
    default:
      return renderOther(node, writing);
  }
}

function renderHeading(node: Node, written: number, writing: HtmlWriter): Html {
  const id = writing.anchors.get(node)?.id;
  const uniqueId = id === undefined ? undefined : writing.takeId(id);
  const text = writing.inlines(node.nodes ?? []);
  if (textIn(node).trim() === "" && !text.source.includes("<img")) return html`<p>${text}</p>`;
  const link =
    uniqueId === undefined
      ? nothing
      : html`<a class="anchor" href="#${encodeURIComponent(uniqueId)}" aria-label="Link to this section"></a>`;
  return element(`h${writing.level(written)}`, attribute("id", uniqueId), text, link);
}

function renderParagraph(nodes: readonly Node[], writing: HtmlWriter): Html {
  const inside = writing.inlines(nodes);
  return inside.source.trim() === "" ? nothing : html`<p>${inside}</p>`;
}

function renderList({ type, data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const isLoose = data.loose === true;
  const items = nodes.map((item) => {
    const { checked } = item.data ?? {};
    const inside = renderItem(item.nodes ?? [], isLoose, writing);
    if (typeof checked !== "boolean") return html`<li>${inside}</li>`;
    const state = checked ? "Done: " : "Open: ";
    return html`<li class="${checked ? "task done" : "task"}"><span class="unseen">${state}</span>${inside}</li>`;
  });
  if (type === "list-ordered") {
    const start = Number(data.start ?? 1);
    return element("ol", attribute("start", start === 1 ? undefined : start), items);
  }
  return element("ul", attribute("class", type === "list-tasks" ? "tasks" : undefined), items);
}

/** In a tight list, the text of an item is its only paragraph. */
function renderItem(nodes: readonly Node[], isLoose: boolean, writing: HtmlWriter): Html {
  const [first, ...rest] = nodes;
  if (isLoose || first?.type !== "paragraph") return writing.blocks(nodes);
  return html`${writing.inlines(first.nodes ?? [])}${writing.blocks(rest)}`;
}

function renderNote({ data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const number = writing.footnotes.get(String(data.identifier ?? ""))?.number;
  return html`<div class="footnote" id="note-${number}"><span class="number">${number}</span>${writing.blocks(nodes)}</div>`;
}

/** An API operation from its specification, or a link to the specification. */
function renderApi(node: Node, writing: HtmlWriter): Html {
  const operation = writing.operation(node);
  if (operation) return renderOperation(operation, writing);
  const { method, path, tag } = node.data ?? {};
  const named = [method, path].filter((part) => typeof part === "string" && part !== "");
  if (named.length > 0) {
    const title = `${String(method ?? "").toUpperCase()} ${path ?? ""}`.trim();
    return renderCard({
      title,
      address: "",
      note: "The specification is not available.",
      kind: "api",
    });
  }
  return node.type === "tag" ? unknownTag(String(tag ?? "")) : nothing;
}

/** An unknown tag is relevant only to the author. */
function unknownTag(tag: string): Html {
  return html`<p class="unknown"><code>{% ${tag} %}</code></p>`;
}

function renderOther(node: Node, writing: HtmlWriter): Html {
  if (node.type === "tag-block") {
    const operation = writing.operation(node);
    if (operation) return renderOperation(operation, writing);
  }
  const inner = [
    ...(node.nodes ?? []),
    ...(node.fragments ?? []).flatMap(({ nodes = [] }) => nodes),
  ];
  if (inner.some(({ object }) => object === "block")) return writing.blocks(inner);
  return inner.length > 0
    ? renderParagraph(inner, writing)
    : renderParagraph([node].filter(hasText), writing);
}

function hasText(node: Node): boolean {
  return node.leaves !== undefined;
}
