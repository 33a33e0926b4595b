/** From the blocks of a document to HTML. */
import type { Node } from "../../contract/document.model.ts";
import { textIn } from "../walk.ts";
import { codeOf } from "./code.ts";
import { columnsOf, expandableOf, hintOf, stepperOf, tabsOf } from "./containers.ts";
import { attribute, element, type Html, html, nothing } from "./html.ts";
import { cardOf, embedOf, figureOf, fileOf, gathered, pageCardOf } from "./media.ts";
import { operationOf } from "./operation-block.ts";
import { openTags } from "./raw.ts";
import { rawCards } from "./raw-cards.ts";
import type { Writing } from "./surroundings.ts";
import { tableOf } from "./tables.ts";

/** Blocks beside each other: HTML that one of them opens goes on until another one closes it. */
export function writeBlocks(nodes: readonly Node[], writing: Writing): Html {
  const tags = openTags(writing);
  const parts = nodes.map((node) => {
    if (node.type !== "html") return blockOf(node, writing);
    const source = String(node.data?.html ?? "");
    return rawCards(source, writing) ?? tags.write(source);
  });
  return html`${parts}${tags.close()}`;
}

function blockOf(node: Node, writing: Writing): Html {
  const { type = "", data = {}, nodes = [] } = node;
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level !== undefined) return headingOf(node, Number(level), writing);
  switch (type) {
    case "paragraph":
      return paragraphOf(nodes, writing);
    case "list-unordered":
    case "list-ordered":
    case "list-tasks":
      return listOf(node, writing);
    case "code":
      return codeOf(node, writing.colour);
    case "math":
      return html`<pre class="math" tabindex="0"><code>${String(data.formula ?? "")}</code></pre>`;
    case "blockquote":
      return html`<blockquote>${writing.blocks(nodes)}</blockquote>`;
    case "divider":
      return html`<hr>`;
    case "hint":
      return hintOf(node, writing);
    case "tabs":
      return tabsOf(node, writing);
    case "stepper":
      return stepperOf(node, writing);
    case "columns":
      return columnsOf(node, writing);
    case "expandable":
      return expandableOf(node, writing);
    case "table":
      return tableOf(node, writing);
    case "images":
      return nodes.length === 1
        ? html`${nodes.map((image) => figureOf(image, writing))}`
        : gathered(
            nodes.map((image) => figureOf(image, writing)),
            "images",
          );
    case "image":
    case "drawing":
      return figureOf(node, writing);
    case "file":
      return fileOf(data, writing);
    case "embed":
      return embedOf(data);
    case "content-ref":
      return pageCardOf(data, writing);
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return apiOf(node, writing);
    case "footnote-definition":
      return noteOf(node, writing);
    case "tag":
      return apiOf(node, writing);
    default:
      return otherOf(node, writing);
  }
}

function headingOf(node: Node, written: number, writing: Writing): Html {
  const id = writing.anchors.get(node)?.id;
  const own = id === undefined ? undefined : writing.takeId(id);
  const text = writing.inlines(node.nodes ?? []);
  if (textIn(node).trim() === "" && !text.source.includes("<img")) return html`<p>${text}</p>`;
  const link =
    own === undefined
      ? nothing
      : html`<a class="anchor" href="#${encodeURIComponent(own)}" aria-label="Link to this section"></a>`;
  return element(`h${writing.level(written)}`, attribute("id", own), text, link);
}

function paragraphOf(nodes: readonly Node[], writing: Writing): Html {
  const inside = writing.inlines(nodes);
  return inside.source.trim() === "" ? nothing : html`<p>${inside}</p>`;
}

function listOf({ type, data = {}, nodes = [] }: Node, writing: Writing): Html {
  const isLoose = data.loose === true;
  const items = nodes.map((item) => {
    const { checked } = item.data ?? {};
    const inside = itemOf(item.nodes ?? [], isLoose, writing);
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

/** The one paragraph of an item of a tight list is its text. */
function itemOf(nodes: readonly Node[], isLoose: boolean, writing: Writing): Html {
  const [first, ...rest] = nodes;
  if (isLoose || first?.type !== "paragraph") return writing.blocks(nodes);
  return html`${writing.inlines(first.nodes ?? [])}${writing.blocks(rest)}`;
}

function noteOf({ data = {}, nodes = [] }: Node, writing: Writing): Html {
  const number = writing.footnotes.get(String(data.identifier ?? ""))?.number;
  return html`<div class="footnote" id="note-${number}"><span class="number">${number}</span>${writing.blocks(nodes)}</div>`;
}

/** An operation as its specification describes it; else where the description is. */
function apiOf(node: Node, writing: Writing): Html {
  const operation = writing.operation(node);
  if (operation) return operationOf(operation, writing);
  const { method, path, tag } = node.data ?? {};
  const named = [method, path].filter((part) => typeof part === "string" && part !== "");
  if (named.length > 0) {
    const title = `${String(method ?? "").toUpperCase()} ${path ?? ""}`.trim();
    return cardOf({ title, address: "", note: "Its specification is not here.", kind: "api" });
  }
  return node.type === "tag" ? unknownTag(String(tag ?? "")) : nothing;
}

/** A tag that is known nowhere says something to its author alone. */
function unknownTag(tag: string): Html {
  return html`<p class="unknown"><code>{% ${tag} %}</code></p>`;
}

function otherOf(node: Node, writing: Writing): Html {
  if (node.type === "tag-block") {
    const operation = writing.operation(node);
    if (operation) return operationOf(operation, writing);
  }
  const inner = [
    ...(node.nodes ?? []),
    ...(node.fragments ?? []).flatMap(({ nodes = [] }) => nodes),
  ];
  if (inner.some(({ object }) => object === "block")) return writing.blocks(inner);
  return inner.length > 0
    ? paragraphOf(inner, writing)
    : paragraphOf([node].filter(hasText), writing);
}

function hasText(node: Node): boolean {
  return node.leaves !== undefined;
}
