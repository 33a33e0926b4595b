/** HTML of a document's blocks. */
import type { Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { formatCount } from "../../json/pluralize.ts";
import { type Anchor, findFormerId } from "../anchors.ts";
import { parseLength, toDescribedData } from "../block-attributes.ts";
import { parseDay } from "../calendar-day.ts";
import { parseFormerOperation } from "../former-api.ts";
import { toLocale } from "../locale.ts";
import { readTag, readTagContent } from "../markdown/tags.ts";
import { listUpdateTags } from "../update-tags.ts";
import { collectText } from "../walk.ts";
import { renderCode, renderPlainCode } from "./code.ts";
import { renderBlockDirection, renderDirection } from "./direction.ts";
import { attribute, element, type Html, html, nothing } from "./html.ts";
import {
  renderCard,
  renderEmbed,
  renderFigure,
  renderFile,
  renderPageCard,
  wrapParts,
} from "./media.ts";
import type { HtmlField, HtmlOperation, Media } from "./operation.ts";
import { openTags } from "./raw.ts";
import { renderRawTable } from "./raw-table.ts";
import type { HtmlWriter } from "./render-context.ts";
import { renderTable } from "./tables.ts";

/** A sequence of blocks: an HTML element opened by one of them can be closed by another. */
export function writeBlocks(nodes: readonly Node[], writing: HtmlWriter): Html {
  const tags = openTags(writing);
  const parts = nodes.map((node) => {
    if (node.type !== "html") return renderBlock(node, writing);
    const source = String(node.data?.html ?? "");
    return renderRawTable(source, writing) ?? tags.write(source);
  });
  return html`${parts}${tags.close()}`;
}

function renderBlock(node: Node, writing: HtmlWriter): Html {
  const { type = "", data = {}, nodes = [] } = node;
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level !== undefined) return renderHeading(node, Number(level), writing);
  switch (type) {
    case "paragraph":
      return renderParagraph(nodes, writing, data.align);
    case "list-unordered":
    case "list-ordered":
    case "list-tasks":
      return renderList(node, writing);
    case "code":
      return renderCode(node, writing.color);
    case "math":
      return renderMath(String(data.formula ?? ""), writing);
    case "blockquote":
      return html`<blockquote${renderBlockTextDirection(nodes, writing)}>${writing.blocks(nodes)}</blockquote>`;
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
      return renderImages(node, writing);
    case "image":
    case "drawing":
      return renderFigure(node, writing);
    case "file":
      return html`${renderFile(data, writing)}${renderCaption(node, writing)}`;
    case "embed":
      return html`${renderEmbed(data)}${renderCaption(node, writing)}`;
    case "updates":
      return html`${nodes.map((update) => renderUpdate(update, writing, data.format))}`;
    case "update":
      return renderUpdate(node, writing, "full");
    case "prompt":
      return renderPrompt(node, writing);
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
  const heading = writing.anchors.get(node);
  const uniqueId = heading === undefined ? undefined : writing.takeId(heading.id);
  const text = writing.inlines(node.nodes ?? []);
  if (collectText(node).trim() === "" && !text.source.includes("<img")) return html`<p>${text}</p>`;
  const link =
    uniqueId === undefined
      ? nothing
      : html`<a class="anchor" href="#${encodeURIComponent(uniqueId)}" aria-label="Link to this section"></a>`;
  const formerId = heading && findFormerId(heading);
  const isFree = formerId !== undefined && !getAnchorIds(writing.anchors).has(formerId);
  const takenId = isFree ? writing.takeId(formerId) : undefined;
  // URLs with the former id still lead to the heading.
  const former = takenId === undefined ? nothing : html`<span id="${takenId}"></span>`;
  const attributes = [
    attribute("id", uniqueId),
    renderDirection(collectText(node), writing.isRightToLeft),
    attribute("class", getAlignmentClass(node.data?.align)),
  ];
  return element(`h${writing.level(written)}`, attributes, former, text, link);
}

const anchorIds = new WeakMap<ReadonlyMap<Node, Anchor>, ReadonlySet<string>>();

/** Ids of a page, none of which is used for a former id. */
function getAnchorIds(anchors: ReadonlyMap<Node, Anchor>): ReadonlySet<string> {
  const ids = anchorIds.get(anchors) ?? new Set([...anchors.values()].map(({ id }) => id));
  anchorIds.set(anchors, ids);
  return ids;
}

function renderParagraph(nodes: readonly Node[], writing: HtmlWriter, align?: unknown): Html {
  const inside = writing.inlines(nodes);
  if (inside.source.trim() === "") return nothing;
  const alignment = attribute("class", getAlignmentClass(align));
  return html`<p${renderTextDirection(nodes, writing)}${alignment}>${inside}</p>`;
}

function getAlignmentClass(align: unknown): string | undefined {
  if (align === "center") return "to-center";
  return align === "end" ? "to-right" : undefined;
}

function renderImages({ data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const { align, withFrame } = data;
  const pictures = nodes.map((image) => renderFigure(image, writing));
  const names = [
    ...(nodes.length > 1 ? ["images"] : []),
    ...(align === "left" || align === "right" || align === "center" ? [`to-${align}`] : []),
    ...(withFrame === true ? ["framed"] : []),
  ];
  return names.length === 0 ? html`${pictures}` : wrapParts(pictures, names.join(" "));
}

function renderTextDirection(nodes: readonly Node[], writing: HtmlWriter): Html {
  return renderDirection(nodes.map(collectText).join(" "), writing.isRightToLeft);
}

function renderBlockTextDirection(nodes: readonly Node[], writing: HtmlWriter): Html {
  return renderBlockDirection(nodes.map(collectText).join(" "), writing.isRightToLeft);
}

/** An invalid formula is displayed as source. */
function renderMath(formula: string, writing: HtmlWriter): Html {
  const math = writing.formula?.(formula, true);
  return math === undefined
    ? html`<pre class="math" tabindex="0"><code>${formula}</code></pre>`
    : html`<div class="math scroll" tabindex="0">${math}</div>`;
}

function renderList({ type, data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const isLoose = data.loose === true;
  const dir = renderBlockTextDirection(nodes, writing);
  const items = nodes.map((item) => {
    const { checked } = item.data ?? {};
    const inside = renderItem(item.nodes ?? [], isLoose, writing);
    if (typeof checked !== "boolean") return html`<li>${inside}</li>`;
    const state = checked ? "Done: " : "Open: ";
    return html`<li class="${checked ? "task done" : "task"}"><span class="unseen">${state}</span>${inside}</li>`;
  });
  if (type === "list-ordered") {
    const start = Number(data.start ?? 1);
    return element("ol", [attribute("start", start === 1 ? undefined : start), dir], items);
  }
  const name = attribute("class", type === "list-tasks" ? "tasks" : undefined);
  return element("ul", [name, dir], items);
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
  const operation = writing.operation(node) ?? parseFormerOperation(node);
  if (operation) return renderOperation(operation, writing);
  const { method, path, tag } = node.data ?? {};
  const known = node.type === "tag" ? readTag(String(tag ?? "")) : node;
  if (known.type !== node.type) return renderBlock(known, writing);
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
  return node.type === "tag" ? renderUnknownTag(String(tag ?? "")) : nothing;
}

/** An unknown tag is relevant only to the author. */
function renderUnknownTag(tag: string): Html {
  return html`<p class="unknown"><code>{% ${tag} %}</code></p>`;
}

/** Below an embed or file. */
function renderCaption({ fragments = [] }: Node, writing: HtmlWriter): Html {
  const caption = writing.blocks(fragments.flatMap(({ nodes = [] }) => nodes));
  return caption.source.trim() === "" ? nothing : html`<div class="caption">${caption}</div>`;
}

/** An entry of a list of updates, with its date and tags. */
function renderUpdate({ data = {}, nodes = [] }: Node, writing: HtmlWriter, format: unknown): Html {
  const date = typeof data.date === "string" ? data.date : "";
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(date);
  const text = isDate ? formatDate(date, format, writing.language) : undefined;
  const time = text === undefined ? html`${date}` : html`<time datetime="${date}">${text}</time>`;
  const tags = listUpdateTags(data.tags).map((tag) => html` <span class="option">${tag}</span>`);
  return html`<section class="update"><p class="date">${time}${tags}</p>${writing.blocks(nodes)}</section>`;
}

/** @returns undefined for a day that does not exist */
function formatDate(date: string, format: unknown, language = "en"): string | undefined {
  const time = parseDay(date);
  if (time === undefined) return undefined;
  const dateStyle = format === "numeric" ? "short" : format === "short" ? "medium" : "long";
  return new Intl.DateTimeFormat(toLocale(language), { dateStyle, timeZone: "UTC" }).format(time);
}

function renderPrompt({ data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const { description } = data;
  const title =
    typeof description === "string" && description !== ""
      ? html`<p class="title"><strong>${description}</strong></p>`
      : nothing;
  return html`<div class="prompt">${title}${writing.blocks(nodes)}</div>`;
}

function renderOther(node: Node, writing: HtmlWriter): Html {
  if (node.type === "tag-block") {
    const operation = writing.operation(node) ?? parseFormerOperation(node);
    if (operation) return renderOperation(operation, writing);
    const known = readTagContent(String(node.data?.tag ?? ""), node.nodes ?? []);
    if (known.type !== "tag-block") return renderBlock(known, writing);
  }
  const inner = [
    ...(node.nodes ?? []),
    ...(node.fragments ?? []).flatMap(({ nodes = [] }) => nodes),
  ];
  if (inner.some(({ object }) => object === "block")) {
    const isReusable = node.type === "reusable-content";
    return (isReusable ? writing.inside(node) : writing).blocks(inner);
  }
  return inner.length > 0
    ? renderParagraph(inner, writing)
    : renderParagraph([node].filter(hasText), writing);
}

function hasText(node: Node): boolean {
  return node.leaves !== undefined;
}

/** Names of the hint styles for screen readers. */
const styles: Readonly<Record<string, string>> = {
  info: "Note",
  success: "Tip",
  warning: "Warning",
  danger: "Danger",
};

/** Blocks that contain others: hints, tabs, steps, columns and collapsible sections. */
function renderHint({ data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const named = String(data.style ?? "info");
  const style = Object.hasOwn(styles, named) ? named : "info";
  return html`<div class="hint ${style}"${renderBlockTextDirection(nodes, writing)}><p class="unseen">${findOwn(styles, style)}</p>${writing.blocks(nodes)}</div>`;
}

/**
 * Works without scripts: each tab is a radio button, and the stylesheet shows the selected panel.
 */
function renderTabs({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const name = `tabs-${writing.number()}`;
  const tabs = nodes.map((tab, at) => {
    const title = String(tab.data?.title ?? "") || `Tab ${at + 1}`;
    const id = writing.anchors.get(tab)?.id;
    const uniqueId = id === undefined ? undefined : writing.takeId(id);
    return html`<div class="tab"><label><input type="radio" name="${name}"${attribute("checked", at === 0)}><span>${title}</span></label><div class="panel"${attribute("id", uniqueId)}>${writing.blocks(tab.nodes ?? [])}</div></div>`;
  });
  return html`<fieldset class="tabs"><legend class="unseen">Choose one of ${nodes.length}</legend>${tabs}</fieldset>`;
}

function renderStepper({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const steps = nodes.map(({ data = {}, nodes: inside = [] }) => {
    const { title } = data;
    const named =
      typeof title === "string" && title !== ""
        ? html`<p class="title"><strong>${title}</strong></p>`
        : nothing;
    return html`<li>${named}${writing.blocks(inside)}</li>`;
  });
  return html`<ol class="steps">${steps}</ol>`;
}

function renderColumns({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const columns = nodes.map((column) => {
    const { width, verticalAlignment } = toDescribedData(column);
    const names = [computeWidthClass(width), getVerticalClass(verticalAlignment)];
    const written = names.filter((name) => name !== undefined).join(" ");
    return html`<div${attribute("class", written === "" ? undefined : written)}>${writing.blocks(column.nodes ?? [])}</div>`;
  });
  return html`<div class="columns">${columns}</div>`;
}

/** A width in percent as twelfths of the row. */
function computeWidthClass(width: unknown): string | undefined {
  const length = parseLength(width);
  if (typeof length !== "object" || length.unit !== "%") return undefined;
  const twelfths = Math.round((length.value * 12) / 100);
  return twelfths > 0 && twelfths < 12 ? `wide-${twelfths}` : undefined;
}

function getVerticalClass(alignment: unknown): string | undefined {
  return alignment === "middle" || alignment === "bottom" ? `to-${alignment}` : undefined;
}

function renderExpandable(node: Node, writing: HtmlWriter): Html {
  const part = (name: string) =>
    (node.fragments ?? []).find(({ fragment }) => fragment === name)?.nodes ?? [];
  const title = part("expandable-title").flatMap((block) => block.nodes ?? []);
  const id = writing.anchors.get(node)?.id;
  const uniqueId = id === undefined ? undefined : writing.takeId(id);
  const summary = writing.inlines(title);
  return html`<details${attribute("id", uniqueId)}${attribute("open", node.data?.defaultExpanded === true)}><summary${renderTextDirection(title, writing)}>${summary.source.trim() === "" ? "More" : summary}</summary>${writing.blocks(part("expandable-body"))}</details>`;
}

/** HTML of an API operation. */
function renderOperation(operation: HtmlOperation, writing: HtmlWriter): Html {
  const { method, path, summary, server, security, isDeprecated } = operation;
  const title =
    summary === undefined || summary === "" ? nothing : html`<p class="summary">${summary}</p>`;
  const old = isDeprecated ? html` <span class="option">deprecated</span>` : nothing;
  const host = server === undefined ? nothing : html`<span class="server">${server}</span>`;
  const auth =
    security.length === 0
      ? nothing
      : html`<p class="security">Authorization: ${security.join(" or ")}</p>`;
  return html`<section class="operation"><div class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${host}${path}</code>${old}</div>${title}${writing.blocks(operation.description)}${auth}${operation.parameters.map(({ location, fields }) => renderPart(`${capitalize(location)} parameters`, renderFields(fields, writing)))}${renderBody(operation, writing)}${renderResponses(operation, writing)}</section>`;
}

function renderPart(title: string, content: Html): Html {
  return html`<p class="part">${title}</p>${content}`;
}

function renderBody({ body }: HtmlOperation, writing: HtmlWriter): Html {
  if (!body) return nothing;
  const title = body.isRequired ? "Request body" : "Request body (optional)";
  return renderPart(title, html`${body.media.map((media) => renderMedia(media, writing))}`);
}

function renderResponses({ responses }: HtmlOperation, writing: HtmlWriter): Html {
  if (responses.length === 0) return nothing;
  const all = responses.map(({ status, description, media }, at) => {
    const [first] = description;
    const words = first?.type === "paragraph" ? writing.inlines(first.nodes ?? []) : nothing;
    const rest = first?.type === "paragraph" ? description.slice(1) : description;
    const summary = html`<span class="status ${getClass(status)}">${status}</span> ${words}`;
    if (rest.length === 0 && media.length === 0) return html`<p class="response">${summary}</p>`;
    const open = at === 0 ? html` open` : nothing;
    return html`<details class="response"${open}><summary>${summary}</summary>${writing.blocks(rest)}${media.map((one) => renderMedia(one, writing))}</details>`;
  });
  return renderPart("Responses", html`${all}`);
}

/** `200` is `s2`. */
function getClass(status: string): string {
  return /^[1-5]/.test(status) ? `s${status[0]}` : "other";
}

function renderMedia({ type, schema, example }: Media, writing: HtmlWriter): Html {
  const shape = schema === undefined ? nothing : renderSchema(schema, writing);
  const exampleBlock =
    example === undefined
      ? nothing
      : html`<figure class="code"><figcaption>Example</figcaption><pre tabindex="0"><code>${renderPlainCode(example, getLanguage(type), writing.color)}</code></pre></figure>`;
  return html`<div class="media"><p class="type"><code>${type}</code></p>${shape}${exampleBlock}</div>`;
}

/** Language of a media type: `json` for `application/json` and `application/problem+json`. */
function getLanguage(type: string): string {
  return /[/+](\w+)(?:;|$)/.exec(type)?.[1] ?? "";
}

function renderSchema(schema: HtmlField, writing: HtmlWriter): Html {
  const { type, rules, fields, description } = schema;
  const what = html`<p class="shape">${type}${rules.map((rule) => html` · ${rule}`)}</p>`;
  return html`${what}${writing.blocks(description)}${renderFields(fields, writing)}`;
}

function renderFields(fields: readonly HtmlField[], writing: HtmlWriter): Html {
  if (fields.length === 0) return nothing;
  const all = fields.map((field) => {
    const { name, type, isRequired, isDeprecated, description, rules, fields: inner } = field;
    const needed = isRequired ? html` <span class="required">required</span>` : nothing;
    const old = isDeprecated ? html` <span class="option">deprecated</span>` : nothing;
    const ruleBlock =
      rules.length === 0 ? nothing : html`<p class="rules">${rules.join(" · ")}</p>`;
    const below =
      inner.length === 0
        ? nothing
        : html`<details><summary>${formatCount(inner.length, "field")}</summary>${renderFields(inner, writing)}</details>`;
    return html`<div class="field"><dt><code>${name}</code> <span class="type">${type}</span>${needed}${old}</dt><dd>${writing.blocks(description)}${ruleBlock}${below}</dd></div>`;
  });
  return html`<dl class="fields">${all}</dl>`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
