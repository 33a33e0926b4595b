/** Blocks and inline content of author-written HTML, from known elements and text. */
import type { Leaf, Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { parseSize, parseTextAlignment } from "../block-attributes.ts";
import { collectText } from "../walk.ts";
import { parseColors } from "./colors.ts";
import { parseRawTable } from "./raw-tables.ts";
import {
  findElements,
  getRawText,
  isIconClass,
  parseRawTree,
  type RawElement,
  type RawItem,
  type ResolveUrl,
} from "./raw-tree.ts";
import { isDarkSource, readSourceSet } from "./source-set.ts";

type HtmlMarks = Leaf["marks"];

/** Inline elements; all others end the paragraph. */
const within = new Set(
  (
    "a abbr b bdi bdo big br button cite code data del dfn em font i img input ins kbd mark picture q rp " +
    "rt ruby s samp small source span strike strong sub sup time tt u var wbr"
  ).split(" "),
);
const markOf: Readonly<Record<string, string>> = {
  ...{ b: "bold", strong: "bold", i: "italic", em: "italic", code: "code", kbd: "keyboard" },
  ...{ s: "strikethrough", del: "strikethrough", strike: "strikethrough" },
  ...{ sup: "superscript", sub: "subscript" },
};

/**
 * The blocks of a sequence of nodes that contains HTML. Blocks between two pieces of HTML, as in a
 * cell with Markdown, stay inside the element.
 */
export function parseRawBlocks(nodes: readonly Node[], find: ResolveUrl): Node[] {
  return toBlocks(parseRawTree(nodes), find);
}

/** The inline content of a paragraph that contains HTML. */
export function parseRawInlines(nodes: readonly Node[], find: ResolveUrl): Node[] {
  return parseRawTree(nodes).flatMap((item) => toInlines(item, [], find));
}

/** A block for each element that contains text. */
function toBlocks(items: readonly RawItem[], find: ResolveUrl): Node[] {
  const blocks: Node[] = [];
  let inlines: Node[] = [];
  const end = () => {
    const nodes = trimBlankTexts(inlines);
    if (nodes.length > 0) blocks.push({ object: "block", type: "paragraph", data: {}, nodes });
    inlines = [];
  };
  for (const item of items) {
    if (isInline(item)) {
      for (const node of toInlines(item, [], find)) inlines.push(node);
      continue;
    }
    end();
    if (item.kind === "node") blocks.push(item.node);
    else if (item.kind === "element") {
      for (const block of toElementBlocks(item, find)) blocks.push(block);
    }
  }
  end();
  return blocks;
}

function isInline(item: RawItem): boolean {
  if (item.kind === "text") return true;
  if (item.kind === "node") return item.node.object !== "block";
  return within.has(item.name) && item.children.every(isInline);
}

function toElementBlocks(element: RawElement, find: ResolveUrl): Node[] {
  const { name, children } = element;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) {
    const nodes = trimBlankTexts(children.flatMap((child) => toInlines(child, [], find)));
    return nodes.length === 0
      ? []
      : withAlignment(element, [
          { object: "block", type: formatHeading(Number(level)), data: {}, nodes },
        ]);
  }
  switch (name) {
    case "hr":
      return [{ object: "block", type: "divider", isVoid: true, data: {} }];
    case "table":
      return parseRawTable(element, { find, blocks: (items) => toBlocks(items, find) });
    case "ul":
    case "ol":
      return toList(element, find);
    case "blockquote": {
      const nodes = toBlocks(children, find);
      return nodes.length === 0 ? [] : [{ object: "block", type: "blockquote", nodes }];
    }
    case "pre":
      return toCode(element);
    case "figure":
      return toFigure(element, find);
    case "div":
      return withImageSettings(
        element,
        joinImages(withAlignment(element, toBlocks(children, find))),
      );
    case "p":
    case "center":
      return withAlignment(element, toBlocks(children, find));
    default:
      return toBlocks(children, find);
  }
}

/** Text that is not at the start of its line. */
function withAlignment({ name, attributes }: RawElement, blocks: Node[]): Node[] {
  const align = parseTextAlignment(name === "center" ? name : attributes.get("align"));
  if (align === undefined) return blocks;
  return blocks.map((block) =>
    block.type === "paragraph" || /^heading-/.test(block.type ?? "")
      ? { ...block, data: { align, ...block.data } }
      : block,
  );
}

/** Figures alone in a container are one block of images. */
function joinImages(blocks: Node[]): Node[] {
  const [first] = blocks;
  if (first === undefined || blocks.some(({ type }) => type !== "images")) return blocks;
  return [{ ...first, nodes: blocks.flatMap(({ nodes = [] }) => nodes) }];
}

function withImageSettings({ attributes }: RawElement, blocks: Node[]): Node[] {
  const align = attributes.get("align")?.toLowerCase() ?? "";
  const settings = {
    ...(["left", "center", "right"].includes(align) && { align }),
    ...(attributes.get("data-full-width") === "true" && { fullWidth: true }),
    ...(attributes.get("data-with-frame") === "true" && { withFrame: true }),
  };
  return blocks.map((block) =>
    block.type === "images" ? { ...block, data: { ...settings, ...block.data } } : block,
  );
}

function toList({ name, attributes, children }: RawElement, find: ResolveUrl): Node[] {
  const items = children.flatMap((child): Node[] => {
    if (child.kind === "text" && child.text.trim() === "") return [];
    const content = child.kind === "element" && child.name === "li" ? child.children : [child];
    const nodes = toBlocks(content, find);
    return nodes.length === 0 ? [] : [{ object: "block", type: "list-item", data: {}, nodes }];
  });
  if (items.length === 0) return [];
  const start = Number(/^\d{1,9}$/.exec(attributes.get("start") ?? "")?.[0] ?? 1);
  const isOrdered = name === "ol";
  return [
    {
      object: "block",
      type: isOrdered ? "list-ordered" : "list-unordered",
      data: isOrdered && start !== 1 ? { start } : {},
      nodes: items,
    },
  ];
}

function toCode({ children }: RawElement): Node[] {
  const text = getCodeText(children).replace(/^\n|\n$/g, "");
  if (text === "") return [];
  const nodes = text.split("\n").map(
    (line): Node => ({
      object: "block",
      type: "code-line",
      data: {},
      nodes: [createTextNode(line)],
    }),
  );
  return [{ object: "block", type: "code", data: {}, nodes }];
}

/** Code in a table cell has elements in place of line breaks, which would end the table. */
function getCodeText(items: readonly RawItem[]): string {
  return items
    .map((item) => {
      if (item.kind !== "element") return getRawText([item]);
      return item.name === "br" ? "\n" : getCodeText(item.children);
    })
    .join("");
}

/** Images with their common caption. */
function toFigure({ children }: RawElement, find: ResolveUrl): Node[] {
  const images = findElements(children, ["img", "picture"]).flatMap((element) => {
    const data = readImage(element, find);
    return data ? [data] : [];
  });
  if (images.length === 0) return toBlocks(children, find);
  const [captionElement] = findElements(children, ["figcaption"]);
  const caption = captionElement ? toBlocks(captionElement.children, find) : [];
  const fragments: Node[] =
    caption.length === 0
      ? []
      : [{ object: "fragment", fragment: "caption", type: "caption", nodes: caption }];
  const nodes = images.map(
    (data, at): Node => ({
      object: "block",
      type: "image",
      isVoid: true,
      data,
      fragments: at === images.length - 1 ? fragments : [],
    }),
  );
  return [{ object: "block", type: "images", isVoid: false, data: {}, nodes }];
}

function toInlines(item: RawItem, marks: HtmlMarks, find: ResolveUrl): Node[] {
  if (item.kind === "text") {
    const text = item.text.replace(/\s+/g, " ");
    return text === "" ? [] : [createMarkedText(text, marks)];
  }
  if (item.kind === "node") return [withMarks(item.node, marks)];
  const { name, attributes, children } = item;
  if (name === "i" && isIconClass(attributes.get("class") ?? "")) return toIcon(attributes);
  if (name === "br") return [{ object: "inline", type: "line-break", isVoid: true }];
  if (name === "img" || name === "picture") {
    const data = readImage(item, find);
    return data ? [{ object: "inline", type: "inline-image", isVoid: true, data }] : [];
  }
  const mark = markIn(item);
  const inner = mark && !marks.some(({ type }) => type === mark.type) ? [...marks, mark] : marks;
  const inside = () => children.flatMap((child) => toInlines(child, inner, find));
  if (name === "button") return toActionButton(item, inside());
  const href = name === "a" ? attributes.get("href") : undefined;
  if (href === undefined) return inside();
  const data = { ref: find(href) };
  const nodes = inside();
  if (attributes.has("data-mention")) {
    return [{ object: "inline", type: "mention", isVoid: true, data, nodes }];
  }
  const isPlain = nodes.every(({ leaves, type }) => leaves !== undefined || type === "icon");
  if (/\bbutton\b/.test(attributes.get("class") ?? "") && isPlain) {
    return [toButton(attributes, nodes, data)];
  }
  return [{ object: "inline", type: "link", isVoid: false, data, nodes }];
}

const buttonSizes = new Set(["small", "medium", "large"]);

function toButton(
  attributes: RawElement["attributes"],
  nodes: readonly Node[],
  target: Readonly<Record<string, unknown>>,
): Node {
  const [icon, size] = [attributes.get("data-icon"), attributes.get("data-size") ?? ""];
  const data = {
    ...target,
    kind: /\bsecondary\b/.test(attributes.get("class") ?? "") ? "secondary" : "primary",
    label: nodes.map(collectText).join("").trim(),
    ...(icon && { icon }),
    ...(buttonSizes.has(size) && { size }),
  };
  return { object: "inline", type: "button", isVoid: true, data };
}

/** A button that opens the search or the assistant; another button is its text. */
function toActionButton({ attributes }: RawElement, nodes: Node[]): Node[] {
  const action = attributes.get("data-action");
  if (action === "search" || action === "ask") {
    const query = attributes.get("data-query");
    return [toButton(attributes, nodes, { action: { action, ...(query && { query }) } })];
  }
  const slug = attributes.get("data-slug");
  return action === "select" && slug
    ? [toButton(attributes, nodes, { action: { action, slug } })]
    : nodes;
}

/** The icon of a class such as `fa-solid fa-rocket`; the other classes are its style. */
function toIcon(attributes: RawElement["attributes"]): Node[] {
  const names = [...(attributes.get("class") ?? "").matchAll(/(?:^|\s)fa-([a-z\d-]+)/g)].map(
    ([, name = ""]) => name,
  );
  const icon = names.findLast((name) => !iconStyles.has(name)) ?? names.at(-1);
  if (icon === undefined) return [];
  const { text } = parseColors(attributes.get("style") ?? "");
  const data = { icon, ...(text !== undefined && { color: text }) };
  return [{ object: "inline", type: "icon", isVoid: true, data }];
}

const iconStyles = new Set("solid regular light thin duotone brands sharp".split(" "));

function markIn({ name, attributes }: RawElement): HtmlMarks[number] | undefined {
  const type = findOwn(markOf, name);
  if (type !== undefined) return { object: "mark", type };
  if (name !== "mark") return undefined;
  const { text = "default", background = "default" } = parseColors(attributes.get("style") ?? "");
  return { object: "mark", type: "color", data: { text, background } };
}

/**
 * The data of `<img>` or `<picture>`; a `<source>` for dark displays is the dark variant.
 * @returns undefined without a URL
 */
function readImage(element: RawElement, find: ResolveUrl): Record<string, unknown> | undefined {
  const [image] = element.name === "img" ? [element] : findElements(element.children, ["img"]);
  const url = image?.attributes.get("src") ?? "";
  if (!image || url === "") return undefined;
  const { attributes } = image;
  const dark = element.name === "picture" ? findDarkSource(element) : undefined;
  return {
    ref: find(url),
    ...(dark !== undefined && { refDark: find(dark) }),
    size: readSize(attributes.get("data-size")),
    caption: "",
    alt: attributes.get("alt") ?? "",
    ...parseSize(attributes.get("width"), attributes.get("height")),
  };
}

/** The size of an inline image: `line` is the height of the line. */
function readSize(written: string | undefined): "line" | "original" {
  return written === "line" ? "line" : "original";
}

function findDarkSource({ children }: RawElement): string | undefined {
  const source = findElements(children, ["source"]).find(({ attributes }) =>
    isDarkSource(attributes),
  );
  return source && readSourceSet(source.attributes.get("srcset"));
}

/** Without blank texts at both ends. */
function trimBlankTexts(nodes: readonly Node[]): Node[] {
  const isBlank = (node: Node | undefined) =>
    node?.leaves?.every((leaf) => leaf.text.trim() === "") === true;
  let [start, end] = [0, nodes.length];
  while (start < end && isBlank(nodes[start])) start++;
  while (end > start && isBlank(nodes[end - 1])) end--;
  return nodes.slice(start, end);
}

/** Three heading levels are available below the page title. */
export function formatHeading(level: number): string {
  return `heading-${Math.min(3, level)}`;
}

export function createTextNode(text: string, marks: readonly string[] = []): Node {
  return createMarkedText(
    text,
    marks.map((type) => ({ object: "mark" as const, type })),
  );
}

function createMarkedText(text: string, marks: HtmlMarks): Node {
  return { object: "text", leaves: [{ object: "leaf", text, marks: [...marks] }] };
}

/** A node of the surrounding text with the marks of the elements around it. */
function withMarks(node: Node, marks: HtmlMarks): Node {
  if (marks.length === 0) return node;
  if (node.leaves) {
    const leaves = node.leaves.map((leaf) => ({ ...leaf, marks: [...marks, ...leaf.marks] }));
    return { ...node, leaves };
  }
  return node.nodes ? { ...node, nodes: node.nodes.map((inner) => withMarks(inner, marks)) } : node;
}
