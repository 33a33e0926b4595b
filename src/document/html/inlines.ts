/** HTML of texts with marks and inline nodes. */

import type { Leaf, Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { asReference } from "../references.ts";
import { collectText } from "../walk.ts";
import { isForeign, toSafeUrl } from "./addresses.ts";
import { getColorClass } from "./colors.ts";
import { attribute, element, Html, type HtmlPart, html, nothing } from "./html.ts";
import { renderImage } from "./media.ts";
import { openTags } from "./raw.ts";
import type { HtmlWriter } from "./render-context.ts";
import { withEmoji } from "./short-codes.ts";
import { stripTags } from "./strip-tags.ts";

export function writeInlines(nodes: readonly Node[], writing: HtmlWriter): Html {
  const isBetweenWords = nodes.some(
    (node) =>
      node.type !== "inline-image" && node.type !== "html" && collectText(node).trim() !== "",
  );
  const name = isBetweenWords ? "within" : "";
  const tags = openTags(writing, name);
  const parts = nodes.map((node) => {
    if (node.type === "html") return tags.write(String(node.data?.html ?? ""));
    if (tags.isHiding()) return nothing;
    if (node.type === "inline-image") {
      return withMarks(renderInlineImage(node.data ?? {}, writing, name), node.marks ?? []);
    }
    return renderInline(node, writing);
  });
  return html`${parts}${tags.close()}`;
}

function renderInline(node: Node, writing: HtmlWriter): Html {
  if (node.leaves) return html`${node.leaves.map((leaf) => renderLeaf(leaf, writing))}`;
  return withMarks(renderPlain(node, writing), node.marks ?? []);
}

function renderLeaf({ text, marks }: Leaf, writing: HtmlWriter): Html {
  const isCode = marks.some(({ type }) => type === "code");
  return withMarks(html`${isCode ? text : withEmoji(text, writing)}`, marks);
}

const marked: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "s",
  code: "code",
  keyboard: "kbd",
  superscript: "sup",
  subscript: "sub",
};

/** The first mark is the outermost. */
function withMarks(content: Html, marks: Leaf["marks"]): Html {
  return marks.reduceRight((inside, { type, data }) => {
    const name = findOwn(marked, type);
    if (name !== undefined) return element(name, nothing, inside);
    return type === "color" ? renderColored(inside, data ?? {}) : inside;
  }, content);
}

function renderColored(inside: Html, { text, background }: Record<string, unknown>): Html {
  const names = [...getColorClass("ink", text), ...getColorClass("ground", background)];
  return names.length === 0 ? inside : html`<span class="${names.join(" ")}">${inside}</span>`;
}

function renderPlain(node: Node, writing: HtmlWriter): Html {
  const { type, data = {} } = node;
  switch (type) {
    case "line-break":
      return html`<br>`;
    case "link":
      return linkTo(data, writing, writing.inlines(node.nodes ?? []));
    case "mention":
      return linkTo(data, writing);
    case "button": {
      const kind = data.kind === "secondary" ? "secondary" : "primary";
      return linkTo(data, writing, html`${String(data.label ?? "")}`, `button ${kind}`);
    }
    case "inline-image":
      return renderInlineImage(data, writing, "");
    case "inline-math":
      return renderFormula(String(data.formula ?? "").trim(), writing);
    case "expression":
      return html`<code>${String(data.expression ?? "")}</code>`;
    // The font of the icon is not loaded, so its name is omitted.
    case "icon":
      return nothing;
    case "footnote-reference":
      return noteReference(String(data.identifier ?? ""), writing);
    default:
      return node.nodes ? writing.inlines(node.nodes) : html`${collectText(node)}`;
  }
}

/** An invalid formula is displayed as source. */
function renderFormula(formula: string, writing: HtmlWriter): Html {
  return writing.formula?.(formula, false) ?? html`<code class="math">${formula}</code>`;
}

/** @param name class of an image between words */
function renderInlineImage(data: Record<string, unknown>, writing: HtmlWriter, name: string): Html {
  const size = data.size === "line" ? "line" : name;
  return renderImage(data, writing, `inline-image ${size}`.trim());
}

/** @param content absent for a reference that shows the title of its target */
function linkTo(
  data: Record<string, unknown>,
  writing: HtmlWriter,
  content?: Html,
  name?: string,
): Html {
  const [ref] = asReference(data.ref);
  const target = ref && writing.find(ref);
  const inside: HtmlPart = content ?? target?.title ?? (ref?.kind === "url" ? ref.url : "…");
  const address = target && toSafeUrl(target.address);
  if (address === undefined) return html`<span class="nowhere">${inside}</span>`;
  const title = typeof data.title === "string" ? data.title : undefined;
  const label = content === undefined || !isEmpty(content) ? inside : (target?.title ?? address);
  const relation = isForeign(address) ? "noopener" : undefined;
  return element(
    "a",
    [
      attribute("href", address),
      attribute("class", name),
      attribute("title", title),
      attribute("rel", relation),
    ],
    label,
  );
}

/** Whether the content is invisible to a reader. */
function isEmpty({ source }: Html): boolean {
  return !source.includes("<img") && stripTags(source, "").trim() === "";
}

function noteReference(identifier: string, { footnotes }: HtmlWriter): Html {
  const number = footnotes.get(identifier)?.number;
  if (number === undefined) return new Html("");
  return html`<sup class="note"><a href="#note-${number}" aria-label="Note ${number}">${number}</a></sup>`;
}
