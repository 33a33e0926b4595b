/** Element tree of a web page, parsed as in a browser. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";

export interface WebElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly WebNode[];
  /** Whether it contains a block at any depth. */
  readonly hasBlock: boolean;
}

export type WebNode = WebElement | string;

const createWordSet = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const blocks = createWordSet(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table " +
    "tbody td tfoot th thead tr ul caption",
);

/** Elements whose content is not part of the text. */
const silent = createWordSet(
  "script style iframe object embed template textarea xmp noembed noframes plaintext svg math " +
    "select option applet audio canvas video",
);

/** Deeper elements are omitted, and their content belongs to the enclosing element. */
const deepest = 100;

export function isBlock({ name }: WebElement): boolean {
  return blocks.has(name);
}

export interface WebDocument {
  readonly head: WebElement;
  readonly body: WebElement;
}

/** @param source any text gives a document */
export function parseWebDocument(source: string): WebDocument {
  const document = parse(source, { scriptingEnabled: false });
  const root = document.childNodes.find(defaultTreeAdapter.isElementNode);
  const find = (name: string): WebElement => {
    const element = root?.childNodes.find(
      (child): child is DefaultTreeAdapterTypes.Element =>
        defaultTreeAdapter.isElementNode(child) && child.tagName === name,
    );
    return element
      ? toElement(element)
      : { name, attributes: new Map(), children: [], hasBlock: false };
  };
  return { head: find("head"), body: find("body") };
}

interface OpenElement extends WebElement {
  readonly children: WebNode[];
  hasBlock: boolean;
}

/** Without recursion, because a page may be nested to any depth. */
function toElement(root: DefaultTreeAdapterTypes.Element): WebElement {
  const result = createElement(root);
  const open: OpenElement[] = [result];
  const pending: (DefaultTreeAdapterTypes.ChildNode | "end")[] = [...root.childNodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === "end") open.pop();
    else if (defaultTreeAdapter.isTextNode(node)) open.at(-1)?.children.push(node.value);
    else if (defaultTreeAdapter.isElementNode(node) && !silent.has(node.tagName)) {
      const children = [...node.childNodes].reverse();
      if (open.length >= deepest) {
        for (const child of children) pending.push(child);
        continue;
      }
      const element = createElement(node);
      open.at(-1)?.children.push(element);
      if (blocks.has(element.name)) for (const above of open) above.hasBlock = true;
      open.push(element);
      pending.push("end");
      for (const child of children) pending.push(child);
    }
  }
  return result;
}

function createElement({ tagName, attrs }: DefaultTreeAdapterTypes.Element): OpenElement {
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
  return { name: tagName, attributes, children: [], hasBlock: false };
}

/** Descendants in document order. */
export function listElements(element: WebElement): WebElement[] {
  const descendants: WebElement[] = [];
  const collect = ({ children }: WebElement) => {
    for (const child of children) {
      if (typeof child === "string") continue;
      descendants.push(child);
      collect(child);
    }
  };
  collect(element);
  return descendants;
}

/** Text content. */
export function toText(node: WebNode): string {
  if (typeof node === "string") return node;
  return node.name === "br" ? "\n" : node.children.map(toText).join("");
}

/** Text content on one line, as displayed by a browser. */
export function formatLine(node: WebNode): string {
  return toText(node).replace(/\s+/g, " ").trim();
}
