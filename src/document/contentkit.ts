/**
 * Conversion of ContentKit elements to blocks of a document. The elements come from the script of an
 * integration and are not trusted: only texts and URLs are used, and their HTML is written like that
 * of every other document. Inputs and buttons are omitted, because a published page has no state.
 */
import type { Node } from "../contract/document.model.ts";
import { createTextNode } from "./html/raw-blocks.ts";
import { parseMarkdown } from "./markdown.ts";

/** The maximum number of elements, at all levels. */
const mostElements = 500;
/** The maximum nesting depth. */
const deepest = 20;
/** In characters, of each text. */
const longestText = 100_000;

type ElementData = Readonly<Record<string, unknown>>;

/** @param state values of dynamic bindings */
export function toDocumentBlocks(element: unknown, state: ElementData = {}): Node[] {
  let remaining = mostElements;

  /** Counts an element. @returns whether it is within the limits */
  function countElement(depth: number): boolean {
    return depth <= deepest && remaining-- > 0;
  }

  function convert(value: unknown, depth: number): Node[] {
    if (Array.isArray(value)) return value.flatMap((one) => convert(one, depth));
    if (typeof value === "string") return createParagraph([createLimitedText(value)]);
    if (typeof value !== "object" || value === null) return [];
    if (!countElement(depth)) return [];
    const data: ElementData = { ...value };
    const inner = () => convert(data.children, depth + 1);
    switch (data.type) {
      case "text":
      case "link":
        return createParagraph(toInlines(data, [], depth));
      case "markdown": {
        const source = readText(data.content, state);
        return parseMarkdown(source.slice(0, longestText)).nodes;
      }
      case "image": {
        const url = readUrl(data.source);
        return url === undefined ? [] : [toImage(url)];
      }
      case "divider":
        return [{ object: "block", type: "divider", isVoid: true, data: {} }];
      case "codeblock":
        return [
          ...convert(data.header, depth + 1),
          toCode(readText(data.content, state), data.syntax),
          ...convert(data.footer, depth + 1),
        ];
      case "webframe": {
        const url = readUrl(data.source);
        return url === undefined ? [] : [toEmbed(url)];
      }
      case "card":
        return toCard(data, inner(), convert(data.hint, depth + 1));
      case "hint":
        return [{ object: "block", type: "hint", data: { style: "info" }, nodes: inner() }];
      case "hstack":
        return toColumns(Array.isArray(data.children) ? data.children : [], depth);
      case "button":
        return toButton(data);
      // Inputs have no effect on a page, and controls are for editors.
      case "input":
      case "textinput":
      case "select":
      case "switch":
      case "checkbox":
      case "radio":
        return [];
      default:
        return inner();
    }
  }

  function toColumns(children: readonly unknown[], depth: number): Node[] {
    const columns = children.map((child) => convert(child, depth + 1));
    const visible = columns.filter((nodes) => nodes.length > 0);
    const [first = []] = visible;
    if (visible.length < 2) return first;
    return [
      {
        object: "block",
        type: "columns",
        nodes: visible.map((nodes) => ({ object: "block", type: "column", nodes })),
      },
    ];
  }

  function toInlines(data: ElementData, marks: readonly string[], depth: number): Node[] {
    const { style } = data;
    const own = typeof style === "string" && markNames.has(style) ? [...marks, style] : marks;
    const children = Array.isArray(data.children) ? data.children : [data.children];
    const nodes = children.flatMap((child: unknown): Node[] => {
      if (typeof child === "string") return [createLimitedText(child, own)];
      if (typeof child !== "object" || child === null || !countElement(depth + 1)) return [];
      return toInlines({ ...child }, own, depth + 1);
    });
    const url = data.type === "link" ? readUrl(data.target) : undefined;
    return url === undefined ? nodes : [toLink(url, nodes)];
  }

  return convert(element, 0);
}

/** Styles that are marks of the same name. */
const markNames: ReadonlySet<string> = new Set(["bold", "italic", "code", "strikethrough"]);

function createLimitedText(text: string, marks?: readonly string[]): Node {
  return createTextNode(text.slice(0, longestText), marks);
}

function createParagraph(nodes: Node[]): Node[] {
  return nodes.length === 0 ? [] : [{ object: "block", type: "paragraph", nodes }];
}

function toLink(url: string, nodes: Node[]): Node {
  return { object: "inline", type: "link", data: { ref: { kind: "url", url } }, nodes };
}

function toImage(url: string): Node {
  return { object: "block", type: "image", isVoid: true, data: { ref: { kind: "url", url } } };
}

/** A link: a page contains no frames of other sites. */
function toEmbed(url: string): Node {
  return { object: "block", type: "embed", isVoid: true, data: { url } };
}

function toCode(code: string, syntax: unknown): Node {
  return {
    object: "block",
    type: "code",
    data: typeof syntax === "string" ? { syntax } : {},
    nodes: code
      .slice(0, longestText)
      .split("\n")
      .map((line) => ({
        object: "block",
        type: "code-line",
        data: {},
        nodes: [createTextNode(line)],
      })),
  };
}

function toCard({ title, onPress }: ElementData, inner: Node[], hint: Node[]): Node[] {
  const heading =
    typeof title === "string" && title !== "" ? [createLimitedText(title, ["bold"])] : [];
  const url = readOpenedUrl(onPress);
  const nodes = [
    ...createParagraph(
      url === undefined || heading.length === 0 ? heading : [toLink(url, heading)],
    ),
    ...hint,
    ...inner,
  ];
  return nodes.length === 0 ? [] : [{ object: "block", type: "blockquote", nodes }];
}

/** Only a button that opens a URL works without a state. */
function toButton({ label, onPress }: ElementData): Node[] {
  const url = readOpenedUrl(onPress);
  if (url === undefined) return [];
  return createParagraph([
    toLink(url, [createLimitedText(typeof label === "string" ? label : url)]),
  ]);
}

function readOpenedUrl(action: unknown): string | undefined {
  const { action: name, url }: ElementData = Object(action);
  return name === "@ui.url.open" && typeof url === "string" ? url : undefined;
}

/** `{url: "…"}`, or `{url: {host, pathname, query}}`. */
function readUrl(value: unknown): string | undefined {
  const { url }: ElementData = Object(value);
  if (typeof url === "string") return url;
  const { host, pathname }: ElementData = Object(url);
  return typeof host === "string" && typeof pathname === "string"
    ? `https://${host}${pathname}`
    : undefined;
}

function readText(value: unknown, state: ElementData): string {
  if (typeof value === "string") return value;
  const { $state: name }: ElementData = Object(value);
  const bound = typeof name === "string" && Object.hasOwn(state, name) ? state[name] : undefined;
  return typeof bound === "string" ? bound : "";
}
